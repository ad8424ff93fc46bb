import { SquareClient } from 'square';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { billingData, checkout } from '#test/factories.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { orderOf, startCheckout } from '#test/start-checkout.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq, ne } from '../db/drizzle.ts';
import {
  disputes,
  eventCapacity,
  orders,
  paymentAttempts,
  paymentCases,
  paymentLedger,
  refunds,
  registrations,
} from '../db/tables.ts';
import { watchPayments } from './cases/watch-payments.ts';
import type { PaymentGateway } from './gateways/gateway.ts';
import { reconcilePayments } from './reconcile.ts';
import { refundOrder } from './refunds/refund-order.ts';
import { sweepPayments } from './sweep.ts';

const DAY = '2025-09-20';

let world: World;
beforeEach(async () => {
  // Nothing is reported: no webhook and no return.
  world = await createWorld({ webhooks: false });
});
afterEach(() => world.stop());

async function payUnheard() {
  const { url, transactionId } = await startCheckout(world);
  await world.pay(url);
  return orderOf(world, transactionId);
}

const openCases = async () =>
  (await world.database.db.select().from(paymentCases))
    .filter((one) => one.resolvedAt === null)
    .map(({ kind, orderId }) => [kind, orderId]);

test('the nightly sweep completes unreported payments, once', async () => {
  const order = await payUnheard();
  await sweepPayments(world.context());
  const [after] = await world.database.db.select().from(orders).where(eq(orders.id, order.id));
  expect(after!.paymentStatus).toBe('completed');
  await sweepPayments(world.context());
  expect(await openCases()).toEqual([]);
});

test('a payment whose order is gone, or that differs from the ledger, becomes a case', async () => {
  await payUnheard();
  await sweepPayments(world.context());
  const gone = await payUnheard();
  await world.database.db.transaction(async (tx) => {
    await tx.delete(orders).where(eq(orders.id, gone.id));
    await tx.update(eventCapacity).set({ currentRegistrations: 1 }).where(eq(eventCapacity.eventDate, DAY));
  });
  const [kept] = await world.database.db.select().from(paymentLedger);
  await world.database.db.update(paymentLedger).set({ amount: 19_99 });
  await sweepPayments(world.context());
  expect((await openCases()).toSorted()).toEqual([
    ['payment_mismatch', kept!.orderId],
    ['payment_without_order', null],
  ]);
  await sweepPayments(world.context());
  expect(await openCases()).toHaveLength(2);
  await world.database.db.update(paymentCases).set({ resolvedAt: world.context().now, resolvedBy: 'staff' });
  await sweepPayments(world.context());
  expect(await openCases()).toEqual([]);
});

test('a refund that fails days later is noticed even if its webhook was never delivered', async () => {
  const order = await payUnheard();
  await sweepPayments(world.context());
  world.sandbox.stripe.faults.set({ failRefundsAfterMs: 0 });
  await refundOrder(world.context(), String(order.id), {
    refundId: crypto.randomUUID(),
    amount: 20_00,
    registrationIds: [],
    freeSeats: 0,
    reason: 'buyer',
  });
  const [paidOut] = await world.database.db.select().from(refunds).where(eq(refunds.orderId, order.id));
  expect(paidOut).toMatchObject({ state: 'succeeded', nextCheckAt: null });
  // The stand-in fails it within half a second.
  await eventually(async () => {
    await sweepPayments(world.context());
    expect(await openCases()).toEqual([['refund_failed', order.id]]);
  });
  world.sandbox.stripe.faults.clear();
  const [after] = await world.database.db.select().from(orders).where(eq(orders.id, order.id));
  expect(after!.paymentStatus).toBe('review');
  await sweepPayments(world.context());
  expect(await openCases()).toEqual([['refund_failed', order.id]]);
});

test("a refund that Square's list doesn't show yet is found by a later sweep", async () => {
  await payAtSquare('4111111111111111');
  const { db } = world.database;
  const [order] = await db.select().from(orders);
  const { accessToken: token, apiUrl: baseUrl } = world.dependencies.settings.square!;
  await new SquareClient({ token, baseUrl }).refunds.refundPayment({
    idempotencyKey: 'phone',
    paymentId: order!.squarePaymentId!,
    amountMoney: { amount: 5_00n, currency: 'USD' },
  });
  const square = world.sandbox.square;
  square.faults.set({ listLagMs: 60_000 });
  await sweepPayments(world.context());
  expect(await db.select().from(refunds)).toEqual([]);
  square.faults.set({ listLagMs: 0 });
  await eventually(async () => {
    await sweepPayments(world.context());
    expect(await db.select().from(refunds)).toMatchObject([{ amount: 5_00, state: 'succeeded' }]);
  });
});

test("a dispute at Stripe and the bank's decision are found without their webhooks", async () => {
  const { url } = await startCheckout(world);
  await world.pay(url, '4000000000000259');
  for (const _ of ['once', 'twice']) await sweepPayments(world.context());
  const { db } = world.database;
  const found = async () => (await db.select().from(disputes)).map(({ amount, state }) => [amount, state]);
  expect(await found()).toEqual([[20_00, 'open']]);
  const [order] = await db.select().from(orders);
  world.sandbox.stripe.decideDispute(order!.squarePaymentId!, 'lost');
  // The list of payments fails, but not that of disputes.
  world.sandbox.stripe.faults.set({
    failNext: { method: 'GET', path: '/v1/checkout/sessions', when: 'before', kind: '500', times: 99 },
  });
  await sweepPayments(world.context());
  expect(await found()).toEqual([[20_00, 'lost']]);
  expect(await openCases()).toEqual([['dispute_lost', order!.id]]);
});

test("a list that can't be read fails the sweep, but only after the others", async () => {
  const { url } = await startCheckout(world);
  await world.pay(url, '4000000000000259');
  await sweepPayments(world.context());
  const { db } = world.database;
  const [order] = await db.select().from(orders);
  world.sandbox.stripe.decideDispute(order!.squarePaymentId!, 'lost');
  const stripe: PaymentGateway = {
    ...world.dependencies.gateways.get('stripe')!,
    listSince: () => {
      throw new Error('unreadable');
    },
  };
  const ctx = { ...world.context(), gateways: new Map([['stripe' as const, stripe]]) };
  await expect(sweepPayments(ctx)).rejects.toThrow('unreadable');
  expect(await db.select().from(disputes)).toMatchObject([{ state: 'lost' }]);
});

test('a dispute at Stripe and its end are found even if Stripe was given no address for webhooks', async () => {
  await world.stop();
  world = await createWorld({ webhooks: null });
  const { url } = await startCheckout(world);
  await world.pay(url, '4000000000000259');
  for (const _ of ['once', 'twice']) await sweepPayments(world.context());
  const { db } = world.database;
  expect(await db.select().from(disputes)).toMatchObject([{ amount: 20_00, state: 'open' }]);
  const [order] = await db.select().from(orders);
  expect(order!.disputedAt).not.toBeNull();
  world.sandbox.stripe.decideDispute(order!.squarePaymentId!, 'lost');
  const monthsLater = new Date(Date.now() + 150 * 24 * 3_600_000);
  await sweepPayments({ ...world.context(), protocolNow: () => monthsLater });
  expect(await db.select().from(disputes)).toMatchObject([{ amount: 20_00, state: 'lost' }]);
  expect(await openCases()).toEqual([['dispute_lost', order!.id]]);
});

async function payAtSquare(cardNumber: string) {
  const visitor = world.visitor();
  const wanted = { ...checkout(), provider: 'square' };
  const { transactionId } = await (await visitor.post('/api/create-checkout-session', wanted)).json();
  const sourceId = await tokenizeCard(world.sandbox.url, { cardNumber });
  const payment = { sourceId, orderId: transactionId, amount: 20_00, billingData };
  expect((await visitor.post('/api/square/process-payment', payment)).status).toBe(200);
}

test('a dispute at Square, which lists no events, is found without its webhook', async () => {
  await payAtSquare('4000000000000259');
  for (const _ of ['once', 'twice']) await sweepPayments(world.context());
  expect(await world.database.db.select().from(disputes)).toMatchObject([
    { provider: 'square', amount: 20_00, state: 'open' },
  ]);
  const [order] = await world.database.db.select().from(orders);
  expect(order!.disputedAt).not.toBeNull();
});

test('a dispute at Square from before the last three days is found if it was decided within them', async () => {
  await payAtSquare('4000000000000259');
  const threeDaysLater = new Date(Date.now() + 72 * 3_600_000 + 1);
  const sweep = () => sweepPayments({ ...world.context(), protocolNow: () => threeDaysLater });
  await sweep();
  expect(await world.database.db.select().from(disputes)).toEqual([]);
  const square = world.sandbox.square;
  square.decideDispute(square.payments()[0]!.id, 'LOST');
  await sweep();
  expect(await world.database.db.select().from(disputes)).toMatchObject([{ amount: 20_00, state: 'lost' }]);
});

test('a dispute at Square that becomes a chargeback after its inquiry was closed is lost like any other', async () => {
  await payAtSquare('4000000000000259');
  const square = world.sandbox.square;
  for (const [decision, state] of [
    ['INQUIRY_CLOSED', 'won'],
    ['EVIDENCE_REQUIRED', 'open'],
    ['LOST', 'lost'],
  ] as const) {
    square.decideDispute(square.payments()[0]!.id, decision);
    await sweepPayments(world.context());
    expect(await world.database.db.select().from(disputes)).toMatchObject([{ state }]);
  }
  const [order] = await world.database.db.select().from(orders);
  expect(await openCases()).toEqual([['dispute_lost', order!.id]]);
});

test("a payment that cannot be settled doesn't stop the nightly sweep", async () => {
  const [odd, good] = [await payUnheard(), await payUnheard()];
  await world.database.db
    .update(orders)
    .set({ totalAmount: 20_00, eventType: 'trainer' })
    .where(eq(orders.id, odd.id));
  await world.database.pool.query(
    `ALTER TABLE registrations ADD CONSTRAINT refuses CHECK (order_id <> ${odd.id})`,
  );
  await sweepPayments(world.context());
  await world.database.pool.query('ALTER TABLE registrations DROP CONSTRAINT refuses');
  const statuses = async () =>
    Promise.all(
      [odd, good].map(async ({ id }) => {
        const [row] = await world.database.db.select().from(orders).where(eq(orders.id, id));
        return row!.paymentStatus;
      }),
    );
  expect(await statuses()).toEqual(['pending', 'completed']);
  await world.database.db.update(orders).set({ eventType: 'conference' }).where(eq(orders.id, odd.id));
  await sweepPayments(world.context());
  expect(await statuses()).toEqual(['completed', 'completed']);
});

describe('money received ten minutes ago', () => {
  const tenMinutesAgo = () => new Date(world.context().now.getTime() - 10 * 60_000 - 1);

  async function paid() {
    const order = await payUnheard();
    await sweepPayments(world.context());
    await world.database.db.update(paymentLedger).set({ recordedAt: tenMinutesAgo() });
    await watchPayments(world.context());
    expect(await openCases()).toEqual([]);
    return order;
  }

  test('without tickets becomes a case, once and not earlier', async () => {
    const order = await paid();
    await world.database.db.delete(registrations).where(eq(registrations.orderId, order.id));
    const ofOrder = eq(paymentLedger.orderId, order.id);
    await world.database.db.update(paymentLedger).set({ recordedAt: world.context().now }).where(ofOrder);
    await watchPayments(world.context());
    expect(await openCases()).toEqual([]);
    await world.database.db.update(paymentLedger).set({ recordedAt: tenMinutesAgo() }).where(ofOrder);
    await watchPayments(world.context());
    await watchPayments(world.context());
    expect(await openCases()).toEqual([['payment_mismatch', order.id]]);
  });

  test('for an order whose people staff removed is not a case, because its seat can be named again', async () => {
    const order = await paid();
    const staff = await world.staff();
    const [only] = await world.database.db
      .select()
      .from(registrations)
      .where(eq(registrations.orderId, order.id));
    const path = `/api/admin/registrations/${only!.id}?organizer=true`;
    expect((await staff.request(path, { method: 'DELETE' })).status).toBe(200);
    await watchPayments(world.context());
    expect(await openCases()).toEqual([]);
    // More than the order's total is still a case.
    await world.database.db.update(orders).set({ totalAmount: 19_99 }).where(eq(orders.id, order.id));
    await watchPayments(world.context());
    expect(await openCases()).toEqual([['payment_mismatch', order.id]]);
  });

  test('for an order that has ended is a case unless it is refunded', async () => {
    const order = await paid();
    await world.database.db.update(orders).set({ paymentStatus: 'expired' }).where(eq(orders.id, order.id));
    const [capture] = await world.database.db
      .select()
      .from(paymentLedger)
      .where(eq(paymentLedger.orderId, order.id));
    const id = crypto.randomUUID();
    await world.database.db.insert(refunds).values({
      ...{ id, orderId: order.id, provider: 'stripe', moneyRef: capture!.moneyRef, amount: 20_00 },
      ...{ currency: 'usd', reason: 'late_payment', state: 'pending', requestedBy: 'test' },
      createdAt: world.context().now,
    });
    await watchPayments(world.context());
    expect(await openCases()).toEqual([]);
    await world.database.db.update(refunds).set({ amount: 19_99 }).where(eq(refunds.id, id));
    await watchPayments(world.context());
    expect(await openCases()).toEqual([['payment_mismatch', order.id]]);
    await world.database.db.delete(refunds).where(eq(refunds.id, id));
  });

  test('twice for an order is a case, even though the order has its tickets', async () => {
    const order = await paid();
    await world.database.db.insert(paymentLedger).values({
      ...{ orderId: order.id, provider: 'stripe', kind: 'capture', moneyRef: 'pi_second', amount: 20_00 },
      ...{ currency: 'usd', livemode: false, recordedAt: tenMinutesAgo() },
    });
    await watchPayments(world.context());
    expect(await openCases()).toEqual([['payment_mismatch', order.id]]);
    await world.database.db.delete(paymentLedger).where(eq(paymentLedger.moneyRef, 'pi_second'));
  });
});

describe('an expired checkout', () => {
  const silent = async (ctx = world.context()) => {
    await watchPayments(ctx);
    return (await openCases()).filter(([kind]) => kind === 'provider_silent');
  };
  const later = (minutes: number) => {
    const ctx = world.context();
    return { ...ctx, now: new Date(ctx.now.getTime() + minutes * 60_000) };
  };

  test("that the provider doesn't respond about for fifteen minutes is one case, which closes when it does", async () => {
    const order = await payUnheard();
    world.sandbox.stripe.faults.set({
      failNext: { method: 'GET', path: '/v1/checkout/sessions/*', when: 'before', kind: '500', times: 99 },
    });
    await reconcilePayments(later(60));
    expect(await silent(later(74))).toEqual([]);
    await reconcilePayments(later(74));
    expect(await silent(later(75))).toEqual([['provider_silent', order.id]]);
    expect(await silent(later(76))).toEqual([['provider_silent', order.id]]);
    world.sandbox.stripe.faults.clear();
    await reconcilePayments(later(77));
    expect(await silent(later(77))).toEqual([]);
  });

  test('that nobody has checked, because the site was down for hours, is no case', async () => {
    await payUnheard();
    expect(await silent(later(240))).toEqual([]);
    await reconcilePayments(later(240));
    expect(await silent(later(260))).toEqual([]);
  });

  test('that failed once, and was checked since, is no case', async () => {
    const order = await payUnheard();
    const attempt = eq(paymentAttempts.orderId, order.id);
    await world.database.db
      .update(paymentAttempts)
      .set({ failingSince: new Date(0) })
      .where(attempt);
    await world.database.db
      .update(paymentAttempts)
      .set({ nextCheckAt: new Date(0) })
      .where(attempt);
    await reconcilePayments(world.context());
    await world.database.db
      .update(paymentAttempts)
      .set({ state: 'open', holdUntil: new Date(0) })
      .where(attempt);
    expect(await silent()).toEqual([]);
  });
});

test('a charge and a refund without a response after fifteen minutes become cases', async () => {
  const order = await payUnheard();
  const attempt = eq(paymentAttempts.orderId, order.id);
  const asked = { state: 'unknown' as const, tokenPrint: 'sent', checks: 3 };
  await world.database.db.update(paymentAttempts).set(asked).where(attempt);
  const id = crypto.randomUUID();
  await world.database.db.insert(refunds).values({
    ...{
      id,
      orderId: order.id,
      provider: 'stripe',
      moneyRef: 'pi_none',
      amount: 1,
      currency: 'usd',
      checks: 4,
    },
    ...{ reason: 'buyer', state: 'pending', requestedBy: 'test', createdAt: world.context().now },
  });
  const silent = async () => {
    await watchPayments(world.context());
    return (await openCases()).filter(([kind]) => kind === 'provider_silent');
  };
  expect(await silent()).toEqual([]);
  await world.database.db.update(paymentAttempts).set({ checks: 4 }).where(attempt);
  expect(await silent()).toEqual([['provider_silent', order.id]]);
  await world.database.db.update(refunds).set({ checks: 5 }).where(eq(refunds.id, id));
  expect(await silent()).toHaveLength(2);
  await world.database.db.delete(refunds).where(eq(refunds.id, id));
  await world.database.db.update(paymentAttempts).set({ state: 'open' }).where(attempt);
  expect(await silent()).toEqual([]);
});

test('an open checkout is checked at least every ten minutes', async () => {
  const order = await payUnheard();
  const attempt = eq(paymentAttempts.orderId, order.id);
  await world.database.db
    .update(paymentAttempts)
    .set({ state: 'canceled' })
    .where(ne(paymentAttempts.orderId, order.id));
  world.sandbox.stripe.faults.set({
    failNext: { method: 'GET', path: '/v1/checkout/sessions/*', when: 'before', kind: '500', times: 9 },
  });
  await world.database.db
    .update(paymentAttempts)
    .set({ checks: 7, nextCheckAt: new Date(0) })
    .where(attempt);
  await reconcilePayments(world.context());
  world.sandbox.stripe.faults.clear();
  const [row] = await world.database.db.select().from(paymentAttempts).where(attempt);
  const minutes = (row!.nextCheckAt!.getTime() - Date.now()) / 60_000;
  expect([row!.checks, Math.round(minutes)]).toEqual([8, 8]);
});

test('a delayed payment past its hold is checked when it is due, not every minute', async () => {
  const order = await payUnheard();
  const attempt = eq(paymentAttempts.orderId, order.id);
  const nextCheckAt = new Date(Date.now() + 30 * 60_000);
  const past = { state: 'processing', holdUntil: new Date(0), nextCheckAt } as const;
  await world.database.db.update(paymentAttempts).set(past).where(attempt);
  const state = async () => (await world.database.db.select().from(paymentAttempts).where(attempt))[0]!.state;
  await reconcilePayments(world.context());
  expect(await state()).toBe('processing');
  await world.database.db
    .update(paymentAttempts)
    .set({ nextCheckAt: new Date(0) })
    .where(attempt);
  await reconcilePayments(world.context());
  expect(await state()).toBe('paid');
});

test("seat counts that don't add up raise a case; correct ones don't", async () => {
  await startCheckout(world);
  await watchPayments(world.context());
  expect(await openCases()).toEqual([]);
  await world.database.db
    .update(eventCapacity)
    .set({ currentRegistrations: 2 })
    .where(eq(eventCapacity.eventDate, DAY));
  await watchPayments(world.context());
  expect(await openCases()).toEqual([['capacity_drift', null]]);
});
