import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { locationId, openStand, pay, paymentOf, refusal, type Stand, tokenizeCard } from './test-stand.ts';

let stand: Stand;
beforeAll(async () => {
  stand = await openStand();
});
afterEach(() => stand.sandbox.faults.clear());
afterAll(() => stand.kill());

let key = 0;
const refund = async (paymentId: string, amount: bigint) => {
  key += 1;
  const money = { amount, currency: 'USD' } as const;
  const request = { idempotencyKey: `refund-${key}`, paymentId, amountMoney: money, reason: 'Asked' };
  return (await stand.square.refunds.refundPayment(request)).refund!;
};
const stateOf = async (refundId: string) => (await stand.square.refunds.get({ refundId })).refund?.status;
const refused = (code: string) => ({ status: 400, category: 'REFUND_ERROR', code });

test('partial refunds are pending, then completed, and never exceed the payment', async () => {
  const { id } = await pay(stand);
  const first = await refund(id, 500n);
  expect(first).toMatchObject({
    status: 'PENDING',
    paymentId: id,
    amountMoney: { amount: 500n },
    reason: 'Asked',
  });
  expect(await stateOf(first.id)).toBe('COMPLETED');
  expect(await refusal(refund(id, 1501n))).toEqual({
    ...refused('REFUND_AMOUNT_INVALID'),
    field: 'amount_money.amount',
  });
  const second = await refund(id, 1500n);
  expect(await stateOf(second.id)).toBe('COMPLETED');
  const { payment } = await stand.square.payments.get({ paymentId: id });
  expect(payment).toMatchObject({
    status: 'COMPLETED',
    refundedMoney: { amount: 2000n, currency: 'USD' },
    refundIds: [first.id, second.id],
  });
  const listed = (await stand.square.refunds.list({ locationId, limit: 2 })).data.map((one) => one.id);
  expect(listed).toEqual([second.id, first.id]);
});

test('while a refund is pending, the same amount cannot be refunded again', async () => {
  stand.sandbox.faults.set({ holdRefunds: true });
  const { id } = await pay(stand);
  const first = await refund(id, 1500n);
  expect(await stateOf(first.id)).toBe('PENDING');
  expect(await refusal(refund(id, 501n))).toEqual(refused('REFUND_ALREADY_PENDING'));
  stand.sandbox.faults.clear();
  expect(await stateOf(first.id)).toBe('COMPLETED');
});

test('a refund that fails later leaves its amount refundable', async () => {
  stand.sandbox.faults.set({ failRefundsAfterMs: 0 });
  const { id } = await pay(stand);
  const failing = await refund(id, 2000n);
  expect(failing.status).toBe('PENDING');
  expect(await stateOf(failing.id)).toBe('FAILED');
  stand.sandbox.faults.clear();
  expect((await stand.square.payments.get({ paymentId: id })).payment?.refundedMoney).toBeUndefined();
  expect(await stateOf((await refund(id, 2000n)).id)).toBe('COMPLETED');
});

test('an incomplete or failed payment cannot be refunded', async () => {
  const approved = await pay(stand, { autocomplete: false });
  expect((await refusal(refund(approved.id, 1n))).code).toBe('REFUND_ERROR_PAYMENT_NEEDS_COMPLETION');
  const failed = (
    await refusal(stand.square.payments.create(paymentOf({ sourceId: 'cnon:card-nonce-declined' })))
  ).payment!;
  expect((await refusal(refund(failed.id, 1n))).code).toBe('PAYMENT_NOT_REFUNDABLE');
});

test('a payment cannot be refunded while disputed, or after the dispute is lost', async () => {
  const control = async (path: string, body: object) => {
    const options = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${stand.url}/control/square/disputes${path}`, options);
    return (await response.json()) as { dispute: { id: string; state: string } };
  };
  const [won, lost] = [await pay(stand), await pay(stand)];
  const first = (await control('', { payment_id: won.id, amount: 700 })).dispute;
  const second = (await control('', { payment_id: lost.id })).dispute;
  const { dispute } = await stand.square.disputes.get({ disputeId: first.id });
  expect(dispute).toMatchObject({
    state: 'EVIDENCE_REQUIRED',
    amountMoney: { amount: 700n },
    disputedPayment: { paymentId: won.id },
  });
  const disputed = { ...refused('PAYMENT_NOT_REFUNDABLE_DUE_TO_DISPUTE'), field: 'payment_id' };
  expect(await refusal(refund(won.id, 1n))).toEqual(disputed);
  await control(`/${first.id}`, { state: 'WON' });
  await control(`/${second.id}`, { state: 'LOST' });
  expect((await refund(won.id, 1n)).status).toBe('PENDING');
  expect(await refusal(refund(lost.id, 1n))).toEqual(disputed);
  const states = (await stand.square.disputes.list()).data.map(({ state }) => state);
  expect(states).toEqual(['LOST', 'WON']);
});

test('the dispute card pays, and its payment is disputed at once', async () => {
  const sourceId = await tokenizeCard(stand.url, { cardNumber: '4000 0000 0000 0259' });
  const { id } = await pay(stand, { sourceId });
  const [newest] = (await stand.square.disputes.list()).data;
  expect(newest?.disputedPayment?.paymentId).toBe(id);
});
