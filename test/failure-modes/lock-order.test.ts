import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventCapacity } from '#server/db/tables.ts';
import { closeOrder } from '#server/payments/close-order.ts';
import { addCoupon } from '../add-coupon.ts';
import { createWorld, type World } from '../world.ts';
import { clearFaults, couponUse, type Open, open, setCapacity } from './stage.ts';

const ROUNDS = 10;
const AT_ONCE = 3;
/** Both days for one person, in dollars. */
const PRICE = 1500;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  clearFaults(world);
  await setCapacity(world, 300);
});
afterAll(() => world.stop());

test.each([true, false])(
  'orders that start and end at once never deadlock in ten rounds (coupon: %s)',
  async (hasCoupon) => {
    const couponCode = hasCoupon ? await addCoupon(world, TEN_DOLLARS) : undefined;
    const finalAmount = hasCoupon ? PRICE - 10 : PRICE;
    // Every order locks the rows of both days and of the coupon.
    const begin = () => open(world, 'square', { eventType: 'both', couponCode, amount: PRICE, finalAmount });
    const some = () => Promise.all(Array.from({ length: AT_ONCE }, begin));
    let present = await some();
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each order is closed twice, in opposite order.
      const [next] = await Promise.all([some(), end(present), end(present.toReversed())]);
      present = next;
    }
    if (couponCode) expect(await couponUse(world, couponCode)).toEqual({ used: 0, held: AT_ONCE });
    expect(await counted()).toEqual([AT_ONCE, AT_ONCE]);
    await end(present);
    expect(await counted()).toEqual([0, 0]);
  },
);

const TEN_DOLLARS = {
  discountType: 'fixed' as const,
  discountValue: 1000,
  usageLimit: null,
  eventTypes: ['both' as const],
} satisfies Parameters<typeof addCoupon>[1];

async function counted(): Promise<number[]> {
  const days = await world.database.db.select().from(eventCapacity);
  return days.map((day) => day.currentRegistrations);
}

async function end(checkouts: readonly Open[]): Promise<void> {
  for (const { orderId } of checkouts)
    expect(await closeOrder(world.context(), orderId, 'cancelled')).toBe('closed');
}
