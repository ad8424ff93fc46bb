import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AdminOrder } from '#contract/admin-orders.ts';
import type { Cancellation } from '#contract/cancel.ts';
import type { OrderRefunds, PaymentCase } from '#contract/refunds.ts';
import type { AdminSpeaker } from '#contract/speakers.ts';
import type { RefundState } from '#domain/order.ts';
import { type Drawn, findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { getToasts } from '../../ui/toast-store.ts';
import { StripeCouponDialog } from '../coupons/stripe-coupon-dialog.tsx';
import { CaseList } from '../orders/case-list.tsx';
import { ConfirmDeletion } from '../orders/confirm-deletion.tsx';
import { RefundForm } from '../orders/refund-form.tsx';
import { SpeakerDialog } from '../speakers/speaker-dialog.tsx';
import { ConfirmAction } from './confirm-action.tsx';

afterEach(() => vi.unstubAllGlobals());

type Asked = Drawn<Parameters<typeof ConfirmAction>[0]>;

const onClose = () => {};

const PAID: OrderRefunds = {
  captured: 20_00,
  refunded: 0,
  lost: 0,
  refundable: 20_00,
  disputed: false,
  refunds: [],
};

/**
 * Answers reads by the end of their path and, if `state` is given, refunds; the response to anything else is lost.
 * Returns what is sent.
 */
function loseChanges(reads: Record<string, unknown> = {}, state?: RefundState) {
  const sent: { refundId?: string }[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (body) sent.push(JSON.parse(String(body)));
    const answer = method === 'GET' && Object.entries(reads).find(([path]) => url.endsWith(path));
    const headers = { 'x-now': String(Date.parse('2025-07-15T16:00:00Z')) };
    if (state && url.endsWith('/refund')) {
      const refund = { id: sent[0]?.refundId, state, amount: 20_00, requestedBy: 'site' };
      const rest = { createdAt: '2025-07-15T16:00:00Z', note: null };
      return Response.json({ ...PAID, refunds: [{ ...refund, ...rest }] }, { headers });
    }
    return answer ? Response.json(answer[1], { headers }) : new Response('Bad gateway', { status: 502 });
  });
  return sent;
}

/** What the desk says once this question is confirmed. */
async function saidAfter(question: ReactElement) {
  const dialog = await mount(() => ConfirmAction((question as Asked).props).props);
  await dialog.act(() => dialog.result.onConfirm());
  const [{ title, description } = {}] = getToasts();
  return [title, description];
}

const NO_SECOND = 'The refund may have been made. Trying again won’t make a second refund.';
const REJECTED =
  'The provider rejected the refund, so nothing was canceled or deleted. See its case on the Orders tab.';

test.each([
  ['an unconfirmed refund', 20_00, undefined, ['Refund Not Confirmed', NO_SECOND]],
  [
    'an unconfirmed cancellation',
    0,
    undefined,
    ['Cancellation Not Confirmed', 'The seats may have been canceled. Trying again won’t cancel any others.'],
  ],
  ['a rejected refund', 20_00, 'failed', ['Refund Failed', REJECTED]],
  ['a canceled refund', 20_00, 'canceled', ['Refund Failed', REJECTED]],
  ['a refund under way', 20_00, 'pending', ['Refund Requested', '$10.00 will be refunded to the buyer.']],
] as const)(
  '%s is reported as what it is, and the request says what was shown',
  async (_what, refundable, state, said) => {
    const facts: Cancellation = {
      ...{ transactionId: '7K2M', registrationNumber: 'DSS000042', packageLabel: 'Team', isPast: false },
      ...{ bought: { seats: 2, price: refundable, total: refundable }, captured: refundable, refunded: 0 },
      ...{ lost: 0, isDisputed: false, isRefundedElsewhere: false, people: [], freeSeats: 2 },
      list: [0, 10_00, 20_00],
    };
    const sent = loseChanges({ '/cancellation': facts }, state);
    let left: number = refundable;
    const form = await mount(() =>
      RefundForm({
        order: sampleOrder({ teamMemberCount: 2 }) as AdminOrder,
        refundId: crypto.randomUUID(),
        onNextId: () => {},
        ...{ refundable: left, onClose },
      }),
    );
    const fieldsOf = ({ type, props }: Drawn<object>) => type(props) as Drawn<{ onSubmit: () => void }>;
    const fields = await mount(() => fieldsOf(form.result as Drawn<object>));
    const { onChange } = findByProp<{ hint: string; onChange: (event: unknown) => void }>(
      fields.result,
      'hint',
    ).props;
    await fields.act(() => onChange({ target: { name: 'freeSeats', value: '1' } }));
    await fields.act(() => fields.result.props.onSubmit());
    // What a colleague does meanwhile doesn't change the question.
    left = 10_00;
    await form.render();
    await fields.render();
    const asked = findByProp<{ run: unknown }>(fields.result, 'run');
    expect(await saidAfter(asked.type(asked.props))).toEqual(said);
    expect(sent).toEqual([expect.objectContaining({ seen: { refundable } })]);
  },
);

test.each([
  ['an unconfirmed refund before a deletion', true, undefined, ['Not Confirmed', NO_SECOND]],
  ['an unconfirmed deletion', false, undefined, ['Delete Failed', 'Failed to delete registration']],
  // Nothing but the refund is sent.
  ['a rejected refund before a deletion', true, 'failed', ['Delete Failed', REJECTED]],
] as const)(
  '%s is reported as what it is, and the request says what was shown',
  async (_what, isRefunded, state, said) => {
    const person = sampleRegistration({ orderId: 42 });
    const sent = loseChanges({ '/attendees': [{ ...person, checkIns: [] }], '/refunds': PAID }, state);
    const deletion = await mount(() =>
      ConfirmDeletion({
        ...{ person, title: '', verb: 'Delete', noun: 'registration', busyLabel: '', onClose },
        success: { title: '', description: '' },
        failed: { title: 'Delete Failed', otherwise: 'Failed to delete registration' },
      }),
    );
    const choice = findByProp<{ onChoose: (isRefunded: boolean) => void }>(deletion.result, 'onChoose');
    await deletion.act(() => choice.props.onChoose(isRefunded));
    expect(await saidAfter(deletion.result)).toEqual(said);
    const { firstName, lastName, email } = person;
    const shown = { firstName, lastName, email };
    const seen = isRefunded ? { refundable: 20_00, people: [{ id: person.id, ...shown }] } : shown;
    expect(sent).toEqual([expect.objectContaining({ seen })]);
    await deletion.render();
    await saidAfter(deletion.result);
    const [first, second] = sent as { refundId?: string }[];
    // Only a rejected refund is over: trying again makes another.
    expect(first!.refundId === second!.refundId).toBe(state !== 'failed');
  },
);

test.each([
  ['changed_meanwhile', 409, 'But the registration was not deleted: The reason.'],
  ['registration_not_found', 404, 'The registration was already deleted.'],
] as const)(
  'a deletion that is refused after its refund with %s says what was done',
  async (code, status, said) => {
    const person = sampleRegistration({ orderId: 42 });
    loseChanges({ '/attendees': [{ ...person, checkIns: [] }], '/refunds': PAID }, 'succeeded');
    const answer = fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      init.method === 'DELETE'
        ? Response.json({ code, message: 'The reason.' }, { status })
        : answer(url, init),
    );
    const deletion = await mount(() =>
      ConfirmDeletion({
        ...{ person, title: '', verb: 'Delete', noun: 'registration', busyLabel: '', onClose },
        success: { title: '', description: '' },
        failed: { title: 'Delete Failed', otherwise: '' },
      }),
    );
    const choice = findByProp<{ onChoose: (isRefunded: boolean) => void }>(deletion.result, 'onChoose');
    await deletion.act(() => choice.props.onChoose(true));
    expect(await saidAfter(deletion.result)).toEqual(['Delete Failed', `The refund was requested. ${said}`]);
  },
);

test.each([
  ['as staff see it', {}, true],
  ['somebody else’s by now', { firstName: 'Zed' }, false],
])(
  'a registration can be deleted, and its order refunded, only while it is %s',
  async (_how, change, isReady) => {
    const person = sampleRegistration({ orderId: 42 });
    loseChanges({ '/attendees': [{ ...person, ...change, checkIns: [] }], '/refunds': PAID });
    const deletion = await mount(() =>
      ConfirmDeletion({
        ...{ person, title: '', verb: 'Delete', noun: 'registration', busyLabel: '', onClose },
        success: { title: '', description: '' },
        failed: { title: 'Delete Failed', otherwise: '' },
      }),
    );
    expect((deletion.result as Asked).props.isReady).toBe(isReady);
  },
);

test('an unconfirmed decision on a payment case says that it may have been carried out', async () => {
  loseChanges();
  const one = {
    ...{ id: 1, kind: 'refund_failed', orderId: 42, resolvedAt: null, details: { amount: 20_00 } },
    decisions: ['dismiss', 'refund'],
  } as unknown as PaymentCase;
  const list = await mount(() => CaseList({ cases: [one] }));
  const decisions = findByProp<{ onAsk: (question: object) => void }>(list.result, 'onAsk');
  await list.act(() => decisions.props.onAsk({ one, decision: 'refund' }));
  const { type, props } = findByProp<{ decision: string }>(list.result, 'decision');
  const question = await mount(() => type(props));
  expect(await saidAfter(question.result)).toEqual([
    'Not Confirmed',
    'The decision may have been carried out.',
  ]);
});

interface Submits {
  readonly action: { start: (body: object) => void };
}

/** Sends the dialog's form twice, and returns what the desk says. */
async function submitTwice(draw: () => ReactElement) {
  const dialog = await mount(draw);
  const { action } = findByProp<Submits>(dialog.result, 'action').props;
  for (const _ of [1, 2]) await dialog.act(() => action.start({ name: 'Sample' }));
  const [{ title, description } = {}] = getToasts();
  return [title, description];
}

test('an unconfirmed coupon at Stripe may have been created, and trying again is the same request', async () => {
  const sent = loseChanges();
  expect(await submitTwice(() => StripeCouponDialog({ onClose }))).toEqual([
    'Coupon Not Confirmed',
    'The coupon may have been created. Trying again with the same values won’t create a second one.',
  ]);
  expect(sent).toEqual([{ name: 'Sample', requestId: expect.stringMatching(/^[\da-f-]{36}$/) }, sent[0]]);
});

test.each([
  [
    'a new speaker may have been added',
    null,
    [
      'Speaker Not Confirmed',
      'The speaker may have been added. Please look at the list before you try again.',
    ],
  ],
  ['a change of one was not saved', { id: 7 }, ['Speaker Not Saved', 'Failed to save the speaker']],
])('without a response, %s', async (_what, speaker, said) => {
  loseChanges();
  expect(
    await submitTwice(() => SpeakerDialog({ speaker: speaker as AdminSpeaker | null, onClose })),
  ).toEqual(said);
});

test.each([
  ['keynote', 'Nora Sample is on the home page.'],
  ['mystery', 'Until Nora Sample is announced, the home page shows a mystery speaker.'],
])('a saved speaker with the marker %s reads “%s”', async (marker, said) => {
  const saved = {
    ...{ id: 7, name: 'Nora Sample', title: null, bio: null, imageUrl: null, featured: false, marker },
    ...{ mysteryUntil: null, updatedAt: '2025-07-15T16:00:00.000Z' },
  };
  vi.stubGlobal('fetch', async () => Response.json(saved));
  expect(await submitTwice(() => SpeakerDialog({ speaker: null, onClose }))).toEqual(['Speaker Saved', said]);
});
