import type { HeldSeats } from '#contract/checkout-order.ts';
import { cardFormEndsAt, cardFormHeldUntil } from '#domain/holds.ts';
import type { Context } from '../context.ts';
import { and, eq, gt, sql } from '../db/drizzle.ts';
import { paymentAttempts } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { getOrderByKey } from '../orders/find-order.ts';

/** The order's card form is in use, so its seats stay held (R-HOLD-2). */
export async function keepCardForm(ctx: Context, key: string): Promise<HeldSeats> {
  const order = await getOrderByKey(ctx, key);
  const { orderId, provider, state, holdUntil } = paymentAttempts;
  const until = cardFormHeldUntil(order.createdAt, ctx.now);
  const [kept] = await ctx.db
    .update(paymentAttempts)
    .set({ holdUntil: sql`greatest(${holdUntil}, ${until}::timestamptz)` })
    .where(and(eq(orderId, order.id), eq(provider, 'square'), eq(state, 'new'), gt(holdUntil, ctx.now)))
    .returning({ holdUntil });
  if (!kept) throw new Refusal('payment_not_open');
  return {
    keptUntil: kept.holdUntil.toISOString(),
    isFinal: kept.holdUntil >= cardFormEndsAt(order.createdAt),
  };
}
