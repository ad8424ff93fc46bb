import { expect, test } from 'vitest';
import { setStand } from '#test/sandbox/set-stand.ts';
import { locationId, openStand, pay, paymentOf, refusal, tokenizeCard } from '#test/sandbox/square-stand.ts';

const stand = setStand(openStand);

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
});

test('the list shows a refund, and its completion, two seconds later', async () => {
  const listed = async () => {
    const { data } = await stand.square.refunds.list({ locationId, limit: 2 });
    return data.map(({ id, status }) => [id, status]);
  };
  stand.sandbox.faults.set({ holdRefunds: true });
  const { id } = await pay(stand);
  const first = await refund(id, 500n);
  expect(await listed()).not.toContainEqual([first.id, 'PENDING']);
  stand.pass(2);
  const second = await refund(id, 500n);
  stand.sandbox.faults.clear();
  expect(await stateOf(first.id)).toBe('COMPLETED');
  expect(await listed()).toContainEqual([first.id, 'PENDING']);
  stand.pass(2);
  expect(await listed()).toEqual([
    [second.id, 'COMPLETED'],
    [first.id, 'COMPLETED'],
  ]);
});

test('while a refund is pending, the same amount cannot be refunded again', async () => {
  stand.sandbox.faults.set({ holdRefunds: true });
  const { id } = await pay(stand);
  const first = await refund(id, 1500n);
  expect(await stateOf(first.id)).toBe('PENDING');
  expect(await refusal(refund(id, 501n))).toEqual(refused('REFUND_ALREADY_PENDING'));
  const refunded = () => stand.sandbox.payments().find((one) => one.id === id)?.refunded_money?.amount;
  expect(refunded()).toBeUndefined();
  // At once, not at the next look.
  stand.sandbox.faults.clear();
  expect(refunded()).toBe(1500);
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
  expect((await refusal(refund(approved.id, 1n))).code).toBe('PAYMENT_NOT_REFUNDABLE');
  const failed = (
    await refusal(stand.square.payments.create(paymentOf({ sourceId: 'cnon:card-nonce-declined' })))
  ).payment!;
  expect((await refusal(refund(failed.id, 1n))).code).toBe('PAYMENT_NOT_REFUNDABLE');
});

test('the dispute card pays; its payment is disputed at once and cannot be refunded', async () => {
  const sourceId = await tokenizeCard(stand.url, { cardNumber: '4000 0000 0000 0259' });
  const { id } = await pay(stand, { sourceId });
  const [newest] = (await stand.square.disputes.list()).data;
  expect(newest).toMatchObject({
    state: 'EVIDENCE_REQUIRED',
    amountMoney: { amount: 2000n },
    disputedPayment: { paymentId: id },
  });
  expect(newest!.updatedAt).toBe(newest!.createdAt);
  const { dispute } = await stand.square.disputes.get({ disputeId: newest!.id! });
  expect(dispute).toEqual(newest);
  const disputed = { ...refused('PAYMENT_NOT_REFUNDABLE_DUE_TO_DISPUTE'), field: 'payment_id' };
  expect(await refusal(refund(id, 1n))).toEqual(disputed);
});
