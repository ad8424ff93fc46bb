import type { Card } from '@square/web-payments-sdk-types';
import { afterEach, expect, test, vi } from 'vitest';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { mount } from '#test/mount.ts';
import { sampleOrder } from '#test/sample-order.ts';
import { getToasts } from '../../ui/toast-store.ts';
import { useCardPayment } from './use-card-payment.ts';

const goToSuccess = vi.hoisted(() => vi.fn());
vi.mock('./go-to-tickets.ts', () => ({ goToSuccess, goToTickets: () => {} }));
const askForToken = vi.hoisted(() => vi.fn(async () => ({ kind: 'token', token: 'T1' })));
vi.mock('./ask-for-token.ts', () => ({ askForToken }));
vi.mock('../../pending-registration.ts', () => ({ readPendingRegistration: () => null }));

const UNSURE = 'Your card may have been charged';

afterEach(() => vi.unstubAllGlobals());

const input = { item: {}, isUncharged: false, onRefusedFields: () => {}, onFailed: () => {} };

test.each([
  ['declined_too_often', 409, 'Payment Failed', '', true],
  ['payment_declined', 402, 'Payment Failed', '', false],
  ['payment_provider_unavailable', 503, 'Payment Failed', '', false],
  ['internal', 500, UNSURE, ' You won’t be charged twice.', false],
  // The database went down, perhaps after the charge.
  ['unavailable', 503, UNSURE, ' You won’t be charged twice.', false],
] as const)(
  'a charge without success says what is known about it, also to the page around if it ended the order, and later that nothing was charged: %s',
  async (code, status, title, more, isOver) => {
    vi.stubGlobal('fetch', async () => Response.json({ code, message: ERROR_WORDS[code] }, { status }));
    const onFailed = vi.fn();
    let isUncharged = false;
    const page = await mount(() =>
      useCardPayment({
        order: sampleOrder({ paymentStatus: 'pending' }),
        item: {},
        isUncharged,
        onPaying: () => {},
        onRefusedFields: () => {},
        onFailed,
      }),
    );
    await page.act(() => page.result.pay({} as Card, {} as Parameters<typeof page.result.pay>[1]));
    const text = ERROR_WORDS[code] + more;
    expect(page.result.problem).toEqual({ title, text });
    expect(getToasts()[0]).toMatchObject({ title, description: text });
    expect(onFailed.mock.calls).toEqual([[title === UNSURE, isOver ? text : undefined]]);
    isUncharged = true;
    await page.render();
    const known = title === UNSURE ? 'Nothing was charged. You can pay again.' : text;
    expect(page.result.problem).toEqual({ title: 'Payment Failed', text: known });
    expect(getToasts()[0]).toMatchObject({ title: 'Payment Failed', description: known });
  },
);

test('a payment that is still being confirmed leads to its order, and takes no second card', async () => {
  const body = { code: 'payment_under_way', message: ERROR_WORDS.payment_under_way };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 409 }));
  const onPaying = vi.fn();
  const order = sampleOrder({ paymentStatus: 'pending' });
  const page = await mount(() => useCardPayment({ ...input, order, onPaying }));
  await page.act(() => page.result.pay({} as Card, {} as Parameters<typeof page.result.pay>[1]));
  // The page stays locked until it is left.
  expect([page.result.problem, onPaying.mock.calls]).toEqual([null, [[true]]]);
  expect(goToSuccess.mock.calls).toEqual([[order.transactionId]]);
});

test('who cancels at the bank’s challenge can try again, and reads that nothing was charged', async () => {
  askForToken.mockResolvedValueOnce({ kind: 'called_off', token: '' });
  const onPaying = vi.fn();
  const order = sampleOrder({ paymentStatus: 'pending' });
  const page = await mount(() => useCardPayment({ ...input, order, onPaying }));
  await page.act(() => page.result.pay({} as Card, {} as Parameters<typeof page.result.pay>[1]));
  const text = 'You canceled the payment. Nothing was charged.';
  expect(page.result.problem).toEqual({ title: text, text: undefined });
  expect(onPaying.mock.calls).toEqual([[true], [false]]);
});

test.each([
  ['is canceled at the bank’s challenge', { kind: 'called_off', token: '' }],
  ['is refused by the card field', { kind: 'refused', token: '', text: 'The card number is invalid.' }],
  ['comes too soon after others', { kind: 'token', token: 'T2' }],
])(
  'as long as an earlier try may have charged the card, a later one that %s does not deny it',
  async (_how, later) => {
    const responses = [
      [500, 'internal'],
      [429, 'too_many_declines'],
    ] as const;
    let calls = 0;
    vi.stubGlobal('fetch', async () => {
      const [status, code] = responses[calls]!;
      calls += 1;
      return Response.json({ code, message: ERROR_WORDS[code] }, { status });
    });
    const onFailed = vi.fn();
    const order = sampleOrder({ paymentStatus: 'pending' });
    let isUncharged = false;
    const page = await mount(() =>
      useCardPayment({ ...input, order, isUncharged, onPaying: () => {}, onFailed }),
    );
    const pay = () =>
      page.act(() => page.result.pay({} as Card, {} as Parameters<typeof page.result.pay>[1]));
    await pay();
    const unsure = page.result.problem;
    expect(unsure?.title).toBe(UNSURE);
    askForToken.mockResolvedValueOnce(later);
    await pay();
    expect(page.result.problem).toEqual(unsure);
    // The page around still asks what became of the first.
    expect(onFailed.mock.calls).toEqual([[true, undefined]]);
    isUncharged = true;
    await page.render();
    expect(page.result.problem?.text).toBe('Nothing was charged. You can pay again.');
  },
);

test('fields that the server refuses are shown, and can be corrected', async () => {
  const fields = { 'billingData.postalCode': 'Square did not accept this ZIP code.' };
  const body = { code: 'invalid', message: 'Please check the form.', fields };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 400 }));
  const [onPaying, onRefusedFields] = [vi.fn(), vi.fn()];
  const order = sampleOrder({ paymentStatus: 'pending' });
  const page = await mount(() => useCardPayment({ ...input, order, onPaying, onRefusedFields }));
  await page.act(() => page.result.pay({} as Card, {} as Parameters<typeof page.result.pay>[1]));
  expect(onRefusedFields.mock.calls).toEqual([[new Map([['postalCode', fields['billingData.postalCode']]])]]);
  expect([page.result.problem, onPaying.mock.calls]).toEqual([null, [[true], [false]]]);
});
