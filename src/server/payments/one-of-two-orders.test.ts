import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCoupon } from '#test/add-coupon.ts';
import { checkout } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { seats } from '#test/seats-taken.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { eventCapacity, orders, paymentLedger } from '../db/tables.ts';
import { settle } from './settle.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webhooks: false });
});
afterAll(() => world.stop());

const openCheckout = (changes = {}) => startCheckout(world, checkout(changes));

type Open = Awaited<ReturnType<typeof openCheckout>>;

/** The payment's state at the provider. */
async function atProvider({ attempt }: Open) {
  return (await world.dependencies.gateways.get('stripe')!.fetch(attempt.ref!))!;
}

async function standing(orderId: number) {
  const { db } = world.database;
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const ledger = await db.select().from(paymentLedger).where(eq(paymentLedger.orderId, orderId));
  return { status: order!.paymentStatus, money: ledger.reduce((sum, { amount }) => sum + amount, 0) };
}

describe('of two orders of a checkout, only one is kept', () => {
  /** An order that was paid as its hold ended. */
  async function payLate(tab: { checkoutId: string }) {
    const first = await openCheckout(tab);
    await world.pay(first.url);
    const none = { captured: { minor: 0, currency: 'usd' }, moneyRef: null };
    await settle(world.context(), { ...(await atProvider(first)), state: 'expired', ...none });
    return first;
  }

  /** That order and the checkout's second one, both paid at the provider. */
  async function payBoth() {
    const tab = { checkoutId: crypto.randomUUID() };
    const first = await payLate(tab);
    const second = await openCheckout(tab);
    await world.pay(second.url);
    return { first, second };
  }

  const report = async (open: Open) => settle(world.context(), await atProvider(open));

  test.each([
    ['late money of the first', 'completed', 'refunded', 'refund_late'],
    ['money of the second, after late money of the first', 'refunded', 'completed', 'complete_late'],
  ] as const)('%s', async (_what, newer, older, late) => {
    const { first, second } = await payBoth();
    if (newer === 'completed') await report(second);
    expect(await report(first)).toBe(late);
    if (newer === 'refunded') expect(await report(second)).toBe('refund_late');
    expect(await standing(first.orderId)).toMatchObject({ status: older });
    expect(await standing(second.orderId)).toMatchObject({ status: newer });
    await seats(world);
  });

  test('money of both in the same moment', async () => {
    const { first, second } = await payBoth();
    const { db, pool } = world.database;
    const reports = await db.transaction(async (tx) => {
      await tx.select().from(eventCapacity).for('update');
      const late = report(first);
      await eventuallyWaiting(pool, 1);
      const prompt = report(second);
      await eventuallyWaiting(pool, 2);
      return [late, prompt];
    });
    expect(await Promise.all(reports)).toEqual(['complete_late', 'refund_late']);
    expect(await standing(first.orderId)).toMatchObject({ status: 'completed' });
    expect(await standing(second.orderId)).toMatchObject({ status: 'refunded', money: 0 });
    await seats(world);
  });

  test('late money, in the same moment as the same purchase for free', async () => {
    const couponCode = await addCoupon(world, { discountValue: 100 });
    const tab = { checkoutId: crypto.randomUUID() };
    const first = await payLate(tab);
    const { db, pool } = world.database;
    const { late, free } = await db.transaction(async (tx) => {
      await tx.select().from(eventCapacity).for('update');
      const late = report(first);
      await eventuallyWaiting(pool, 1);
      const body = checkout({ ...tab, couponCode, finalAmount: 0 });
      const free = first.buyer.post('/api/create-checkout-session', body);
      await eventuallyWaiting(pool, 2);
      return { late, free };
    });
    expect(await late).toBe('complete_late');
    expect(await (await free).json()).toMatchObject({ transactionId: first.transactionId });
    expect(await db.$count(orders, eq(orders.checkoutId, tab.checkoutId))).toBe(1);
    await seats(world);
  });
});
