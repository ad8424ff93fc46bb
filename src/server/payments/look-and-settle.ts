import { isLiveAttempt } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, eq, inArray } from '../db/drizzle.ts';
import { paymentAttempts } from '../db/tables.ts';
import { ProviderUnavailable } from './gateways/gateway.ts';
import { lookUpInTurn, waitForLookup } from './look-up-in-turn.ts';
import { settle } from './settle.ts';

/**
 * Asks the provider about an order's open payment and settles the response. If another request, such as the webhook, is
 * already asking, waits for that instead. `asked`: the state is current; `known`: another request asked within the last
 * seconds or is still asking, or the provider doesn't know the payment; `silent`: the provider didn't respond.
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
