import { mayTryAnotherCard } from '#domain/declines.ts';
import { eventPhase } from '#domain/event-phase.ts';
import { nextStatus } from '#domain/order.ts';
import { decideSettlement, type Settlement } from '#domain/settlement.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { takeSeats } from '../capacity/take-seats.ts';
import type { Context } from '../context.ts';
import { lockCoupon } from '../coupons/hold-coupon.ts';
import { and, eq, type SQL } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts } from '../db/tables.ts';
import { type Writes, writeTogether } from '../db/write-together.ts';
import { completeOrder, type PaymentColumns } from '../orders/complete-order.ts';
import { NO_HOLDER } from '../orders/limit-holds.ts';
import { releaseOrder } from '../orders/release-order.ts';
import { openCase } from './cases/open-case.ts';
import { gatewayOf, type PaymentSnapshot, ProviderUnavailable } from './gateways/gateway.ts';
import { endUntried, moveAttempt, renewAttempt } from './move-attempt.ts';
import { isRecorded, recordCapture } from './record-capture.ts';
import { pushRefund, requestRefund } from './refunds/refund.ts';
import { doubtOfVoid } from './void-attempt.ts';

export type SettleOutcome = Settlement | 'unknown_payment';

/**
 * The only way that money changes an order (R-ORDER-2). Webhook, return page and reconciliation all call it, in any
 * order and any number of times, with the payment's current state at the provider. `alongside` is committed with the
 * effect. Returns `unknown_payment` if the payment names no attempt of ours.
 */
export async function settle(
  ctx: Context,
  snapshot: PaymentSnapshot,
  alongside: Writes = {},
): Promise<SettleOutcome> {
  let settled = await settleLocked(ctx, snapshot, alongside);
  if (settled.outcome === 'ask_again') {
    const told = (await gatewayOf(ctx, snapshot.provider).fetch(snapshot.ref)) ?? snapshot;
    settled = await settleLocked(ctx, told, alongside, { isAfterVoid: true });
  }
  if (settled.outcome === 'ask_again') throw new ProviderUnavailable(`${snapshot.ref} is still in doubt`);
  if (settled.refundId) await pushRefund(ctx, settled.refundId);
  return settled.outcome;
}

interface Settled<Outcome> {
  readonly outcome: Outcome;
  /** A refund to send after the commit. */
  readonly refundId: string | null;
}

function settleLocked(
  ctx: Context,
  snapshot: PaymentSnapshot,
  alongside: Writes,
  { isAfterVoid } = { isAfterVoid: false },
): Promise<Settled<SettleOutcome | 'ask_again'>> {
  return ctx.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, snapshot);
    if (!locked) return { outcome: 'unknown_payment', refundId: null };
    const facts = await readFacts(tx, locked, snapshot);
    if (snapshot.state === 'paid' && !isAfterVoid) {
      const doubt = doubtOfVoid(ctx, facts.attempt);
      if (doubt === 'voiding') throw new ProviderUnavailable(`the payment ${snapshot.ref} is being voided`);
      if (doubt === 'voided') return { outcome: 'ask_again', refundId: null };
    }
    return apply(tx, ctx, { ...facts, snapshot }, alongside);
  });
}

interface LockedOrder {
  readonly order: OrderRow;
  readonly attemptId: string;
}

/** The attempt that the payment names, by our id or the provider's, and its order, locked. */
async function lockOrder(
  tx: Transaction,
  { provider, attemptId, ref }: PaymentSnapshot,
): Promise<LockedOrder | null> {
  const { id, ref: knownRef, orderId, provider: ofProvider } = paymentAttempts;
  const lock = async (isNamed: SQL) => {
    const [locked] = await tx
      .select({ order: orders, attemptId: id })
      .from(paymentAttempts)
      .innerJoin(orders, eq(orders.id, orderId))
      .where(and(eq(ofProvider, provider), isNamed))
      .for('update', { of: orders });
    return locked ?? null;
  };
  return (attemptId && (await lock(eq(id, attemptId)))) || lock(eq(knownRef, ref));
}

interface Facts {
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
  /** The order's other attempts. */
  readonly others: readonly AttemptRow[];
  readonly isRecorded: boolean;
}

/** A separate statement, because one that waited for a lock still sees the rows as of before the wait. */
async function readFacts(
  tx: Transaction,
  { order, attemptId }: LockedOrder,
  snapshot: PaymentSnapshot,
): Promise<Facts> {
  const rows = await tx
    .select({ attempt: paymentAttempts, isRecorded: isRecorded(snapshot) })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, order.id));
  const named = rows.find(({ attempt }) => attempt.id === attemptId)!;
  const others = rows.filter((one) => one !== named).map(({ attempt }) => attempt);
  return { order, ...named, others };
}

async function apply(
  tx: Transaction,
  ctx: Context,
  { order, attempt, others, isRecorded: alreadyRecorded, snapshot }: Facts & { snapshot: PaymentSnapshot },
  alongside: Writes,
): Promise<Settled<Settlement>> {
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
        mayTryAnotherCard(countDeclines(others, snapshot)),
    },
    payment: {
      state: snapshot.state,
      captured: snapshot.captured.minor,
      currency: snapshot.captured.currency,
      livemode: snapshot.livemode,
      alreadyRecorded,
    },
  });
  const isMoney = snapshot.state === 'paid' && outcome !== 'nothing';
  const writes: Writes = {
    ...alongside,
    moved: moveAttempt(tx, ctx, attempt, snapshot),
    ...(isMoney && {
      captured: recordCapture(tx, ctx, order, attempt, snapshot),
      ended: endUntried(tx, attempt),
    }),
  };
  if (outcome === 'complete') {
    await completeOrder(tx, ctx, order, 'paid', paymentColumns(snapshot), writes);
    return { outcome, refundId: null };
  }
  await writeTogether(tx, writes);
  if (outcome === 'try_again') await renewAttempt(tx, ctx, attempt);
  if (outcome === 'release')
    await releaseOrder(tx, ctx, order, snapshot.state === 'failed' ? 'payment_failed' : 'hold_expired');
  if (outcome === 'review') await putUnderReview(tx, ctx, order, snapshot);
  if (outcome === 'refund_duplicate')
    return { outcome, refundId: await requestRefund(tx, ctx, order, snapshot, 'duplicate') };
  const isUnseated = outcome === 'complete_late' && !(await completeLate(tx, ctx, order, snapshot));
  if (outcome === 'refund_late' || isUnseated)
    return { outcome, refundId: await requestRefund(tx, ctx, order, snapshot, 'late_payment') };
  return { outcome, refundId: null };
}

/** The order's declined cards, including this one. */
function countDeclines(others: readonly AttemptRow[], { state }: PaymentSnapshot): number {
  return others.filter((one) => one.state === 'failed').length + (state === 'failed' ? 1 : 0);
}

/** Takes seats for late money; false if there are too few, and the money is refunded. */
async function completeLate(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  snapshot: PaymentSnapshot,
): Promise<boolean> {
  try {
    // A savepoint, because seats taken on one day must be returned if the next is full.
    await tx.transaction(async (inner) => {
      await lockCoupon(inner, order);
      if (!(await takeSeats(inner, ctx, order.eventType, order.teamMemberCount))) throw new NoSeats();
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

function paymentColumns(snapshot: PaymentSnapshot): PaymentColumns {
  const { billing, customerRef, moneyRef } = snapshot;
  return {
    ...(snapshot.provider === 'stripe' && { stripeCustomerId: customerRef }),
    // The specification's column for the provider's payment, whichever provider it is.
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
