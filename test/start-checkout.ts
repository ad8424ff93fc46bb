import { eq } from '#server/db/drizzle.ts';
import { orders, paymentAttempts } from '#server/db/tables.ts';
import { checkout } from './factories.ts';
import type { World } from './world.ts';

/** A new visitor's checkout with an open payment page. */
export async function startCheckout(world: World, body: unknown = checkout()) {
  const buyer = world.visitor();
  const started = await buyer.post('/api/create-checkout-session', body);
  if (!started.ok) throw new Error(`cannot check out: ${await started.text()}`);
  const { url, transactionId } = (await started.json()) as { url: string; transactionId: string };
  const { id: orderId } = await orderOf(world, transactionId);
  const [attempt] = await attemptsOf(world, { orderId });
  return { buyer, url, transactionId, orderId, attempt: attempt! };
}

export async function orderOf(world: World, transactionId: string) {
  const [order] = await world.database.db
    .select()
    .from(orders)
    .where(eq(orders.transactionId, transactionId));
  return order!;
}

/** The order's payment attempts, oldest first. */
export function attemptsOf(world: World, { orderId }: { readonly orderId: number }) {
  return world.database.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(paymentAttempts.createdAt);
}
