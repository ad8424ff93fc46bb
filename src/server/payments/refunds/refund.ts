import { RESOLUTION_WORDS } from '#contract/words/cases.ts';
import { countSeats } from '#domain/attendee.ts';
import { HOUR, MINUTE } from '#domain/durations.ts';
import { hasFailed, nextStatus, type RefundState } from '#domain/order.ts';
import { isWholeRefund } from '#domain/refund.ts';
import { storeCompleteness } from '../../attendees/lock-order.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { giveSeatsBack } from '../../capacity/give-seats-back.ts';
import type { Context } from '../../context.ts';
import { freeHeldCoupon } from '../../coupons/hold-coupon.ts';
import { and, eq, exists, gt, isNotNull, ne, or, sql } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/open-database.ts';
import {
  type OrderRow,
  orders,
  paymentCases,
  paymentLedger,
  type RefundRow,
  refunds,
} from '../../db/tables.ts';
import { queueToBuyer } from '../../orders/mails/queue-mails.ts';
import { queueTicketEndedMails } from '../../orders/mails/queue-ticket-mails.ts';
import { restoreLinks } from '../../team/withdraw-link.ts';
import { closeCases, openCase } from '../cases/open-case.ts';
import {
  gatewayOf,
  type PaymentGateway,
  ProviderUnavailable,
  type RefundSnapshot,
} from '../gateways/gateway.ts';
import { endSeats } from './end-seats.ts';
import { bookedMoneyOf } from './money-of.ts';

/** Less than the day after which providers forget an idempotency key. */
const KEY_LASTS = 23 * HOUR;

/**
 * Sends one refund to the provider, or asks about it. Safe to repeat; if the provider is down, a later run tries again.
 * False if the provider did not respond.
 */
export async function pushRefund(ctx: Context, refundId: string): Promise<boolean> {
  const [row] = await ctx.db.select().from(refunds).where(eq(refunds.id, refundId));
  if (!row || row.nextCheckAt === null) return true;
  try {
    const gateway = gatewayOf(ctx, row.provider);
    const snapshot = row.ref ? await gateway.fetchRefund(row.ref) : await sendRefund(ctx, gateway, row);
    if (!snapshot) throw new Error(`the provider does not know the refund ${row.id}`);
    await applyRefund(ctx, row.id, snapshot);
    return true;
  } catch (error) {
    const isSilent = error instanceof ProviderUnavailable;
    if (!isSilent) ctx.log.error({ err: error, refundId }, 'a refund did not go through');
    const wait = Math.min(60, 2 ** row.checks) * MINUTE;
    await ctx.db
      .update(refunds)
      .set({ checks: sql`${refunds.checks} + 1`, nextCheckAt: new Date(ctx.protocolNow().getTime() + wait) })
      // A webhook may have ended it meanwhile.
      .where(and(eq(refunds.id, refundId), isNotNull(refunds.nextCheckAt)));
    return !isSilent;
  }
}

/** Looks first for a refund that an earlier try may have made, because providers forget idempotency keys after a day. */
async function sendRefund(ctx: Context, gateway: PaymentGateway, row: RefundRow): Promise<RefundSnapshot> {
  const { id: refundId, moneyRef, reason } = row;
  // A process that died while it was sending counted no try.
  const isLate = ctx.protocolNow().getTime() - row.nextCheckAt!.getTime() > KEY_LASTS;
  const known = row.checks > 0 || isLate ? await gateway.findRefund(moneyRef, refundId) : null;
  const amount = { minor: row.amount, currency: row.currency };
  return known ?? gateway.refund({ refundId, moneyRef, amount, reason });
}

/**
 * Stores a refund's state at the provider. The ledger row is unique, so money counts once; a stale state changes
 * nothing. Throws if the provider doesn't document the state, because money may have come back.
 */
export async function applyRefund(
  ctx: Context,
  refundId: string,
  { state, ref }: RefundSnapshot,
): Promise<void> {
  // Square's reference begins with the payment's, which opens the order.
  if (!state) throw new Error(`the refund ${refundId} is in a state that is not documented`);
  await ctx.db.transaction(async (tx) => {
    const [found] = await tx.select().from(refunds).where(eq(refunds.id, refundId));
    if (!found) return;
    const [order] = await tx.select().from(orders).where(eq(orders.id, found.orderId)).for('update');
    const [row] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update');
    if (!row) return;
    const isFinal = END_STATES.includes(state);
    const nextCheckAt = isFinal ? null : new Date(ctx.protocolNow().getTime() + 10 * MINUTE);
    if (!isNews(row, state, ref)) {
      if (row.nextCheckAt)
        await tx.update(refunds).set({ nextCheckAt, checks: 0 }).where(eq(refunds.id, refundId));
      return;
    }
    await tx.update(refunds).set({ state, ref, nextCheckAt, checks: 0 }).where(eq(refunds.id, refundId));
    if (state === 'succeeded') await countRefund(tx, ctx, order, row);
    if (hasFailed(state)) await noteFailure(tx, ctx, order, row, ref);
  });
}

const END_STATES: readonly RefundState[] = ['succeeded', 'failed', 'canceled'];

/** A refund only moves forward: pending, succeeded and, perhaps days later, failed after all (R-REFUND-4). */
function isNews(row: RefundRow, state: RefundState, ref: string | null): boolean {
  if (row.state === state) return row.ref !== ref;
  if (hasFailed(row.state)) return false;
  return row.state !== 'succeeded' || END_STATES.includes(state);
}

/** Books a refund that the provider has paid, and ends what it ends. The caller has locked the order. */
export async function countRefund(
  tx: Transaction,
  ctx: Context,
  order: OrderRow | undefined,
  row: RefundRow,
): Promise<void> {
  const counted = await tx
    .insert(paymentLedger)
    .values(ledgerRow(ctx, row, 'refund', -row.amount))
    .onConflictDoNothing();
  if (counted.rowCount === 0) return;
  await recordAudit(tx, ctx, {
    action: 'refund_succeeded',
    orderId: row.orderId,
    details: { refundId: row.id, amount: row.amount },
  });
  if (!order) return;
  await queueToBuyer(tx, ctx, order, 'refund_notice', row.id);
  await endTickets(tx, ctx, order, row);
}

/** Ends the chosen tickets and frees their seats once; a refund of the last cent ends all of them (R-REFUND-2). */
async function endTickets(tx: Transaction, ctx: Context, order: OrderRow, row: RefundRow): Promise<void> {
  const money = await bookedMoneyOf(tx, order.id);
  // If the bank took the rest back after staff or the buyer chose, the others keep their tickets.
  const isForAll = row.requestedBy === 'provider' || order.paidAt === null || row.seats >= countSeats(order);
  const isWhole = isWholeRefund(isForAll ? money : { ...money, lost: 0 });
  // Refunding a duplicate payment leaves the order unchanged, unless no money of it is left.
  if (row.reason === 'duplicate' && !isWhole) return;
  const paymentStatus = nextStatus(order.paymentStatus, isWhole ? 'refunded_in_full' : 'refunded_in_part');
  if (!paymentStatus) return;
  await tx
    .update(orders)
    .set({ paymentStatus, ...(isWhole && { seatsHeld: false }) })
    .where(eq(orders.id, order.id));
  if (isWhole) await freeHeldCoupon(tx, order);
  const { ended, seats } = await endSeats(tx, ctx, order, isWhole ? 'all' : row);
  // All tickets that it ended, chosen or not, because these are restored if it fails after all.
  await tx
    .update(refunds)
    .set({ registrationIds: ended.map(({ id }) => id), seats })
    .where(eq(refunds.id, row.id));
  await queueTicketEndedMails(tx, ctx, order, ended, row.id);
  await giveSeatsBack(tx, ctx, order, seats);
}

/**
 * The money wasn't returned. Staff must decide if its tickets have already ended, or if money that came late for a
 * closed order is still here. Otherwise there is only a case, because a review stops the order's tickets at the door.
 */
async function noteFailure(
  tx: Transaction,
  ctx: Context,
  order: OrderRow | undefined,
  row: RefundRow,
  ref: string | null,
): Promise<void> {
  const isRefused = ref === null && { isRefused: true, provider: row.provider };
  const details = { refundId: row.id, amount: row.amount, ...isRefused };
  await recordAudit(tx, ctx, { action: 'refund_failed', orderId: row.orderId, details });
  await openCase(tx, ctx, {
    kind: 'refund_failed',
    subject: row.id,
    orderId: row.orderId,
    details: { ...details, moneyRef: row.moneyRef },
  });
  const wasCounted = row.state === 'succeeded';
  if (order && !wasCounted) await restoreLinks(tx, ctx, order.id, row);
  // Until a refund has succeeded, only buyers who canceled seats themselves know of it.
  if (order && (wasCounted || row.requestedBy === 'buyer'))
    await queueToBuyer(tx, ctx, order, 'refund_failed', row.id);
  if (wasCounted) {
    // The money came back, so no seat should be canceled for it.
    const isAbout = eq(paymentCases.subject, row.ref ?? '');
    await closeCases(tx, ctx, 'refund_elsewhere', isAbout, RESOLUTION_WORDS.refundFailed);
    await tx
      .insert(paymentLedger)
      .values(ledgerRow(ctx, row, 'refund_reversal', row.amount))
      .onConflictDoNothing();
  }
  const isLateMoneyHere =
    row.reason === 'late_payment' && !isWholeRefund(await bookedMoneyOf(tx, row.orderId));
  const needsDecision = isLateMoneyHere || (wasCounted && (await hasEnded(tx, order, row)));
  if (!order || (!needsDecision && (await isRefundedInPart(tx, order.id)))) return;
  const paymentStatus = nextStatus(order.paymentStatus, needsDecision ? 'refund_failed' : 'refund_undone');
  if (!paymentStatus) return;
  await tx.update(orders).set({ paymentStatus }).where(eq(orders.id, order.id));
  // An order that had ended has its seats again.
  await storeCompleteness(tx, order.id);
}

/** Whether money for some of its seats was refunded, or counts as such because staff dismissed the refund's failure. */
export async function isRefundedInPart(tx: Transaction, orderId: number): Promise<boolean> {
  const { kind, subject, decision } = paymentCases;
  const ofRefund = and(eq(kind, 'refund_failed'), eq(subject, sql`${refunds.id}::text`));
  const isDismissed = exists(
    tx
      .select()
      .from(paymentCases)
      .where(and(ofRefund, eq(decision, 'dismiss'))),
  );
  const counted = await tx.$count(
    refunds,
    and(
      eq(refunds.orderId, orderId),
      ne(refunds.reason, 'duplicate'),
      or(eq(refunds.state, 'succeeded'), isDismissed),
    ),
  );
  return counted > 0;
}

/**
 * Whether the counted refund ended tickets. Of one that spans several payments, only the first part has the seats. One
 * of a duplicate payment has seats only if it returned the last money.
 */
async function hasEnded(tx: Transaction, order: OrderRow | undefined, row: RefundRow): Promise<boolean> {
  if (row.seats > 0) return true;
  if (order?.paymentStatus === 'refunded') return row.reason !== 'duplicate';
  const { orderId, createdAt, moneyRef, state, seats } = refunds;
  const isOtherPart = and(
    eq(orderId, row.orderId),
    eq(createdAt, row.createdAt),
    ne(moneyRef, row.moneyRef),
    eq(state, 'succeeded'),
    gt(seats, 0),
  );
  return (await tx.$count(refunds, isOtherPart)) > 0;
}

function ledgerRow(
  ctx: Context,
  row: RefundRow,
  kind: 'refund' | 'refund_reversal',
  amount: number,
): typeof paymentLedger.$inferInsert {
  const { orderId, provider, currency } = row;
  const { livemode } = gatewayOf(ctx, provider);
  return { orderId, provider, kind, moneyRef: row.id, amount, currency, livemode, recordedAt: ctx.now };
}
