import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { billingData, checkout } from '#test/factories.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { attemptsOf, startCheckout } from '#test/start-checkout.ts';
import { createWorld, type World } from '#test/world.ts';
import type { Context } from '../context.ts';
import { and, eq } from '../db/drizzle.ts';
import { orders, paymentAttempts, paymentLedger, registrations } from '../db/tables.ts';
import { closeOrder } from '../payments/close-order.ts';
import { ProviderUnavailable, type TokenGateway } from '../payments/gateways/gateway.ts';
import { createSquareGateway } from '../payments/gateways/square/square-gateway.ts';
import { beginVoiding, closeAttempt, endVoiding } from '../payments/look-up-attempt.ts';
import { reconcilePayments } from '../payments/reconcile.ts';
import { abandonAttempt } from '../payments/renew-attempt.ts';
import { settle } from '../payments/settle.ts';
import { chargeCard } from './charge-card.ts';
import { chargeOf } from './open-payment-page.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => world.sandbox.square.faults.clear());
afterAll(() => world.stop());

/** An address other than the buyer's. */
const receipts = { ...billingData, email: 'receipts@example.org' };

const openCheckout = (changes: Record<string, unknown> = {}) =>
  startCheckout(world, { ...checkout(changes), provider: 'square' });
type Open = Awaited<ReturnType<typeof openCheckout>>;

/** The card form's call, made on the server. */
async function pay({ transactionId }: Open, changes: { ctx?: Context; token?: string } = {}) {
  const sourceId = changes.token ?? (await tokenizeCard(world.sandbox.url));
  const input = { sourceId, orderId: transactionId, amount: 2000, billingData: receipts };
  return chargeCard(changes.ctx ?? world.context(), input).then(
    () => 'paid',
    (error: { code: string }) => error.code,
  );
}

function square(): TokenGateway {
  const gateway = world.dependencies.gateways.get('square');
  if (gateway?.flow !== 'token') throw new Error('Square is not offered');
  return gateway;
}

function withSquare(gateway: TokenGateway): Context {
  return { ...world.context(), gateways: new Map([['square', gateway]]) };
}

async function standing(open: Open) {
  const { db } = world.database;
  const { orderId } = open;
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const isCapture = and(eq(paymentLedger.orderId, orderId), eq(paymentLedger.kind, 'capture'));
  return {
    status: order!.paymentStatus,
    people: await db.$count(registrations, eq(registrations.orderId, orderId)),
    captures: await db.$count(paymentLedger, isCapture),
    charges: paymentsOf(open).filter((one) => one.status === 'COMPLETED').length,
  };
}

function paymentsOf({ orderId }: Open) {
  return world.sandbox.square.payments().filter((one) => one.note?.startsWith(`order:${orderId} `));
}

const PAID = { status: 'completed', people: 1, captures: 1, charges: 1 };
const OPEN = { status: 'pending', people: 0, captures: 0, charges: 0 };

/** Marks the attempt as asked and charges it at Square, like a process that dies before reading the response. */
async function chargeUnheard(open: Open) {
  world.sandbox.square.faults.set({ dropWebhooks: 'all' });
  const { db } = world.database;
  const [attempt] = await db
    .update(paymentAttempts)
    .set({ state: 'unknown', tokenPrint: 'gone', nextCheckAt: new Date(Date.now() + 60_000) })
    .where(eq(paymentAttempts.orderId, open.orderId))
    .returning();
  const [order] = await db.select().from(orders).where(eq(orders.id, open.orderId));
  const token = await tokenizeCard(world.sandbox.url);
  const snapshot = await square().charge(chargeOf(world.context(), order!, attempt!), {
    token,
    billing: null,
  });
  return { attempt: attempt!, snapshot };
}

test('a charge that succeeds after our timeout is kept and gets its ticket', async () => {
  const open = await openCheckout();
  world.sandbox.square.faults.set({
    failNext: { method: 'POST', path: '/v2/payments', when: 'before', kind: 'held' },
  });
  const hurried = withSquare(createSquareGateway(world.dependencies.settings.square!, 'suite', 0.2));
  expect(await pay(open, { ctx: hurried })).toBe('payment_under_way');
  expect(await pay(open)).toBe('payment_under_way');
  expect(await standing(open)).toEqual(OPEN);
  world.sandbox.square.faults.clear();
  await eventually(async () => expect(await standing(open)).toEqual(PAID));
  expect(paymentsOf(open)).toHaveLength(1);
});

test('twenty charges whose responses were all lost are each voided or kept, and every ticket is paid', async () => {
  const ends = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const open = await openCheckout();
      world.sandbox.square.faults.set({
        failNext: { method: 'POST', path: '/v2/payments', when: 'after', kind: 'drop', times: 40 },
      });
      expect(['paid', 'payment_provider_unavailable', 'payment_under_way']).toContain(await pay(open));
      return open;
    }),
  );
  world.sandbox.square.faults.clear();
  for (const open of ends) {
    await eventually(async () => expect([PAID, OPEN]).toContainEqual(await standing(open)));
    if ((await standing(open)).status === 'pending') expect(await pay(open)).toBe('paid');
    expect(await standing(open)).toEqual(PAID);
  }
});

test("a payment doesn't count while its key is being voided, or if it was reported before the void", async () => {
  const open = await openCheckout();
  const { attempt, snapshot } = await chargeUnheard(open);
  await beginVoiding(world.context(), attempt);
  await expect(settle(world.context(), snapshot)).rejects.toBeInstanceOf(ProviderUnavailable);
  expect(await closeAttempt(world.context(), attempt)).toBeNull();
  expect(await pay(open)).toBe('payment_under_way');
  await world.database.db
    .update(paymentAttempts)
    .set({ state: 'canceled' })
    .where(eq(paymentAttempts.id, attempt.id));
  expect(await settle(world.context(), snapshot)).toBe('try_again');
  expect(await standing(open)).toEqual(OPEN);
});

test('a payment that could not be voided counts', async () => {
  const open = await openCheckout();
  const { attempt, snapshot } = await chargeUnheard(open);
  await beginVoiding(world.context(), attempt);
  await endVoiding(world.context(), attempt);
  expect(await settle(world.context(), snapshot)).toBe('complete');
  expect(await beginVoiding(world.context(), attempt)).toMatchObject({ state: 'paid' });
  expect(await closeAttempt(world.context(), attempt)).toMatchObject({ state: 'paid' });
  expect(await standing(open)).toEqual(PAID);
});

test('while a card is being charged, nothing else ends the order', async () => {
  const open = await openCheckout({ checkoutId: crypto.randomUUID() });
  const { snapshot } = await chargeUnheard(open);
  await expect(closeOrder(world.context(), open.orderId, 'cancelled')).rejects.toBeInstanceOf(
    ProviderUnavailable,
  );
  await settle(world.context(), snapshot);
  expect(await standing(open)).toEqual(PAID);
});

test('a changed checkout waits for a card submitted earlier', async () => {
  const checkoutId = crypto.randomUUID();
  const open = await openCheckout({ checkoutId });
  await chargeUnheard(open);
  const changed = { ...checkout({ checkoutId, phone: '303 555 0199' }), provider: 'square' };
  const response = await open.buyer.post('/api/create-checkout-session', changed);
  expect([response.status, (await response.json()).code]).toEqual([409, 'payment_under_way']);
  expect((await standing(open)).status).toBe('pending');
});

test("a second tab is told that the first tab's card was declined", async () => {
  const open = await openCheckout();
  world.sandbox.square.faults.set({ dropWebhooks: 'all', listLagMs: 0 });
  const [attempt] = await attemptsOf(world, open);
  const [order] = await world.database.db.select().from(orders).where(eq(orders.id, open.orderId));
  await world.database.db
    .update(paymentAttempts)
    .set({ state: 'unknown', tokenPrint: 'gone' })
    .where(eq(paymentAttempts.id, attempt!.id));
  const token = await tokenizeCard(world.sandbox.url, { cvv: '911' });
  await square().charge(chargeOf(world.context(), order!, attempt!), { token, billing: null });
  expect(await pay(open)).toBe('payment_declined');
  expect(await pay(open)).toBe('paid');
  expect(await standing(open)).toEqual(PAID);
});

test('if the provider account lacks a permission, nobody is charged and the order stays open', async () => {
  const open = await openCheckout();
  const settings = { ...world.dependencies.settings.square!, accessToken: 'revoked' };
  expect(await pay(open, { ctx: withSquare(createSquareGateway(settings, 'suite')) })).toBe(
    'payment_provider_unavailable',
  );
  expect((await attemptsOf(world, open)).map((one) => one.state).toSorted()).toEqual(['canceled', 'new']);
  expect(await pay(open)).toBe('paid');
});

test('a late payment by an abandoned card pays the order, and the form takes no second card', async () => {
  const open = await openCheckout();
  const { attempt, snapshot } = await chargeUnheard(open);
  await abandonAttempt(world.context(), attempt.id);
  expect((await attemptsOf(world, open)).map((one) => one.state).toSorted()).toEqual(['canceled', 'new']);
  expect(await settle(world.context(), snapshot)).toBe('complete');
  expect((await attemptsOf(world, open)).map((one) => one.state).toSorted()).toEqual(['canceled', 'paid']);
  expect(await pay(open)).toBe('paid');
  expect(await standing(open)).toEqual(PAID);
});

test('repeating a checkout after its hold has ended makes a new order', async () => {
  const checkoutId = crypto.randomUUID();
  const open = await openCheckout({ checkoutId });
  expect((await openCheckout({ checkoutId })).transactionId).toBe(open.transactionId);
  await world.database.db
    .update(paymentAttempts)
    .set({ holdUntil: world.sandbox.clock.now() })
    .where(eq(paymentAttempts.orderId, open.orderId));
  const next = await openCheckout({ checkoutId });
  expect(next.transactionId).not.toBe(open.transactionId);
  expect((await standing(open)).status).toBe('cancelled');
  expect(await pay(open)).toBe('order_replaced');
  expect(await pay(next)).toBe('paid');
});

test('the receipt goes to the address of the card form', async () => {
  const open = await openCheckout();
  expect(await pay(open)).toBe('paid');
  expect(paymentsOf(open).map((one) => one.buyer_email_address)).toEqual(['receipts@example.org']);
});

test('a card in the last second of a hold extends it, by both clocks', async () => {
  const open = await openCheckout();
  const [attempt] = await attemptsOf(world, open);
  const beforeEnd = (seconds: number): Context => ({
    ...world.context(),
    now: new Date(attempt!.holdUntil.getTime() - seconds * 1_000),
    protocolNow: () => new Date(attempt!.expiresAt.getTime() - seconds * 1_000),
  });
  world.sandbox.square.faults.set({
    failNext: { method: 'POST', path: '/v2/payments', when: 'before', kind: 'held' },
  });
  const paying = pay(open, { ctx: beforeEnd(1) });
  await eventually(async () => expect((await attemptsOf(world, open))[0]!.state).toBe('unknown'));
  await reconcilePayments(beforeEnd(-1));
  expect((await standing(open)).status).toBe('pending');
  world.sandbox.square.faults.clear();
  expect(await paying).toBe('paid');
  expect(await standing(open)).toEqual(PAID);
});

test('an order under review, a refunded one and one that has ended take no card', async () => {
  for (const [paymentStatus, code] of [
    ['review', 'payment_under_way'],
    ['refunded', 'payment_not_open'],
    ['cancelled', 'payment_not_open'],
  ] as const) {
    const open = await openCheckout();
    await world.database.db.update(orders).set({ paymentStatus }).where(eq(orders.id, open.orderId));
    expect(await pay(open)).toBe(code);
    expect(paymentsOf(open)).toEqual([]);
  }
});

test('a card without a response is settled even if an earlier one has paid the order meanwhile', async () => {
  const open = await openCheckout();
  const { attempt, snapshot } = await chargeUnheard(open);
  await abandonAttempt(world.context(), attempt.id);
  const { db } = world.database;
  await db
    .update(paymentAttempts)
    .set({ state: 'unknown', tokenPrint: 'lost', holdUntil: new Date(0), checks: 1 })
    .where(and(eq(paymentAttempts.orderId, open.orderId), eq(paymentAttempts.state, 'new')));
  expect(await settle(world.context(), snapshot)).toBe('complete');
  await reconcilePayments(world.context());
  expect((await attemptsOf(world, open)).map(({ state }) => state)).toEqual(['paid', 'canceled']);
  expect(await standing(open)).toEqual(PAID);
});

test('a card is not charged for a checkout that late money has paid, and its form leads the buyer, and nobody else, to those tickets', async () => {
  const checkoutId = crypto.randomUUID();
  const first = await openCheckout({ checkoutId });
  const { attempt, snapshot } = await chargeUnheard(first);
  await abandonAttempt(world.context(), attempt.id);
  expect(await closeOrder(world.context(), first.orderId, 'hold_expired')).toBe('closed');
  const second = await openCheckout({ checkoutId });
  expect(await settle(world.context(), snapshot)).toBe('complete_late');
  const sourceId = await tokenizeCard(world.sandbox.url);
  const input = { sourceId, orderId: second.transactionId, amount: 2000, billingData: receipts };
  await expect(chargeCard(world.context(), input)).rejects.toMatchObject({ code: 'payment_not_open' });
  const ctx = world.context();
  const buyer = { ...ctx, actor: { ...ctx.actor, orders: [second.transactionId] } };
  expect(await chargeCard(buyer, input)).toMatchObject({
    success: true,
    transactionId: first.transactionId,
  });
  expect(paymentsOf(second)).toEqual([]);
  expect(await standing(first)).toEqual(PAID);
});
