import type { OrderWithRegistrations, RegistrationDetails } from '#contract/orders.ts';
import { isLiveAttempt } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, eq, inArray } from '../db/drizzle.ts';
import { orders, paymentAttempts } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { getOrderByKey } from '../orders/find-order.ts';
import { showOrder } from '../orders/get-order.ts';
import { presentDetails } from '../orders/present-order.ts';
import { ProviderUnavailable } from '../payments/gateways/gateway.ts';
import { lookUpInTurn, waitForLookup } from '../payments/look-up-in-turn.ts';
import { settle } from '../payments/settle.ts';

/**
 * The order that the buyer returns to. While it is pending, the provider is asked first, so that nobody waits for a
 * webhook; within three seconds of another check, the known state is returned.
 */
export async function getOrderAfterPayment(
  ctx: Context,
  key: string,
): Promise<OrderWithRegistrations & { registration: RegistrationDetails }> {
  const found = await getOrderByKey(ctx, key, 'registration_not_found');
  let order = found;
  if (found.paymentStatus === 'pending') {
    await lookAndSettle(ctx, found.id);
    const [now] = await ctx.db.select().from(orders).where(eq(orders.id, found.id));
    if (!now) throw new Refusal('registration_not_found');
    order = now;
  }
  const shown = await showOrder(ctx, order);
  return { ...shown, registration: presentDetails(order, shown) };
}

/**
 * Asks the provider about an order's open payment and settles the response. If another request, such as the webhook, is
 * already asking, waits for that instead. `asked`: the state is current; `known`: another request asked within the last
 * seconds, or is still asking; `silent`: the provider didn't respond.
 */
export async function lookAndSettle(ctx: Context, orderId: number): Promise<'asked' | 'known' | 'silent'> {
  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orderId, orderId),
        inArray(paymentAttempts.state, ['open', 'processing', 'unknown']),
      ),
    );
  if (!attempt) return 'asked';
  try {
    if (await lookUpInTurn(ctx, attempt, (snapshot) => settle(ctx, snapshot))) return 'asked';
    const state = await waitForLookup(ctx, attempt.id);
    return state && isLiveAttempt(state) ? 'known' : 'asked';
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    // The page shows "confirming" and asks again; reconciliation does too.
    ctx.log.warn({ err: error, orderId }, 'the payment provider did not respond');
    return 'silent';
  }
}
