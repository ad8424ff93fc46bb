import { mayTryAnotherCard } from '#domain/declines.ts';
import { ERASED } from '#domain/erased.ts';
import { lastDayIsOver } from '#domain/event-days.ts';
import { advanceAttempt, isLiveAttempt, WITH_MONEY } from '#domain/order.ts';
import {
  decideSettlement,
  doubtOfVoid,
  mismatchOf,
  type Settlement,
  type SettlementFacts,
} from '#domain/settlement.ts';
import type { Context } from '../context.ts';
import { and, eq, inArray, ne, type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts, paymentLedger } from '../db/tables.ts';
import { type Writes, writeTogether } from '../db/write-together.ts';
import { completeOrder } from '../orders/complete-order.ts';
import { releaseOrder } from '../orders/release-order.ts';
import { putUnderReview } from './cases/put-under-review.ts';
import { completeLate } from './complete-late.ts';
import { gatewayOf, type PaymentSnapshot, ProviderUnavailable } from './gateways/gateway.ts';
import { endOfPause } from './look-up-in-turn.ts';
import { pushRefund } from './refunds/refund.ts';
import { storeFullRefund } from './refunds/store-refund.ts';
import { renewAttempt } from './renew-attempt.ts';

export type SettleOutcome = Settlement | 'unknown_payment';

/**
 * The only way that a payment changes an order (R-ORDER-2). Webhook, return page, card form and jobs call it, in any order and
 * any number of times, with the payment's current state at the provider. `alongside` is committed with the effect. Returns
 * `unknown_payment` if the payment names no attempt of ours.
 */
export async function settle(
  ctx: Context,
  snapshot: PaymentSnapshot,
  alongside: Writes = {},
): Promise<SettleOutcome> {
  let settled = await settleLocked(ctx, snapshot, alongside);
  if (settled.outcome === 'ask_again') {
    const reported = (await gatewayOf(ctx, snapshot.provider).fetch(snapshot.ref)) ?? snapshot;
    settled = await settleLocked(ctx, reported, alongside, { isAfterVoid: true });
  }
  if (settled.outcome === 'ask_again')
    throw new ProviderUnavailable(`the payment of ${snapshot.attemptId} is still in doubt`);
  if (settled.refundId) await pushRefund(ctx, settled.refundId);
  return settled.outcome;
}

interface Settled {
  readonly outcome: SettleOutcome | 'ask_again';
  /** A refund to send after the commit. */
  readonly refundId: string | null;
}

function settleLocked(
  ctx: Context,
  snapshot: PaymentSnapshot,
  alongside: Writes,
  { isAfterVoid } = { isAfterVoid: false },
): Promise<Settled> {
  return ctx.db.transaction(async (tx) => {
    const locked = await lockOrderOf(tx, snapshot);
    if (!locked) return { outcome: 'unknown_payment', refundId: null };
    const facts = await readFacts(tx, locked, snapshot);
    if (snapshot.state === 'paid' && !isAfterVoid) {
      const doubt = doubtOfVoid(facts.attempt, ctx.protocolNow());
      if (doubt === 'voiding')
        throw new ProviderUnavailable(`the payment of ${facts.attempt.id} is being voided`);
      if (doubt === 'voided') return { outcome: 'ask_again', refundId: null };
    }
    const outcome = decideSettlement(settlementFacts(ctx, facts, snapshot));
    return { outcome, refundId: await carryOut(tx, ctx, facts, snapshot, outcome, alongside) };
  });
}

interface LockedOrder {
  readonly order: OrderRow;
  readonly attemptId: string;
}

/**
 * The attempt that the payment names, by our id or the provider's, and its order, locked. Orders of one checkout take turns,
 * because only one of them is bought. PostgreSQL waits for the turn before it locks the row, so nobody waits while holding one.
 */
async function lockOrderOf(
  tx: Transaction,
  { provider, attemptId, ref }: PaymentSnapshot,
): Promise<LockedOrder | null> {
  const { id, ref: knownRef, orderId, provider: ofProvider } = paymentAttempts;
  // The lock of requests that place an order (`limit-holds.ts`), because a free one is bought at once.
  const turn = sql`pg_advisory_xact_lock(hashtextextended('hold:checkout:' || ${orders.checkoutId}, 0))`;
  const lock = async (isNamed: SQL) => {
    const [locked] = await tx
      .select({ order: orders, attemptId: id, turn })
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
  /** Whether the ledger already has this money. */
  readonly isRecorded: boolean;
  /** Whether another order of the checkout is paid. */
  readonly isBoughtAlready: boolean;
}

/**
 * Under the lock, and in a separate statement: a statement that waited for a lock sees the other rows as they were before
 * it waited.
 */
async function readFacts(
  tx: Transaction,
  { order, attemptId }: LockedOrder,
  { provider, moneyRef }: PaymentSnapshot,
): Promise<Facts> {
  const isRecorded = sql<boolean>`EXISTS (SELECT FROM payment_ledger WHERE provider = ${provider} AND kind = 'capture'
    AND money_ref = ${moneyRef})`;
  const isBoughtAlready = sql<boolean>`EXISTS (SELECT FROM orders WHERE checkout_id = ${order.checkoutId}
    AND id <> ${order.id} AND ${inArray(orders.paymentStatus, WITH_MONEY)})`;
  const rows = await tx
    .select({ attempt: paymentAttempts, isRecorded, isBoughtAlready })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, order.id));
  const named = rows.find(({ attempt }) => attempt.id === attemptId)!;
  const others = rows.filter((one) => one !== named).map(({ attempt }) => attempt);
  return { order, ...named, others };
}

function settlementFacts(
  ctx: Context,
  { order, attempt, others, isRecorded: alreadyRecorded, isBoughtAlready }: Facts,
  snapshot: PaymentSnapshot,
): SettlementFacts {
  const { state, captured, livemode } = snapshot;
  const isHeld = order.paymentStatus === 'pending' && ctx.now < attempt.holdUntil;
  const declines = [...others, { state }].filter((one) => one.state === 'failed').length;
  return {
    order: {
      status: order.paymentStatus,
      total: order.totalAmount,
      currency: order.currency,
      isPast: !isHeld && lastDayIsOver(ctx.content.event, order.eventType, ctx.now),
      isBoughtAlready,
    },
    attempt: {
      belongsToOrder: snapshot.orderId === order.id && snapshot.attemptId === attempt.id,
      livemode: attempt.livemode,
      allowsAnotherCard: gatewayOf(ctx, attempt.provider).flow === 'token' && mayTryAnotherCard(declines),
    },
    payment: { state, captured: captured.minor, currency: captured.currency, livemode, alreadyRecorded },
  };
}

/** Stores what the payment reports, and carries out the outcome. Returns the refund to send, if any. */
async function carryOut(
  tx: Transaction,
  ctx: Context,
  facts: Facts,
  snapshot: PaymentSnapshot,
  outcome: Settlement,
  alongside: Writes,
): Promise<string | null> {
  const { order, attempt } = facts;
  const isMoney = snapshot.state === 'paid' && outcome !== 'nothing';
  const writes: Writes = {
    ...alongside,
    moved: moveAttempt(tx, ctx, attempt, snapshot),
    ...(isMoney && { captured: recordCapture(tx, ctx, facts, snapshot), ended: endUntried(tx, attempt) }),
  };
  if (outcome === 'complete') {
    // Sends `writes` with its own statement.
    await completeOrder(tx, ctx, order, 'paid', paymentColumns(order, snapshot), writes);
    return null;
  }
  await writeTogether(tx, writes);
  switch (outcome) {
    case 'refund_duplicate':
      return storeFullRefund(tx, ctx, order, snapshot, 'duplicate');
    case 'complete_late':
      // Nobody could get the tickets of a buyer whose data was erased.
      if (!hasErasedBuyer(order) && (await completeLate(tx, ctx, order, paymentColumns(order, snapshot))))
        return null;
      return refundLate(tx, ctx, order, snapshot);
    case 'refund_late':
      // A delayed payment still holds its seats.
      await releaseOrder(tx, ctx, order, 'hold_expired');
      return refundLate(tx, ctx, order, snapshot);
    case 'review':
      await putUnderReview(tx, ctx, order, snapshot, {
        payment: paymentColumns(order, snapshot),
        mismatch: mismatchOf(settlementFacts(ctx, facts, snapshot)),
      });
      return null;
    case 'release':
      await releaseOrder(tx, ctx, order, snapshot.state === 'failed' ? 'payment_failed' : 'hold_expired');
      return null;
    case 'try_again':
      await renewAttempt(tx, ctx, attempt, order);
      return null;
    default:
      return null;
  }
}

/**
 * Moves the attempt to its state at the provider, forward only; an ended attempt isn't checked again. Ends a lookup's
 * turn.
 */
function moveAttempt(
  tx: Transaction,
  ctx: Context,
  attempt: AttemptRow,
  { state: reportedState, ref, failure }: PaymentSnapshot,
) {
  const state = advanceAttempt(attempt.state, reportedState);
  return tx
    .update(paymentAttempts)
    .set({
      state,
      ref: sql`coalesce(${paymentAttempts.ref}, ${ref})`,
      failureCode: failure?.code,
      nextCheckAt: isLiveAttempt(state) ? undefined : null,
      nextLookAt: isLiveAttempt(state) ? endOfPause(ctx) : null,
    })
    .where(eq(paymentAttempts.id, attempt.id));
}

/** The order is paid, so an open card form must not accept another card. */
function endUntried(tx: Transaction, { id, orderId }: AttemptRow) {
  const { id: other, orderId: order, state } = paymentAttempts;
  return tx
    .update(paymentAttempts)
    .set({ state: 'canceled', nextCheckAt: null })
    .where(and(eq(order, orderId), ne(other, id), eq(state, 'new')));
}

/** Records received money. The ledger's unique key prevents duplicates. */
function recordCapture(tx: Transaction, ctx: Context, { order, attempt }: Facts, snapshot: PaymentSnapshot) {
  if (!snapshot.moneyRef) throw new Error(`the paid payment of ${attempt.id} has no money reference`);
  return tx.insert(paymentLedger).values({
    orderId: order.id,
    attemptId: attempt.id,
    provider: snapshot.provider,
    kind: 'capture',
    moneyRef: snapshot.moneyRef,
    amount: snapshot.captured.minor,
    currency: snapshot.captured.currency,
    livemode: snapshot.livemode,
    recordedAt: ctx.now,
  });
}

/** Stores the payment too, because the desk shows it although it is refunded. */
async function refundLate(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  snapshot: PaymentSnapshot,
): Promise<string> {
  await tx.update(orders).set(paymentColumns(order, snapshot)).where(eq(orders.id, order.id));
  return storeFullRefund(tx, ctx, order, snapshot, 'late_payment');
}

function hasErasedBuyer({ organizerEmail }: OrderRow): boolean {
  return organizerEmail === ERASED.email;
}

/** What the order keeps of its payment; after its buyer was erased, nothing about a person. */
function paymentColumns(order: OrderRow, snapshot: PaymentSnapshot): Partial<OrderRow> {
  const { billing, customerRef, moneyRef } = snapshot;
  // The specification's column for the provider's payment, whichever provider it is.
  const payment = { squarePaymentId: moneyRef };
  if (hasErasedBuyer(order)) return payment;
  return {
    ...payment,
    ...(snapshot.provider === 'stripe' && { stripeCustomerId: customerRef }),
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
