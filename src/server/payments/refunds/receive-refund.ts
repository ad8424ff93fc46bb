import { randomUUID } from 'node:crypto';
import { hasMoney, type PaymentProvider, REFUNDS_UNDER_WAY } from '#domain/order.ts';
import { leftToRefund } from '#domain/refund.ts';
import type { Context } from '../../context.ts';
import { and, eq, inArray, ne, sql } from '../../db/drizzle.ts';
import { isUuid } from '../../db/is-uuid.ts';
import type { Transaction } from '../../db/open-database.ts';
import { type OrderRow, orders, paymentAttempts, type RefundRow, refunds } from '../../db/tables.ts';
import { Refusal } from '../../errors.ts';
import { openCase } from '../cases/open-case.ts';
import { findCapture } from '../find-capture.ts';
import { gatewayOf, type RefundSnapshot } from '../gateways/gateway.ts';
import { bookedMoneyOf } from './money-of.ts';
import { applyRefund, countRefund } from './refund.ts';

/** Applies what a provider reports about a refund, whoever made it. Safe to repeat. */
export async function receiveRefund(
  ctx: Context,
  provider: PaymentProvider,
  snapshot: RefundSnapshot,
): Promise<void> {
  const known = await findKnown(ctx, provider, snapshot);
  if (known) await applyRefund(ctx, known, snapshot);
  else if (snapshot.state === 'succeeded' || snapshot.state === null)
    await recordUnknown(ctx, provider, snapshot);
}

/** Our id comes first: while our own call hasn't been answered, its row has no ref. */
async function findKnown(
  ctx: Context,
  provider: PaymentProvider,
  { refundId, ref }: RefundSnapshot,
): Promise<string | null> {
  const find = async (isIt: ReturnType<typeof and>) => {
    const [row] = await ctx.db.select({ id: refunds.id }).from(refunds).where(isIt);
    return row?.id ?? null;
  };
  const ofRef = ref !== null && and(eq(refunds.provider, provider), eq(refunds.ref, ref));
  return (
    (refundId && isUuid(refundId) && (await find(eq(refunds.id, refundId)))) ||
    (ofRef && (await find(ofRef))) ||
    null
  );
}

/**
 * A refund of a recorded payment that was made in the provider's dashboard, or that a restored backup doesn't have. Its
 * money counts like any other's; only staff know which seats should go with a part of it (R-REFUND-11).
 */
async function recordUnknown(
  ctx: Context,
  provider: PaymentProvider,
  snapshot: RefundSnapshot,
): Promise<void> {
  const { refundId, ref, moneyRef, amount } = snapshot;
  const capture = await findCapture(ctx.db, provider, moneyRef);
  if (!capture) return refuseUntilPaid(ctx, provider, moneyRef);
  await ctx.db.transaction(async (tx) => {
    if (!snapshot.state)
      throw new Error(`a refund of order ${capture.orderId} is in a state that is not documented`);
    const { orderId } = capture;
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    const [row] = await tx
      .insert(refunds)
      .values({
        id: refundId && isUuid(refundId) ? refundId : randomUUID(),
        orderId,
        provider,
        moneyRef,
        ref,
        amount: amount.minor,
        currency: amount.currency,
        reason: await reasonOf(tx, order, moneyRef, amount.minor),
        state: 'succeeded',
        requestedBy: 'provider',
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning();
    if (!row) return;
    await countRefund(tx, ctx, order, row);
    await askAboutSeats(tx, ctx, row);
  });
}

/** It may arrive before its payment is recorded here. The provider resends a refused webhook. */
async function refuseUntilPaid(ctx: Context, provider: PaymentProvider, moneyRef: string): Promise<void> {
  const attemptId = moneyRef && (await gatewayOf(ctx, provider).findAttemptId(moneyRef));
  if (attemptId && (await ctx.db.$count(paymentAttempts, eq(paymentAttempts.id, attemptId))) > 0)
    throw new Refusal('unavailable');
}

/**
 * What exceeds the order's total is no refund of the order. A pending refund of the same payment doesn't count, because
 * it may be refused now.
 */
async function reasonOf(
  tx: Transaction,
  order: OrderRow | undefined,
  moneyRef: string,
  amount: number,
): Promise<RefundRow['reason']> {
  if (!order) return 'buyer';
  const [others] = await tx
    .select({ pending: sql<number>`coalesce(sum(${refunds.amount}), 0)::int` })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, order.id),
        inArray(refunds.state, REFUNDS_UNDER_WAY),
        ne(refunds.moneyRef, moneyRef),
      ),
    );
  const left = leftToRefund(await bookedMoneyOf(tx, order.id)) - others!.pending - amount;
  return left >= order.totalAmount ? 'duplicate' : 'buyer';
}

/** Opens a case about the seats, unless the refund was of surplus money or ended the order. */
async function askAboutSeats(tx: Transaction, ctx: Context, row: RefundRow): Promise<void> {
  if (row.reason === 'duplicate') return;
  const { ref, orderId, provider, amount } = row;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order || !hasMoney(order.paymentStatus)) return;
  await openCase(tx, ctx, {
    kind: 'refund_elsewhere',
    subject: ref!,
    orderId,
    details: { provider, amount },
  });
}
