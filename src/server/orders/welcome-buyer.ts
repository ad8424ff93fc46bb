import type { Context } from '../context.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { orders } from '../db/tables.ts';
import { getOrderByKey } from './find-order.ts';

/**
 * Whether the buyer of a completed order sees the payment's message for the first time. Stored with the order, so that
 * other tabs and browsers don't repeat it.
 */
export async function welcomeBuyer(ctx: Context, key: string): Promise<{ isFirst: boolean }> {
  const order = await getOrderByKey(ctx, key, 'registration_not_found');
  const marked = await ctx.db
    .update(orders)
    .set({ welcomedAt: ctx.now })
    .where(and(eq(orders.id, order.id), eq(orders.paymentStatus, 'completed'), isNull(orders.welcomedAt)))
    .returning({ id: orders.id });
  return { isFirst: marked.length === 1 };
}
