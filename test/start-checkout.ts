import { eq } from '#server/db/drizzle.ts';
import { orders, paymentAttempts } from '#server/db/tables.ts';
import { checkout } from './factories.ts';
import type { World } from './world.ts';

/** A checkout with an open payment page. `changes` are to the registration. */
export async function startCheckout(world: World, changes: Record<string, unknown> = {}) {
  const response = await world.visitor().post('/api/create-checkout-session', checkout(changes));
  const { url, transactionId } = (await response.json()) as { url: string; transactionId: string };
  const { db } = world.database;
  const [order] = await db.select().from(orders).where(eq(orders.transactionId, transactionId));
  const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, order!.id));
  return { url, transactionId, orderId: order!.id, attempt: attempt! };
}
