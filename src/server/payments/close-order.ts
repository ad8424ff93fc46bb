import { ENDABLE_ATTEMPTS, hasMoney, isLiveAttempt, type OrderEvent } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, eq, inArray, type SQL } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, orders, paymentAttempts } from '../db/tables.ts';
import { releaseOrder } from '../orders/release-order.ts';
import { latestAttempt } from './find-earlier.ts';
import { type PaymentSnapshot, PaymentUnderWay } from './gateways/gateway.ts';
import { closeAttempt, isBeingAsked } from './look-up-attempt.ts';
import { settle } from './settle.ts';

/** An order whose payment the provider has ended, with its `attempt` and `final` state at that time. */
export interface EndedPayment {
  readonly orderId: number;
  readonly attempt: AttemptRow | undefined;
  readonly final: PaymentSnapshot | null;
}

/** The buyer's page opened while the order was being closed, so it must be closed again. */
export class PageOpened extends PaymentUnderWay {}

/**
 * Closes an open checkout: the provider's page first and, once the provider confirms, the order. Returns `paid` if the
 * buyer paid first. Rejects with ProviderUnavailable if there is no response, and with PaymentUnderWay while money is
 * moving or can still be paid; nothing is released then.
 */
export async function closeOrder(
  ctx: Context,
  orderId: number,
  event: Extract<OrderEvent, 'hold_expired' | 'cancelled'>,
): Promise<'closed' | 'paid'> {
  const ended = await endPayment(ctx, orderId);
  return ctx.db.transaction((tx) => releaseEnded(tx, ctx, ended, event));
}

/** The provider's part. An unpaid order keeps its seats until `releaseEnded` passes them on. */
export async function endPayment(ctx: Context, orderId: number): Promise<EndedPayment> {
  const attempt = await latestAttempt(ctx, orderId);
  let final: PaymentSnapshot | null = null;
  if (attempt && isBeingAsked(ctx, attempt)) throw new PaymentUnderWay(`${attempt.id} is under way`);
  if (attempt && isLiveAttempt(attempt.state)) {
    final = await closeAttempt(ctx, attempt);
    if (final && final.state !== 'expired') await settle(ctx, final);
    // A delayed payment can't be canceled, and a page that couldn't be closed can still be paid; the seats stay held.
    if (final?.state === 'processing' || final?.state === 'open')
      throw new PaymentUnderWay(`the payment of ${attempt.id} is under way`);
  }
  return { orderId, attempt, final };
}

/** Our part: releases the order unless it was paid in the meantime. Locks the order's row, then its attempts. */
export async function releaseEnded(
  tx: Transaction,
  ctx: Context,
  ended: EndedPayment,
  event: Extract<OrderEvent, 'hold_expired' | 'cancelled'>,
): Promise<'closed' | 'paid'> {
  const { orderId, attempt } = ended;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) return 'closed';
  const { id, state, orderId: ofOrder } = paymentAttempts;
  if (hasMoney(order.paymentStatus)) {
    // If another attempt paid it, this one has ended unpaid, and must not be asked about forever.
    if (attempt) await cancelAttempts(tx, and(eq(id, attempt.id), eq(state, attempt.state)));
    return 'paid';
  }
  await refuseIfUnderWay(tx, ended);
  await releaseOrder(tx, ctx, order, event);
  await cancelAttempts(tx, eq(ofOrder, orderId));
  return 'closed';
}

async function cancelAttempts(tx: Transaction, which: SQL | undefined): Promise<void> {
  await tx
    .update(paymentAttempts)
    .set({ state: 'canceled', nextCheckAt: null })
    .where(and(which, inArray(paymentAttempts.state, ENDABLE_ATTEMPTS)));
}

/**
 * An attempt that started while the payment was being ended: a card without a response, or an open page. Locks the
 * attempts, because storing a page's URL locks only its attempt: from here on it waits, and finds the attempt canceled.
 */
async function refuseIfUnderWay(tx: Transaction, { orderId, attempt: closed, final }: EndedPayment) {
  const live = await tx
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), inArray(paymentAttempts.state, ENDABLE_ATTEMPTS)))
    .for('update');
  const asked = live.find(
    ({ id, state }) => state === 'unknown' && (id !== closed?.id || closed.state !== 'unknown'),
  );
  if (asked) throw new PaymentUnderWay(`the payment ${asked.id} is under way`);
  const opened = live.find(({ ref }) => ref !== null && ref !== closed?.ref && ref !== final?.ref);
  if (opened) throw new PageOpened(`the page of ${opened.id} was opened meanwhile`);
}
