import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { type AdminOrder, listOrders } from '#contract/admin-orders.ts';
import type { Cancellation } from '#contract/cancel.ts';
import type { OrderRefunds } from '#contract/refunds.ts';
import type { CancelOutcome } from '#domain/refund.ts';
import { type Drawn, findButton, findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleOrder } from '#test/sample-order.ts';
import type { Refund } from './confirm-refund.tsx';
import { choosesTickets, RefundForm } from './refund-form.tsx';
import { RefundSection, refundOfferOf } from './refund-section.tsx';
import { requestRefund } from './request-refund.ts';

afterEach(() => vi.unstubAllGlobals());

const order = { paymentStatus: 'completed', teamMemberCount: 2, seatsReturned: 0 } as const;
const pending = { state: 'pending' } as OrderRefunds['refunds'][number];
const money = { refundable: 4000, disputed: false, refunds: [] };

test.each([
  ['money left can be refunded', order, money, 'refund'],
  ['a free order’s seats can be canceled', order, { ...money, refundable: 0 }, 'cancel'],
  ['after a lost dispute, only the seats can be canceled', order, { ...money, refundable: 0 }, 'cancel'],
  ['during a dispute nothing is offered', order, { ...money, refundable: 0, disputed: true }, null],
  [
    'while the rest is being refunded nothing is offered',
    order,
    { ...money, refundable: 0, refunds: [pending] },
    null,
  ],
  [
    'an order without seats offers nothing',
    { ...order, seatsReturned: 2 },
    { ...money, refundable: 0 },
    null,
  ],
  [
    'a refunded order offers nothing',
    { ...order, paymentStatus: 'refunded' },
    { ...money, refundable: 0 },
    null,
  ],
  [
    'an unpaid order offers nothing',
    { ...order, paymentStatus: 'pending' },
    { ...money, refundable: 0 },
    null,
  ],
] as const)('%s', (_, shown, { refunds, ...left }, offer) => {
  expect(refundOfferOf(shown, { ...left, refunds: [...refunds] })).toBe(offer);
});

test.each([
  ['the only ticket of a paid order isn’t chosen: all of its money cancels it', 1, 'completed', 20_00, false],
  ['after a refund of a part, it can be canceled without money', 1, 'partially_refunded', 15_00, true],
  ['without money, it can be canceled', 1, 'completed', 0, true],
  ['a team’s tickets are chosen', 2, 'completed', 20_00, true],
] as const)('%s', (_, teamMemberCount, paymentStatus, refundable, chooses) => {
  expect(choosesTickets({ teamMemberCount, paymentStatus }, refundable)).toBe(chooses);
});

test.each([
  [false, 100_00, 'At most $180.00. Under the refund policy: $100.00.'],
  [true, 0, 'At most $180.00. No amount is suggested, because a refund was made outside this site.'],
])(
  'for a seat, the form suggests what the rule refunds, but nothing after a refund made elsewhere (%s)',
  async (isRefundedElsewhere, amount, hint) => {
    const facts: Cancellation = {
      ...{ transactionId: '7K2M', registrationNumber: 'DSS000042', packageLabel: 'Team', isPast: false },
      ...{ bought: { seats: 2, price: 200_00, total: 200_00 }, captured: 200_00, refunded: 20_00, lost: 0 },
      ...{ isDisputed: false, isRefundedElsewhere, people: [], freeSeats: 2, list: [0, 100_00, 200_00] },
    };
    const headers = { 'x-now': String(Date.parse('2025-07-15T16:00:00Z')) };
    vi.stubGlobal('fetch', async () => Response.json(facts, { headers }));
    const form = await mount(() =>
      RefundForm({
        order: sampleOrder({ teamMemberCount: 2 }) as AdminOrder,
        ...{ refundable: 180_00, refundId: crypto.randomUUID(), onNextId: () => {}, onClose: () => {} },
      }),
    );
    const { type, props } = form.result as Drawn<object>;
    const fields = await mount(() => type(props));
    const suggested = () =>
      findByProp<{ outcome: CancelOutcome }>(fields.result, 'outcome').props.outcome.amount;
    expect(suggested()).toBe(isRefundedElsewhere ? 0 : 180_00);
    const { onChange } = findByProp<{ hint: string; onChange: (event: unknown) => void }>(
      fields.result,
      'hint',
    ).props;
    await fields.act(() => onChange({ target: { name: 'freeSeats', value: '1' } }));
    expect(suggested()).toBe(amount);
    expect(findByProp<{ prefix: string; hint: string }>(fields.result, 'prefix').props.hint).toBe(hint);
  },
);

test('a ticked ticket that somebody else gets meanwhile is no longer chosen', async () => {
  const people = [{ id: 7, firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', isIn: false }];
  const facts: Cancellation = {
    ...{ transactionId: '7K2M', registrationNumber: 'DSS000042', packageLabel: 'Team', isPast: false },
    ...{ bought: { seats: 2, price: 200_00, total: 200_00 }, captured: 200_00, refunded: 20_00, lost: 0 },
    ...{ isDisputed: false, isRefundedElsewhere: false, people, freeSeats: 1, list: [0, 100_00, 200_00] },
  };
  let shown = facts;
  vi.stubGlobal('fetch', async () => Response.json(facts, { headers: { 'x-now': '1752595200000' } }));
  const order = sampleOrder({ teamMemberCount: 2 }) as AdminOrder;
  const ids = { refundId: crypto.randomUUID(), onNextId: () => {}, onClose: () => {} };
  const form = await mount(() => RefundForm({ order, refundable: 180_00, ...ids }));
  const { type, props } = form.result as Drawn<object>;
  const fields = await mount(() => type({ ...props, facts: shown }));
  const outcome = () => findByProp<{ outcome: CancelOutcome }>(fields.result, 'outcome').props.outcome;
  const { value, onChange } = findByProp<{ value: string; onChange: (event: unknown) => void }>(
    fields.result,
    'value',
  ).props;
  await fields.act(() => onChange({ target: { name: 'registrationIds', value: [value] } }));
  expect(outcome().endingIds).toEqual([7]);
  await fields.act(() =>
    findByProp<{ onSubmit: (event: object) => unknown }>(fields.result, 'onSubmit').props.onSubmit({
      preventDefault: () => {},
    }),
  );
  // The server refuses it if somebody else has the ticket by then.
  expect(findByProp<{ refund: Refund }>(fields.result, 'refund').props.refund.seen).toEqual({
    refundable: 180_00,
    people: [{ id: 7, firstName: 'Ada', lastName: 'Sample' }],
  });
  shown = { ...facts, people: [{ ...people[0]!, firstName: 'Zed' }] };
  await fields.render();
  expect(outcome().endingIds).toEqual([]);
});

test('a full refund, which the form starts with, shows whose tickets end', async () => {
  const people = [{ id: 7, firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', isIn: false }];
  const facts: Cancellation = {
    ...{ transactionId: '7K2M', registrationNumber: 'DSS000042', packageLabel: 'Individual', isPast: false },
    ...{ bought: { seats: 1, price: 20_00, total: 20_00 }, captured: 20_00, refunded: 0, lost: 0 },
    ...{ isDisputed: false, isRefundedElsewhere: false, people, freeSeats: 0, list: [0, 20_00] },
  };
  vi.stubGlobal('fetch', async () => Response.json(facts, { headers: { 'x-now': '1752595200000' } }));
  const order = sampleOrder({ teamMemberCount: 1 }) as AdminOrder;
  const ids = { refundId: crypto.randomUUID(), onNextId: () => {}, onClose: () => {} };
  const form = await mount(() => RefundForm({ order, refundable: 20_00, ...ids }));
  const { type, props } = form.result as Drawn<object>;
  const fields = await mount(() => type(props));
  const { outcome } = findByProp<{ outcome: CancelOutcome }>(fields.result, 'outcome').props;
  expect(outcome).toMatchObject({ amount: 20_00, endingIds: [7], costsAfterwards: 0, seatsLeft: 0 });
  findByProp<{ tone: string }>(fields.result, 'tone');
});

test.each([
  ['one under way is retried', 'pending', true],
  ['after one that the provider rejected, a new one is sent', 'failed', false],
] as const)('what the open form sends once its refund is stored: %s', async (_, state, isSame) => {
  let refunds: object[] = [];
  vi.stubGlobal('fetch', async () =>
    Response.json({ captured: 20_00, refunded: 0, lost: 0, refundable: 20_00, disputed: false, refunds }),
  );
  let reads = 0;
  const section = await mount(() => {
    useQuery({ queryKey: [listOrders.path], queryFn: async () => (reads += 1) });
    return RefundSection({ order: sampleOrder() as AdminOrder });
  });
  await section.act(() => findButton(section.result, 'Refund…').props.onClick());
  const idOf = () => findByProp<{ refundId: string }>(section.result, 'refundId').props.refundId;
  const id = idOf();
  const asked = { id, state, amount: 20_00, requestedBy: 'staff@example.org', note: null };
  refunds = [{ ...asked, createdAt: '2025-07-15T16:00:00Z' }];
  expect(reads).toBe(1);
  const { query } = findByProp<{ query: { refetch: () => unknown } }>(section.result, 'query').props;
  await section.act(() => query.refetch());
  expect(idOf() === id).toBe(isSame);
  // Its tickets may have ended since.
  expect(reads).toBe(2);
});

test.each([
  ['an earlier one', '9f0c8e9a-00ab-4000-8000-00000000000a', false],
  ['this one', '9f0c8e9a-00ab-4000-8000-00000000000b', true],
])(
  'a refund counts as rejected if the provider has rejected it, but not for an earlier one: %s',
  async (_which, id, isRejected) => {
    const failed = { id, state: 'failed', amount: 20_00, requestedBy: 'staff@example.org', note: null };
    const refunds = [{ ...failed, createdAt: '2025-07-15T16:00:00Z' }];
    const rest = { captured: 20_00, refunded: 0, lost: 0, refundable: 20_00, disputed: false };
    vi.stubGlobal('fetch', async () => Response.json({ ...rest, refunds }));
    const refundId = '9f0c8e9a-00ab-4000-8000-00000000000b';
    const isRefused = await requestRefund(42, { refundId, amount: 20_00 }).then(
      () => false,
      () => true,
    );
    expect(isRefused).toBe(isRejected);
  },
);
