import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkout } from '#test/factories.ts';
import { createWorld, type World } from '#test/world.ts';
import { eventCapacity, orders, paymentAttempts, paymentCases, paymentLedger } from '../db/tables.ts';
import { sweepPayments } from './sweep.ts';
import { watchPayments } from './watch-payments.ts';

let world: World;
beforeAll(async () => {
  // Nobody hears of anything: neither webhook nor return.
  world = await createWorld({ webhooks: false });
});
afterAll(() => world.stop());

async function payUnheard() {
  const { url, transactionId } = await (
    await world.visitor().post('/api/create-checkout-session', checkout())
  ).json();
  await world.pay(url);
  const [order] = await world.database.db
    .select()
    .from(orders)
    .where(eq(orders.transactionId, transactionId));
  return order!;
}

const openCases = async () =>
  (await world.database.db.select().from(paymentCases))
    .filter((one) => one.resolvedAt === null)
    .map(({ kind, orderId }) => [kind, orderId]);

test('the nightly look completes what nobody told of, and says nothing when it is told twice', async () => {
  const order = await payUnheard();
  expect(await sweepPayments(world.context())).toEqual({ seen: 1 });
  const [after] = await world.database.db.select().from(orders).where(eq(orders.id, order.id));
  expect(after!.paymentStatus).toBe('completed');
  await sweepPayments(world.context());
  expect(await openCases()).toEqual([]);
});

test('money of an order that is gone, and money that differs from the ledger, are put before staff', async () => {
  const gone = await payUnheard();
  await world.database.db.delete(orders).where(eq(orders.id, gone.id));
  const [kept] = await world.database.db.select().from(paymentLedger);
  await world.database.db.update(paymentLedger).set({ amount: 19_99 });
  await sweepPayments(world.context());
  expect((await openCases()).toSorted()).toEqual([
    ['payment_mismatch', kept!.orderId],
    ['payment_without_order', null],
  ]);
  await sweepPayments(world.context());
  expect(await openCases()).toHaveLength(2);
});

test('a provider that is silent for a quarter of an hour is noted, once, and the note goes when it answers', async () => {
  await world.database.db.delete(paymentCases);
  const order = await payUnheard();
  const attempt = eq(paymentAttempts.orderId, order.id);
  const { now } = world.context();
  await world.database.db
    .update(paymentAttempts)
    .set({ holdUntil: new Date(now.getTime() - 16 * 60_000) })
    .where(attempt);
  await watchPayments(world.context());
  await watchPayments(world.context());
  const silent = (await openCases()).filter(([kind]) => kind === 'provider_silent');
  expect(silent).toEqual([['provider_silent', order.id]]);
  await world.database.db.update(paymentAttempts).set({ state: 'paid' }).where(attempt);
  await watchPayments(world.context());
  expect((await openCases()).filter(([kind]) => kind === 'provider_silent')).toEqual([]);
});

test('seats that do not add up are an alarm, and seats that do are none', async () => {
  await world.database.db.delete(paymentCases);
  await world.database.db.delete(orders);
  await world.database.db.update(eventCapacity).set({ currentRegistrations: 0 });
  await world.visitor().post('/api/create-checkout-session', checkout());
  await watchPayments(world.context());
  expect(await openCases()).toEqual([]);
  await world.database.db
    .update(eventCapacity)
    .set({ currentRegistrations: 2 })
    .where(eq(eventCapacity.eventDate, '2025-09-20'));
  await watchPayments(world.context());
  expect(await openCases()).toEqual([['capacity_drift', null]]);
});
