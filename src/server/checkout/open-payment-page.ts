import { paths } from '#contract/paths.ts';
import { EMAIL_REFUSED } from '#contract/words/declines.ts';
import { registrationNumber } from '#domain/codes.ts';
import { MINUTE } from '#domain/durations.ts';
import { packageLabel } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { and, eq, type SQL, sql } from '../db/drizzle.ts';
import { type AttemptRow, type OrderRow, paymentAttempts } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { type Session, withOrder } from '../http/sessions.ts';
import { closeOrder } from '../payments/close-order.ts';
import {
  BillingRefused,
  type Charge,
  gatewayOf,
  type HostedGateway,
  ProviderUnavailable,
} from '../payments/gateways/gateway.ts';
import { closeAttempt, lookUpAttempt } from '../payments/look-up-attempt.ts';
import { settle } from '../payments/settle.ts';

export type ChargedOrder = Pick<
  OrderRow,
  | 'id'
  | 'transactionId'
  | 'eventType'
  | 'packageSize'
  | 'totalAmount'
  | 'stripeProductId'
  | 'appliedCouponCode'
  | 'organizerEmail'
>;

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
  try {
    const page = (await findOpenedPage(ctx, attempt)) ?? (await createPage(ctx, gateway, order, attempt));
    if (page.amount.minor !== attempt.amount || page.amount.currency !== attempt.currency) {
      await closeOrder(ctx, order.id, 'cancelled');
      throw new Refusal('price_changed');
    }
    // One statement stores the page's address and the session.
    const [kept] = await session.change(withOrder(order.transactionId), keepPage(ctx, attempt, page));
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

/** The charge to request from the provider. Built only from stored values, so that a retry is identical. */
export function chargeOf({ content }: Context, order: ChargedOrder, attempt: AttemptRow): Charge {
  return {
    attemptId: attempt.id,
    orderId: order.id,
    transactionId: order.transactionId,
    total: { minor: attempt.amount, currency: attempt.currency },
    description: `${content.event.name}: ${packageLabel(order)}`,
    registrationNumber: registrationNumber(content.event.shortCode, order.id),
    productRef: order.stripeProductId,
    couponCode: order.appliedCouponCode,
    buyerEmail: order.organizerEmail,
    expiresAt: attempt.expiresAt,
  };
}

/** The page of an attempt whose response was lost. Opening it again might replay an error stored under its key. */
async function findOpenedPage(ctx: Context, attempt: AttemptRow): Promise<OpenedPage | null> {
  if (attempt.state === 'new') return null;
  const present = await lookUpAttempt(ctx, attempt);
  return present?.state === 'open' && present.page ? { ref: present.ref, ...present.page } : null;
}

/**
 * A refused page, such as for a product that Stripe has deleted since, would be refused on every retry. So the order ends,
 * and the next try is a new one, from a catalog that has been read again or with another email address.
 */
async function createPage(
  ctx: Context,
  gateway: HostedGateway,
  order: ChargedOrder,
  attempt: AttemptRow,
): Promise<OpenedPage> {
  const { publicUrl } = ctx.settings;
  try {
    return await gateway.start(chargeOf(ctx, order, attempt), {
      success: publicUrl + paths.checkoutSuccess({ id: order.transactionId }),
      cancel: publicUrl + paths.checkoutCancelled,
    });
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error;
    if (error instanceof BillingRefused) {
      await closeOrder(ctx, order.id, 'cancelled');
      throw new Refusal('invalid', { fields: { 'registrationData.email': EMAIL_REFUSED }, cause: error });
    }
    ctx.log.error({ err: error, attemptId: attempt.id }, 'a payment page could not be opened');
    await ctx.queue.enqueue(ctx.db, 'refresh-catalog', {});
    await closeOrder(ctx, order.id, 'cancelled');
    throw new Refusal('unavailable', { cause: error });
  }
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
