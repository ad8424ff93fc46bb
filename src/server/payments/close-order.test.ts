import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { checkout } from '#test/factories.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { orders, paymentAttempts } from '../db/tables.ts';
import { createLog } from '../log.ts';
import { closeOrder, endPayment, PageOpened, releaseEnded } from './close-order.ts';
import { PaymentUnderWay } from './gateways/gateway.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webhooks: false });
});
afterEach(() => world.sandbox.stripe.faults.clear());
afterAll(() => world.stop());

test('an order whose payment page opens while it is being closed stays open and can be paid', async () => {
  const { db } = world.database;
  world.sandbox.stripe.faults.set({
    failNext: { method: 'POST', path: '/v1/checkout/sessions', when: 'before', kind: 'held' },
  });
  const visitor = world.visitor();
  const slow = visitor.post('/api/create-checkout-session', checkout());
  await eventually(async () => expect(await db.$count(orders)).toBe(1));
  const { id } = (await db.select().from(orders))[0]!;
  const ctx = world.context();
  // The provider has no page to close yet.
  const ended = await endPayment(ctx, id);
  world.sandbox.stripe.faults.clear();
  const { url, transactionId } = await (await slow).json();
  await expect(db.transaction((tx) => releaseEnded(tx, ctx, ended, 'cancelled'))).rejects.toThrow(PageOpened);
  expect(await db.select().from(orders)).toMatchObject([{ paymentStatus: 'pending', seatsHeld: true }]);

  await world.pay(url);
  const { order } = await (await visitor.get(`/api/registrations/${transactionId}`)).json();
  expect(order.paymentStatus).toBe('completed');
});

test('an order stays open while the provider refuses to close its page, and is closed by a later try', async () => {
  const { db } = world.database;
  const { orderId: id } = await startCheckout(world);
  const its = eq(orders.id, id);
  world.sandbox.stripe.faults.set({ refuseExpiring: true });
  await expect(closeOrder(world.context(), id, 'hold_expired')).rejects.toThrow(PaymentUnderWay);
  expect(await db.select().from(orders).where(its)).toMatchObject([
    { paymentStatus: 'pending', seatsHeld: true },
  ]);
  const attempt = eq(paymentAttempts.orderId, id);
  expect(await db.select().from(paymentAttempts).where(attempt)).toMatchObject([{ state: 'open' }]);

  world.sandbox.stripe.faults.clear();
  expect(await closeOrder(world.context(), id, 'hold_expired')).toBe('closed');
  expect(await db.select().from(orders).where(its)).toMatchObject([
    { paymentStatus: 'expired', seatsHeld: false },
  ]);
});

test('an order whose payment page is unknown to the account is closed, and the log says so', async () => {
  const { db } = world.database;
  const { orderId, attempt } = await startCheckout(world);
  await db
    .update(paymentAttempts)
    .set({ ref: 'cs_test_of_another_account' })
    .where(eq(paymentAttempts.id, attempt.id));
  const lines: string[] = [];
  const log = createLog('error', { write: (line: string) => void lines.push(line) });
  expect(await closeOrder({ ...world.context(), log }, orderId, 'hold_expired')).toBe('closed');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, attemptId: attempt.id, orderId },
  ]);
});

test('a card form that was never submitted is closed even if Square has been removed from the settings', async () => {
  const { db } = world.database;
  const { orderId: id } = await startCheckout(world, { ...checkout(), provider: 'square' });
  const its = eq(orders.id, id);
  const gateways = new Map(world.dependencies.gateways);
  gateways.delete('square');
  expect(await closeOrder({ ...world.context(), gateways }, id, 'hold_expired')).toBe('closed');
  expect(await db.select().from(orders).where(its)).toMatchObject([
    { paymentStatus: 'expired', seatsHeld: false },
  ]);
});

test('an order whose card is submitted while it is being closed stays open, and keeps its seats', async () => {
  const { db } = world.database;
  const { orderId: id } = await startCheckout(world, { ...checkout(), provider: 'square' });
  const its = eq(orders.id, id);
  const attempt = eq(paymentAttempts.orderId, id);
  const ctx = world.context();
  // The form hasn't been submitted yet, so there is nothing to end at the provider.
  const ended = await endPayment(ctx, id);
  await db.update(paymentAttempts).set({ state: 'unknown', tokenPrint: 'submitted' }).where(attempt);
  const releasing = db.transaction((tx) => releaseEnded(tx, ctx, ended, 'cancelled'));
  await expect(releasing).rejects.toThrow(PaymentUnderWay);
  expect(await db.select().from(orders).where(its)).toMatchObject([
    { paymentStatus: 'pending', seatsHeld: true },
  ]);
  expect(await db.select().from(paymentAttempts).where(attempt)).toMatchObject([{ state: 'unknown' }]);
});
