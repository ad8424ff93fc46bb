import { isLiveAttempt, isPaid, type OrderEvent } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, inArray } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, orders, paymentAttempts } from '../db/tables.ts';
import { releaseOrder } from '../orders/release-order.ts';
import { PaymentUnderWay } from './gateway.ts';
import { closeAttempt, isBeingAsked } from './look-at-attempt.ts';
import { settle } from './settle.ts';

/**
 * Ends an open checkout: the provider's page first, then, on its word, the order. Answers `paid` when the buyer
 * was faster. Rejects with ProviderUnavailable when there is no word, with PaymentUnderWay while money is moving;
 * nothing is freed then.
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
  if (attempt && isBeingAsked(ctx, attempt)) throw new PaymentUnderWay(`${attempt.id} is under way`);
  if (attempt && isLiveAttempt(attempt.state)) {
    const final = await closeAttempt(ctx, attempt);
    if (final) await settle(ctx, final);
    // Money of a slow method is on its way and cannot be called back; its seats wait for it.
    if (final?.state === 'processing') throw new PaymentUnderWay(`the payment of ${attempt.id} is under way`);
  }
  return ctx.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    if (!order) return 'closed';
    if (isPaid(order.paymentStatus) || order.paymentStatus === 'review') return 'paid';
    await refuseIfUnderWay(tx, order.id, attempt);
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

/** A card that was sent while the attempt was being closed has no answer yet: its seats must not go to others. */
async function refuseIfUnderWay(
  tx: Transaction,
  orderId: number,
  closed: AttemptRow | undefined,
): Promise<void> {
  const [asked] = await tx
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.state, 'unknown')));
  if (asked && (asked.id !== closed?.id || closed.state !== 'unknown')) {
    throw new PaymentUnderWay(`the payment ${asked.id} is under way`);
  }
}
