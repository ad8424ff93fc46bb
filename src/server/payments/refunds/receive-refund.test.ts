import { randomUUID } from 'node:crypto';
import { SquareClient } from 'square';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PaymentCase } from '#contract/refunds.ts';
import { auditRows } from '#test/audit-rows.ts';
import { eventually } from '#test/eventually.ts';
import { checkout } from '#test/factories.ts';
import { setRefundStage } from '#test/refund-stage.ts';
import { and, eq, ne } from '../../db/drizzle.ts';
import { orders, paymentCases, paymentLedger, refunds } from '../../db/tables.ts';
import { sweepPayments } from '../sweep.ts';
import { receiveRefund } from './receive-refund.ts';

const stage = setRefundStage();
const { buy, refund, standing, casesOf } = stage;
afterEach(() => vi.restoreAllMocks());

async function caseOf(id: number): Promise<PaymentCase> {
  const cases: PaymentCase[] = await (await stage.staff.get('/api/admin/payment-cases')).json();
  return cases.find((one) => one.orderId === id)!;
}

describe.each(['stripe', 'square'] as const)('a refund in the dashboard of %s', (provider) => {
  const gateway = () => stage.world.dependencies.gateways.get(provider)!;
  const faults = () => stage.world.sandbox[provider].faults;
  const bought = async () => (await buy({ ...checkout(), provider })).order.id;

  async function refundThere(id: number, amount: number): Promise<string> {
    const { db } = stage.world.database;
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    const moneyRef = order!.squarePaymentId!;
    const { square } = stage.world.dependencies.settings;
    if (provider === 'stripe')
      return (await stage.world.stripe.refunds.create({ payment_intent: moneyRef, amount })).id;
    const client = new SquareClient({ token: square!.accessToken, baseUrl: square!.apiUrl });
    const { refund: made } = await client.refunds.refundPayment({
      idempotencyKey: randomUUID(),
      paymentId: moneyRef,
      amountMoney: { amount: BigInt(amount), currency: 'USD' },
      reason: 'Asked for by phone',
    });
    return made!.id!;
  }

  const paid = (ref: string) =>
    eventually(async () => {
      const told = await gateway().fetchRefund(ref);
      expect(told?.state).toBe('succeeded');
      return told!;
    });

  /** After Square's list has caught up. */
  const sweep = () => {
    stage.world.sandbox.square.faults.set({ listLagMs: 0 });
    return sweepPayments(stage.world.context());
  };

  const becomes = (id: number, wanted: object) =>
    eventually(async () => expect(await standing(id)).toMatchObject(wanted));

  test('of a part counts once, and staff are asked about the seats once', async () => {
    const id = await bought();
    const told = await paid(await refundThere(id, 5_00));
    await becomes(id, { status: 'partially_refunded', kept: 15_00, people: ['Jane'] });
    for (const _ of ['once', 'twice'])
      await Promise.all([1, 2, 3].map(() => receiveRefund(stage.world.context(), provider, told)));
    await sweep();
    expect(await standing(id)).toMatchObject({ status: 'partially_refunded', kept: 15_00, returned: 0 });
    const money = await (await stage.staff.get(`/api/admin/orders/${id}/refunds`)).json();
    expect(money).toMatchObject({ captured: 20_00, refunded: 5_00, refundable: 15_00 });
    expect(money.refunds).toMatchObject([{ amount: 5_00, state: 'succeeded', requestedBy: 'provider' }]);
    const cases: PaymentCase[] = await (await stage.staff.get('/api/admin/payment-cases')).json();
    expect(cases.filter((one) => one.orderId === id)).toMatchObject([
      { kind: 'refund_elsewhere', details: { provider, amount: 5_00 }, decisions: ['dismiss'], refund: null },
    ]);
    const cancelable = () => stage.staff.get(`/api/order/${id}/cancellation`);
    expect(await (await cancelable()).json()).toMatchObject({ isRefundedElsewhere: true });
  });

  test('of a part of an order under review asks about the seats, too, but leaves the review to its own case', async () => {
    const id = await bought();
    const { db } = stage.world.database;
    await db.update(orders).set({ paymentStatus: 'review' }).where(eq(orders.id, id));
    await refundThere(id, 5_00);
    await becomes(id, { status: 'review', kept: 15_00, people: ['Jane'] });
    const cases: PaymentCase[] = await (await stage.staff.get('/api/admin/payment-cases')).json();
    const found = cases.filter((one) => one.orderId === id);
    expect(found).toMatchObject([{ kind: 'refund_elsewhere', decisions: ['dismiss'], refund: null }]);
    const resolve = async (decision: string) =>
      (await stage.staff.post(`/api/admin/payment-cases/${found[0]!.id}/resolve`, { decision })).status;
    expect([await resolve('accept'), await resolve('dismiss')]).toEqual([409, 200]);
    expect(await standing(id)).toMatchObject({ status: 'review', kept: 15_00 });
  });

  test('of everything ends the order', async () => {
    const before = await stage.seatsTaken();
    const id = await bought();
    await refundThere(id, 20_00);
    await becomes(id, { status: 'refunded', kept: 0, people: [] });
    expect(await stage.seatsTaken()).toBe(before);
    expect((await stage.mailsOf(id, 'refund_notice')).length).toBe(1);
    expect(await casesOf(id)).toEqual([]);
  });

  test('that no webhook reports is found by the nightly sweep', async () => {
    const id = await bought();
    faults().set({ dropWebhooks: 'all' });
    await paid(await refundThere(id, 5_00));
    await sweep();
    expect(await standing(id)).toMatchObject({ status: 'partially_refunded', kept: 15_00 });
  });

  test('before its payment is recorded waits for it', async () => {
    const id = await bought();
    const { db } = stage.world.database;
    const captured = await db.delete(paymentLedger).where(eq(paymentLedger.orderId, id)).returning();
    const told = await paid(await refundThere(id, 20_00));
    const receive = () => receiveRefund(stage.world.context(), provider, told);
    await expect(receive()).rejects.toMatchObject({ code: 'unavailable' });
    await db.insert(paymentLedger).values(captured);
    await receive();
    await becomes(id, { status: 'refunded', kept: 0, people: [] });
  });

  test('of what exceeds the order’s total leaves the order as it is', async () => {
    const id = await bought();
    const { db } = stage.world.database;
    await db.update(orders).set({ totalAmount: 15_00 }).where(eq(orders.id, id));
    await refundThere(id, 5_00);
    await becomes(id, { status: 'completed', kept: 15_00, people: ['Jane'] });
    expect(await casesOf(id)).toEqual([]);
  });

  test('that fails after all counts no longer', async () => {
    const id = await bought();
    const told = await paid(await refundThere(id, 5_00));
    await becomes(id, { kept: 15_00 });
    await receiveRefund(stage.world.context(), provider, { ...told, state: 'failed' });
    expect(await standing(id)).toMatchObject({ status: 'completed', kept: 20_00, people: ['Jane'] });
    const cases = await stage.world.database.db
      .select()
      .from(paymentCases)
      .where(eq(paymentCases.orderId, id));
    // No seat should go for money that came back.
    expect(Object.fromEntries(cases.map((one) => [one.kind, one.resolvedBy]))).toEqual({
      ...{ refund_elsewhere: 'site', refund_failed: null },
    });
  });

  test('whose later state is not documented counts as before, and is not passed over in silence', async () => {
    const id = await bought();
    const told = await paid(await refundThere(id, 5_00));
    await becomes(id, { kept: 15_00 });
    const later = receiveRefund(stage.world.context(), provider, { ...told, state: null });
    // Square's reference begins with the payment's, which opens the order, so no message in the log names it.
    await expect(later).rejects.toThrow(/^the refund [0-9a-f-]{36} is in a state that is not documented$/);
    const unknown = receiveRefund(stage.world.context(), provider, { ...told, ref: 'other', state: null });
    await expect(unknown).rejects.toThrow(
      new Error(`a refund of order ${id} is in a state that is not documented`),
    );
    expect(await standing(id)).toMatchObject({ status: 'partially_refunded', kept: 15_00 });
  });

  test('is not what a webhook reports of our own before our call is answered', async () => {
    const id = await bought();
    const refundId = randomUUID();
    const send = gateway().refund.bind(gateway());
    vi.spyOn(gateway(), 'refund').mockImplementationOnce(async (wish) => {
      const made = await send(wish);
      await receiveRefund(stage.world.context(), provider, await paid(made.ref!));
      return made;
    });
    expect((await refund(id, { refundId, amount: 5_00 })).status).toBe(200);
    await becomes(id, { status: 'partially_refunded', kept: 15_00 });
    const rows = await stage.world.database.db.select().from(refunds).where(eq(refunds.orderId, id));
    expect(rows).toMatchObject([{ id: refundId, state: 'succeeded' }]);
    expect(await casesOf(id)).toEqual([]);
  });

  test('or one that a restored backup lacks is recorded under its id', async () => {
    const id = await bought();
    const refundId = randomUUID();
    await refund(id, { refundId, amount: 5_00 });
    await stage.waitForRefunds(id, 'succeeded');
    faults().set({ dropWebhooks: 'all' });
    const { db } = stage.world.database;
    await db.delete(refunds).where(eq(refunds.id, refundId));
    await db
      .delete(paymentLedger)
      .where(and(eq(paymentLedger.orderId, id), eq(paymentLedger.kind, 'refund')));
    await db.update(orders).set({ paymentStatus: 'completed' }).where(eq(orders.id, id));
    await sweep();
    expect(await standing(id)).toMatchObject({ status: 'partially_refunded', kept: 15_00 });
    const rows = await db.select().from(refunds).where(eq(refunds.orderId, id));
    expect(rows.map((row) => row.id)).toEqual([refundId]);
    expect(await casesOf(id)).toEqual(['refund_elsewhere']);
  });
});

/** An order that was paid twice, and our own refund of the second payment, which Stripe doesn't answer yet. */
async function payTwice() {
  const { id } = (await buy()).order;
  const { faults } = stage.world.sandbox.stripe;
  faults.set({ failNext: { method: 'POST', path: '/v1/refunds', when: 'before', kind: 'drop', times: 9 } });
  await stage.payAgain(id);
  faults.clear();
  const [own] = await stage.world.database.db.select().from(refunds).where(eq(refunds.orderId, id));
  expect(own).toMatchObject({ reason: 'duplicate', state: 'pending' });
  const requested = await auditRows(stage.world, { orderId: id, action: 'refund_requested' });
  expect(requested.map(({ details }) => details)).toMatchObject([{ amount: 20_00, reason: 'duplicate' }]);
  return { id, own: own! };
}

test('a duplicate payment that is refunded in the dashboard while our own refund of it is pending leaves the paid order as it is', async () => {
  const { id, own } = await payTwice();
  await stage.world.stripe.refunds.create({ payment_intent: own.moneyRef });
  const paidOnce = { status: 'completed', kept: 20_00, people: ['Jane'] };
  await eventually(async () => expect(await standing(id)).toMatchObject({ ...paidOnce }));
  await stage.waitForRefunds(id, 'failed');
  expect(await standing(id)).toMatchObject(paidOnce);
  expect(await casesOf(id)).toEqual(['refund_failed']);
  expect(await caseOf(id)).toMatchObject({ decisions: ['dismiss'], refund: null });
});

test('a part of the first payment that is refunded in the dashboard, while ours of the second is pending, asks about seats', async () => {
  const { id, own } = await payTwice();
  const isFirst = and(eq(paymentLedger.orderId, id), ne(paymentLedger.moneyRef, own.moneyRef));
  const [first] = await stage.world.database.db.select().from(paymentLedger).where(isFirst);
  await receiveRefund(stage.world.context(), 'stripe', {
    ...{ refundId: '', ref: `re_${id}`, moneyRef: first!.moneyRef, state: 'succeeded' as const },
    amount: { minor: 5_00, currency: 'usd' },
  });
  expect(await casesOf(id)).toEqual(['refund_elsewhere']);
});

test('a case no longer offers what was refunded of its second payment in the dashboard', async () => {
  const { id } = (await buy()).order;
  await stage.payAgain(id, { captured: { minor: 7_00, currency: 'usd' } });
  expect(await caseOf(id)).toMatchObject({ kind: 'payment_mismatch', refund: { amount: 7_00 } });
  const [second] = await stage.world.database.db
    .select()
    .from(paymentLedger)
    .where(and(eq(paymentLedger.orderId, id), eq(paymentLedger.amount, 7_00)));
  const refundThere = async (amount: number, kept: number) => {
    await stage.world.stripe.refunds.create({ payment_intent: second!.moneyRef, amount });
    await eventually(async () => expect(await standing(id)).toMatchObject({ status: 'completed', kept }));
  };
  await refundThere(3_00, 24_00);
  expect((await caseOf(id)).refund).toEqual({ amount: 4_00, isWhole: false, seats: 0 });
  await refundThere(4_00, 20_00);
  expect(await caseOf(id)).toMatchObject({ decisions: ['dismiss'], refund: null });
});

test('a refund of a payment that is not recorded here changes nothing', async () => {
  await receiveRefund(stage.world.context(), 'stripe', {
    ...{ refundId: '', ref: 're_other', moneyRef: 'pi_other', state: 'succeeded' },
    amount: { minor: 5_00, currency: 'usd' },
  });
  expect(await stage.world.database.db.$count(refunds, eq(refunds.ref, 're_other'))).toBe(0);
});
