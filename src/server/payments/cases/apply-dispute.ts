import { RESOLUTION_WORDS } from '#contract/words/cases.ts';
import { countSeats } from '#domain/attendee.ts';
import { type PaymentProvider, REFUNDS_NOT_FAILED } from '#domain/order.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { and, eq, gt, gte, inArray, isNull, or, type SQLWrapper } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/open-database.ts';
import {
  cancellations,
  type DisputeRow,
  disputes,
  type OrderRow,
  orders,
  paymentAttempts,
  paymentCases,
  paymentLedger,
  refunds,
} from '../../db/tables.ts';
import { Refusal } from '../../errors.ts';
import { findCapture } from '../find-capture.ts';
import type { DisputeSnapshot, PaymentGateway } from '../gateways/gateway.ts';
import { closeCases, openCase, openCaseOnce } from './open-case.ts';

/**
 * Stores a dispute's state at the provider (R-REFUND-5). While it is open, nothing is refunded and the tickets stay
 * valid; once lost, its money counts as gone, until it is won on appeal. Until it is lost, a closed dispute may be opened
 * again: an inquiry that was closed can become a chargeback. Safe to call any number of times.
 */
export async function applyDispute(
  ctx: Context,
  gateway: PaymentGateway,
  snapshot: DisputeSnapshot,
  alongside?: SQLWrapper,
): Promise<void> {
  const { provider, livemode } = gateway;
  await ctx.db.transaction(async (tx) => {
    if (alongside) await tx.execute(alongside);
    const capture = await findCapture(tx, provider, snapshot.moneyRef);
    if (!capture) return noteWithoutPayment(tx, ctx, provider, snapshot);
    const { orderId } = capture;
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    const key = and(eq(disputes.provider, provider), eq(disputes.ref, snapshot.ref));
    const [known] = await tx.select().from(disputes).where(key);
    const isAppeal = known?.state === 'lost' && snapshot.state === 'won';
    // A loss is final, even one that was won back: a late, stale webhook changes nothing.
    if (known && !isAppeal && (known.state === snapshot.state || (await wasLost(tx, known)))) return;
    const isOpen = snapshot.state === 'open';
    const closedAt = isOpen ? null : ctx.now;
    const { ref, moneyRef, state } = snapshot;
    const { minor: amount, currency } = snapshot.amount;
    await tx
      .insert(disputes)
      .values({ provider, ref, orderId, moneyRef, amount, currency, state, openedAt: ctx.now, closedAt })
      .onConflictDoUpdate({
        target: [disputes.provider, disputes.ref],
        set: { state, closedAt, ...(!isAppeal && { amount }) },
      });
    const isLeft = await tx.$count(disputes, and(eq(disputes.orderId, orderId), eq(disputes.state, 'open')));
    await tx
      .update(orders)
      .set({ disputedAt: isLeft > 0 ? ctx.now : null })
      .where(eq(orders.id, orderId));
    const details = { dispute: ref, amount };
    await recordAudit(tx, ctx, { action: `dispute_${state}`, orderId, details });
    if (state !== 'lost' && !isAppeal) return;
    await tx
      .insert(paymentLedger)
      .values({
        orderId,
        provider,
        kind: isAppeal ? 'dispute_reversal' : 'dispute',
        moneyRef: ref,
        amount: isAppeal ? known.amount : -amount,
        currency,
        livemode,
        recordedAt: ctx.now,
      })
      .onConflictDoNothing();
    if (!isAppeal) {
      await openCase(tx, ctx, { kind: 'dispute_lost', subject: ref, orderId, details });
      return;
    }
    await closeCases(tx, ctx, 'dispute_lost', eq(paymentCases.subject, ref), RESOLUTION_WORDS.disputeWon);
    if (order) await askAboutWonBack(tx, ctx, order, known);
  });
}

/** Only an appeal changes a dispute that was lost; the ledger keeps the loss afterward. */
async function wasLost(tx: Transaction, { provider, ref }: DisputeRow): Promise<boolean> {
  const ofDispute = and(eq(paymentLedger.provider, provider), eq(paymentLedger.moneyRef, ref));
  return (await tx.$count(paymentLedger, and(ofDispute, eq(paymentLedger.kind, 'dispute')))) > 0;
}

/** Opens a case if money was won back for an order whose seats have been canceled meanwhile, some or all. */
async function askAboutWonBack(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  lost: DisputeRow,
): Promise<void> {
  const { id: orderId, paymentStatus: status } = order;
  const { ref: subject, amount: wonBack } = lost;
  const isRefunded = status === 'refunded';
  if (!isRefunded && !(await isCanceledSince(tx, lost))) return;
  const details = { status, wonBack, ...(!isRefunded && { seatsLeft: countSeats(order) }) };
  await openCase(tx, ctx, { kind: 'payment_mismatch', subject, orderId, details });
}

/** Whether seats were canceled since the dispute was lost: with a refund, or without one because nothing was left. */
async function isCanceledSince(tx: Transaction, { orderId, closedAt }: DisputeRow): Promise<boolean> {
  const { because, createdAt, orderId: ofOrder } = cancellations;
  const isForLack = or(isNull(because), eq(because, 'nothing_left'));
  const without = and(eq(ofOrder, orderId), gte(createdAt, closedAt!), isForLack);
  const withLess = and(
    eq(refunds.orderId, orderId),
    gte(refunds.createdAt, closedAt!),
    gt(refunds.seats, 0),
    inArray(refunds.state, REFUNDS_NOT_FAILED),
  );
  return (await tx.$count(cancellations, without)) + (await tx.$count(refunds, withLess)) > 0;
}

async function noteWithoutPayment(
  tx: Transaction,
  ctx: Context,
  provider: PaymentProvider,
  { ref: subject, attemptId, orderId, amount }: DisputeSnapshot,
): Promise<void> {
  // It may arrive before its payment's webhook. The provider resends a refused webhook.
  if ((await tx.$count(paymentAttempts, eq(paymentAttempts.id, attemptId))) > 0)
    throw new Refusal('unavailable');
  const details = { provider, orderId, disputed: amount.minor };
  await openCaseOnce(tx, ctx, { kind: 'payment_without_order', subject, details });
}
