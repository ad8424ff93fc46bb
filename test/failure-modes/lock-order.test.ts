import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventCapacity } from '#server/db/tables.ts';
import { closeOrder } from '#server/payments/close-order.ts';
import { createWorld, type World } from '../world.ts';
import { addCoupon, clearFaults, couponUse, type Open, open, setCapacity } from './stage.ts';

const ROUNDS = 40;
const AT_ONCE = 4;
/** Both days for one, in dollars. */
const PRICE = 1500;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  clearFaults(world);
  await setCapacity(world, 300);
});
afterAll(() => world.stop());

test('forty rounds of orders that begin and end at once, in opposite order, never wait for each other in a ring', async () => {
  const couponCode = await addCoupon(world, {
    discountType: 'fixed',
    discountValue: 1000,
    usageLimit: null,
    eventTypes: ['both'],
  });
  // Both days and a use of the coupon: three rows that all of them want.
  const begin = () =>
    open(world, 'square', { eventType: 'both', couponCode, amount: PRICE, finalAmount: PRICE - 10 });
  const some = () => Promise.all(Array.from({ length: AT_ONCE }, begin));
  let present = await some();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [next] = await Promise.all([some(), end(present), end(present.toReversed())]);
    present = next;
  }
  expect(await couponUse(world, couponCode)).toEqual({ used: 0, held: AT_ONCE });
  const days = await world.database.db.select().from(eventCapacity);
  expect(days.map((day) => day.currentRegistrations)).toEqual([AT_ONCE, AT_ONCE]);
}, 60_000);

async function end(checkouts: readonly Open[]): Promise<void> {
  for (const { orderId } of checkouts)
    expect(await closeOrder(world.context(), orderId, 'cancelled')).toBe('closed');
}
