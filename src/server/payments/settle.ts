import { mayTryAnotherCard } from '#domain/declines.ts';
import { eventPhase } from '#domain/event-phase.ts';
import { nextStatus } from '#domain/order.ts';
import { decideSettlement, type Settlement } from '#domain/settlement.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { takeSeats } from '../capacity/take-seats.ts';
import type { Context } from '../context.ts';
import { lockCoupon } from '../coupons/hold-coupon.ts';
import { eq, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { columnsOf, readRow, statement, type Write, writeTogether } from '../db/statement.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts } from '../db/tables.ts';
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
 * The only way in which money changes an order (R-ORDER-2). Webhook, return page and reconciliation call it
 * alike, in any order and any number of times, with what the provider says now. `alongside` is committed with
 * the effect. Answers `unknown_payment` when the payment names no attempt of ours.
 */
export async function settle(
  ctx: Context,
  snapshot: PaymentSnapshot,
  alongside: readonly Write[] = [],
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
  /** A refund to carry out once the transaction is committed. */
  readonly refundId: string | null;
}

function settleLocked(
  ctx: Context,
  snapshot: PaymentSnapshot,
  alongside: readonly Write[],
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

/** The attempt that the payment names, by our id or by the provider's, and its order, locked. */
async function lockOrder(
  tx: Transaction,
  { provider, attemptId, ref }: PaymentSnapshot,
): Promise<LockedOrder | null> {
  const [byId] = attemptId ? await lockById(tx, { provider, key: attemptId }) : [];
  const raw = byId ?? (await lockByRef(tx, { provider, key: ref }))[0];
  return raw ? { order: readRow(orders, raw), attemptId: raw.attemptId } : null;
}

type Lock = { readonly provider: string; readonly key: string };
type LockedColumns = Record<string, unknown> & { readonly attemptId: string };

function locking(column: typeof paymentAttempts.id | typeof paymentAttempts.ref) {
  return statement<Lock, LockedColumns>(
    () => sql`SELECT ${columnsOf(orders)}, payment_attempts.id AS "attemptId"
      FROM payment_attempts JOIN orders ON orders.id = payment_attempts.order_id
      WHERE payment_attempts.provider = ${sql.placeholder('provider')} AND ${column} = ${sql.placeholder('key')}
      FOR UPDATE OF orders`,
  );
}

const lockById = locking(paymentAttempts.id);
const lockByRef = locking(paymentAttempts.ref);

interface Facts {
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
  /** The order's other attempts. */
  readonly others: readonly AttemptRow[];
  readonly isRecorded: boolean;
}

/** Read in a statement of its own: one that has waited for a lock still sees the rows as they were before the wait. */
async function readFacts(
  tx: Transaction,
  { order, attemptId }: LockedOrder,
  { provider, moneyRef }: PaymentSnapshot,
): Promise<Facts> {
  const rows = await readAttempts(tx, { orderId: order.id, provider, moneyRef });
  const attempts = rows.map((row) => readRow(paymentAttempts, row));
  const attempt = attempts.find(({ id }) => id === attemptId)!;
  const others = attempts.filter((one) => one !== attempt);
  return { order, attempt, others, isRecorded: rows[0]!.isRecorded };
}

const readAttempts = statement<
  { orderId: number; provider: string; moneyRef: string | null },
  Record<string, unknown> & { readonly isRecorded: boolean }
>(
  () => sql`SELECT ${columnsOf(paymentAttempts)}, ${isRecorded()} AS "isRecorded"
    FROM payment_attempts WHERE order_id = ${sql.placeholder('orderId')}`,
);

async function apply(
  tx: Transaction,
  ctx: Context,
  { order, attempt, others, isRecorded: alreadyRecorded, snapshot }: Facts & { snapshot: PaymentSnapshot },
  alongside: readonly Write[],
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
  const moved = [moveAttempt(tx, attempt, snapshot), ...alongside];
  const isMoney = snapshot.state === 'paid' && outcome !== 'nothing';
  const writes = isMoney
    ? [...moved, recordCapture(tx, ctx, order, attempt, snapshot), ...endUntried(tx, others)]
    : moved;
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

/** Declined cards of the order, this one among them. */
function countDeclines(others: readonly AttemptRow[], { state }: PaymentSnapshot): number {
  return others.filter((one) => one.state === 'failed').length + (state === 'failed' ? 1 : 0);
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

function paymentColumns(snapshot: PaymentSnapshot): PaymentColumns {
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
