import { paths } from '#contract/paths.ts';
import { MINUTE } from '#domain/durations.ts';
import type { Context } from '../context.ts';
import { and, eq, type SQL, sql } from '../db/drizzle.ts';
import { type AttemptRow, paymentAttempts } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { rememberOrder, type Session } from '../http/sessions.ts';
import { closeOrder } from '../payments/close-order.ts';
import { gatewayOf, type HostedGateway, ProviderUnavailable } from '../payments/gateways/gateway.ts';
import { closeAttempt, lookUpAttempt } from '../payments/look-up-attempt.ts';
import { settle } from '../payments/settle.ts';
import { type ChargedOrder, chargeOf } from './charge-of.ts';

type OpenedPage = Awaited<ReturnType<HostedGateway['start']>>;

/** The URL where the attempt is paid: the stored one, or that of a new page at the provider. */
export async function openPaymentPage(
  ctx: Context,
  order: ChargedOrder,
  attempt: AttemptRow,
  session: Session,
): Promise<string> {
  if (attempt.url) return attempt.url;
  const gateway = gatewayOf(ctx, attempt.provider);
  if (gateway.flow === 'token') throw new Error(`attempt ${attempt.id} has no payment page`);
  const { publicUrl } = ctx.settings;
  try {
    const page =
      (await findOpenedPage(ctx, attempt)) ??
      (await gateway.start(chargeOf(ctx, order, attempt), {
        success: publicUrl + paths.checkoutSuccess({ id: order.transactionId }),
        cancel: publicUrl + paths.checkoutCancelled,
      }));
    if (page.amount.minor !== attempt.amount || page.amount.currency !== attempt.currency) {
      await closeOrder(ctx, order.id, 'cancelled');
      throw new Refusal('price_changed');
    }
    const [kept] = await rememberOrder(session, order.transactionId, keepPage(ctx, attempt, page));
    if (!kept || kept.state === 'canceled') {
      // Another request changed the checkout, or staff deleted the order, before this page existed: it must be closed now.
      await endPage(ctx, attempt, page);
      throw new Refusal('order_replaced');
    }
    return page.url;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    await markUnanswered(ctx, attempt);
    throw new Refusal('payment_provider_unavailable', { cause: error });
  }
}

/** The page of an attempt whose response was lost. Opening it again might replay an error stored under its key. */
async function findOpenedPage(ctx: Context, attempt: AttemptRow): Promise<OpenedPage | null> {
  if (attempt.state === 'new') return null;
  const present = await lookUpAttempt(ctx, attempt);
  return present?.state === 'open' && present.page ? { ref: present.ref, ...present.page } : null;
}

/**
 * Stores the page's URL. The state only moves forward, because a webhook may have been faster; returns the resulting
 * state.
 */
function keepPage(ctx: Context, { id }: AttemptRow, { ref, url }: OpenedPage): SQL {
  const nextCheckAt = new Date(ctx.protocolNow().getTime() + 2 * MINUTE);
  return sql`UPDATE payment_attempts SET ref = ${ref}, url = ${url},
      state = CASE WHEN state IN ('new', 'unknown') THEN 'open' ELSE state END,
      next_check_at = CASE WHEN next_check_at IS NOT NULL THEN ${nextCheckAt}::timestamptz END
    WHERE id = ${id} RETURNING state`;
}

async function endPage(ctx: Context, attempt: AttemptRow, { ref }: OpenedPage): Promise<void> {
  const final = await closeAttempt(ctx, { ...attempt, ref });
  if (final && final.state !== 'expired') await settle(ctx, final);
}

/** Reconciliation finds out whether the page was opened. */
async function markUnanswered(ctx: Context, { id }: AttemptRow): Promise<void> {
  await ctx.db
    .update(paymentAttempts)
    .set({ state: 'unknown', nextCheckAt: ctx.protocolNow() })
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.state, 'new')));
}
