import { and, desc, eq, inArray } from 'drizzle-orm';
import { isLiveAttempt, isPaid, type OrderEvent } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { type AttemptRow, orders, paymentAttempts } from '../db/tables.ts';
import { releaseOrder } from '../orders/release-order.ts';
import { lookAtAttempt } from './look-at-attempt.ts';
import { settle } from './settle.ts';

/**
 * Ends an open checkout: the provider's page first, then, on its word, the order. Answers `paid` when the buyer
 * was faster. Rejects with ProviderUnavailable when there is no word; nothing is freed then.
 */
export async function closeOrder(
  ctx: Context,
  orderId: number,
  event: Extract<OrderEvent, 'hold_expired' | 'cancelled'>,
): Promise<'closed' | 'paid'> {
  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(desc(paymentAttempts.createdAt))
    .limit(1);
  if (attempt && isLiveAttempt(attempt.state)) await closeAttempt(ctx, attempt);
  return ctx.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    if (!order) return 'closed';
    if (isPaid(order.paymentStatus) || order.paymentStatus === 'review') return 'paid';
    await releaseOrder(tx, ctx, order, event);
    await tx
      .update(paymentAttempts)
      .set({ state: 'canceled', nextCheckAt: null })
      .where(
        and(eq(paymentAttempts.orderId, orderId), inArray(paymentAttempts.state, ['new', 'open', 'unknown'])),
      );
    return 'closed';
  });
}

async function closeAttempt(ctx: Context, attempt: AttemptRow): Promise<void> {
  const present = await lookAtAttempt(ctx, attempt);
  const final = present?.state === 'open' ? await ctx.gateway.close(present.ref) : present;
  if (final) await settle(ctx, final);
}
