import type { OrderWithRegistrations } from '#contract/orders.ts';
import type { Context } from '../context.ts';
import { and, eq, inArray } from '../db/drizzle.ts';
import { paymentAttempts } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { findOrder } from '../orders/find-order.ts';
import { getOrder, showOrder } from '../orders/get-order.ts';
import { ProviderUnavailable } from './gateway.ts';
import { lookInTurn } from './look-in-turn.ts';
import { settle } from './settle.ts';

/**
 * The order that the buyer returns to. While it is pending, the provider is asked first, so that nobody waits for a
 * webhook; within three seconds of another look the answer is what is known.
 */
export async function getOrderAfterPayment(ctx: Context, key: string): Promise<OrderWithRegistrations> {
  const order = await findOrder(ctx, key);
  if (!order) throw new Refusal('registration_not_found');
  if (order.paymentStatus !== 'pending') return showOrder(ctx, order);
  await lookAndSettle(ctx, order.id);
  return getOrder(ctx, key, 'registration_not_found');
}

async function lookAndSettle(ctx: Context, orderId: number): Promise<void> {
  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orderId, orderId),
        inArray(paymentAttempts.state, ['open', 'processing', 'unknown']),
      ),
    );
  if (!attempt) return;
  try {
    const snapshot = await lookInTurn(ctx, attempt);
    if (snapshot) await settle(ctx, snapshot);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    // The page shows "confirming" and asks again; reconciliation does too.
    ctx.log.warn({ err: error, orderId }, 'the payment provider gave no answer');
  }
}
