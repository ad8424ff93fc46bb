import { mayTryAnotherCard } from '#domain/declines.ts';
import { eventPhase } from '#domain/event-phase.ts';
import { nextStatus } from '#domain/order.ts';
import { decideSettlement, type Settlement } from '#domain/settlement.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { takeSeats } from '../capacity/take-seats.ts';
import type { Context } from '../context.ts';
import { lockCoupon } from '../coupons/hold-coupon.ts';
import { and, eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts } from '../db/tables.ts';
import { type BillingColumns, completeOrder } from '../orders/complete-order.ts';
import { NO_HOLDER } from '../orders/limit-holds.ts';
import { releaseOrder } from '../orders/release-order.ts';
import { openCase } from './cases/open-case.ts';
import { gatewayOf, type PaymentSnapshot, ProviderUnavailable } from './gateways/gateway.ts';
import { countDeclines, endUntried, moveAttempt, renewAttempt } from './move-attempt.ts';
import { isRecorded, recordCapture } from './record-capture.ts';
import { pushRefund, requestRefund } from './refunds/refund.ts';
import { isOutdatedByVoid } from './void-attempt.ts';

export type SettleOutcome = Settlement | 'unknown_payment';

/**
 * The only way in which money changes an order (R-ORDER-2). Webhook, return page and reconciliation call it
 * alike, in any order and any number of times, with what the provider says now. `alongside` is committed with
 * the effect. Answers `unknown_payment` when the payment names no attempt of ours.
 */
export async function settle(
  ctx: Context,
  snapshot: PaymentSnapshot,
  alongside: (tx: Transaction) => Promise<void> = async () => {},
): Promise<SettleOutcome> {
  const known = await findAttempt(ctx, snapshot);
  if (!known) return 'unknown_payment';
  const told = await tellAgain(ctx, known, snapshot);
  const { outcome, refundId } = await ctx.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, known.orderId)).for('update');
    const [attempt] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, known.id));
    if (!order || !attempt) return { outcome: 'unknown_payment' as const, refundId: null };
    if (told.state === 'paid' && isOutdatedByVoid(ctx, known, attempt))
      throw new ProviderUnavailable(`the payment ${told.ref} is being voided`);
    const settled = await apply(tx, ctx, order, attempt, told);
    await alongside(tx);
    return settled;
  });
  if (refundId) await pushRefund(ctx, refundId);
  return outcome;
}

async function apply(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  attempt: AttemptRow,
  snapshot: PaymentSnapshot,
): Promise<{ outcome: Settlement; refundId: string | null }> {
  const outcome = decideSettlement({
    order: {
      status: order.paymentStatus,
      total: order.totalAmount,
      currency: order.currency,
      isOver: eventPhase(ctx.content.event, ctx.now) === 'past',
    },
    attempt: {
      belongsToOrder: snapshot.orderId === order.id && snapshot.attemptId === attempt.id,
      livemode: attempt.livemode,
      allowsAnotherCard:
        gatewayOf(ctx, attempt.provider).flow === 'token' &&
        mayTryAnotherCard(await countDeclines(tx, attempt, snapshot)),
    },
    payment: {
      state: snapshot.state,
      captured: snapshot.captured.minor,
      currency: snapshot.captured.currency,
      livemode: snapshot.livemode,
      alreadyRecorded: await isRecorded(tx, snapshot),
    },
  });
  await moveAttempt(tx, attempt, snapshot);
  if (outcome === 'nothing' || outcome === 'wait') return { outcome, refundId: null };
  if (outcome === 'try_again') {
    await renewAttempt(tx, ctx, attempt);
    return { outcome, refundId: null };
  }
  if (outcome === 'release') {
    await releaseOrder(tx, ctx, order, snapshot.state === 'failed' ? 'payment_failed' : 'hold_expired');
    return { outcome, refundId: null };
  }

  await recordCapture(tx, ctx, order, attempt, snapshot);
  await endUntried(tx, attempt);
  if (outcome === 'complete') await completeOrder(tx, ctx, order, 'paid', paymentColumns(snapshot));
  if (outcome === 'review') await putUnderReview(tx, ctx, order, snapshot);
  if (outcome === 'refund_duplicate')
    return { outcome, refundId: await requestRefund(tx, ctx, order, snapshot, 'duplicate') };
  const isUnseated = outcome === 'complete_late' && !(await completeLate(tx, ctx, order, snapshot));
  if (outcome === 'refund_late' || isUnseated) {
    return { outcome, refundId: await requestRefund(tx, ctx, order, snapshot, 'late_payment') };
  }
  return { outcome, refundId: null };
}

/** Late money gets its seats if they are free; false when they are not, and the money goes back. */
async function completeLate(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  snapshot: PaymentSnapshot,
): Promise<boolean> {
  const { eventType, teamMemberCount: seats } = order;
  try {
    // A savepoint: a day that was taken before the full one must be given back.
    await tx.transaction(async (inner) => {
      await lockCoupon(inner, order);
      const taken = await takeSeats(inner, { event: ctx.content.event, eventType, seats, now: ctx.now });
      if (!taken) throw new NoSeats();
      await completeOrder(inner, ctx, order, 'paid_late', paymentColumns(snapshot));
    });
    return true;
  } catch (error) {
    if (error instanceof NoSeats) return false;
    throw error;
  }
}

/** Rolls the savepoint back. */
class NoSeats extends Error {
  override readonly name = 'NoSeats';
}

async function putUnderReview(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  snapshot: PaymentSnapshot,
): Promise<void> {
  const paymentStatus = nextStatus(order.paymentStatus, 'mismatch') ?? order.paymentStatus;
  const reviewReason = 'A payment does not match this order.';
  await tx
    .update(orders)
    .set({ paymentStatus, reviewReason, ...NO_HOLDER })
    .where(eq(orders.id, order.id));
  const { captured, livemode, ref } = snapshot;
  await recordAudit(tx, ctx, {
    action: 'payment_under_review',
    orderId: order.id,
    details: { captured, livemode, ref },
  });
  await openCase(tx, ctx, {
    kind: 'payment_mismatch',
    subject: ref,
    orderId: order.id,
    details: { captured, livemode, wanted: order.totalAmount },
  });
}

/** Money of an attempt that was voided is believed only if it is told after the void. */
async function tellAgain(
  ctx: Context,
  attempt: AttemptRow,
  snapshot: PaymentSnapshot,
): Promise<PaymentSnapshot> {
  const isDoubtful =
    snapshot.state === 'paid' && attempt.state === 'canceled' && attempt.voidingSince !== null;
  if (!isDoubtful) return snapshot;
  return (await gatewayOf(ctx, attempt.provider).fetch(snapshot.ref)) ?? snapshot;
}

async function findAttempt(ctx: Context, snapshot: PaymentSnapshot): Promise<AttemptRow | null> {
  const { provider, attemptId, ref } = snapshot;
  const [byId] = attemptId
    ? await ctx.db
        .select()
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.id, attemptId), eq(paymentAttempts.provider, provider)))
    : [];
  if (byId) return byId;
  const [byRef] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.provider, provider), eq(paymentAttempts.ref, ref)));
  return byRef ?? null;
}

function paymentColumns(
  snapshot: PaymentSnapshot,
): Partial<Pick<OrderRow, 'stripeCustomerId' | 'squarePaymentId'>> & BillingColumns {
  const { billing, customerRef, moneyRef } = snapshot;
  return {
    ...(snapshot.provider === 'stripe' && { stripeCustomerId: customerRef }),
    // The column that the specification has for the provider's payment, whichever provider it is.
    squarePaymentId: moneyRef,
    ...(billing && {
      billingAddressLine1: billing.line1,
      billingAddressLine2: billing.line2,
      billingCity: billing.city,
      billingState: billing.state,
      billingPostalCode: billing.postalCode,
      billingCountry: billing.country,
    }),
  };
}
