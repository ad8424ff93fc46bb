import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { nextStatus } from '#domain/order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/open-database.ts';
import { type OrderRow, orders, paymentLedger, type RefundRow, refunds } from '../db/tables.ts';
import { queueRefundNotice } from '../orders/queue-order-mails.ts';
import { gatewayOf, type PaymentSnapshot, ProviderUnavailable, type RefundSnapshot } from './gateway.ts';

const MINUTE = 60_000;

/** Writes down that a payment goes back whole; the provider is called after commit, with the row's id as key. */
export async function requestRefund(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  snapshot: PaymentSnapshot,
  reason: 'duplicate' | 'late_payment',
): Promise<string> {
  const id = randomUUID();
  await tx.insert(refunds).values({
    id,
    orderId: order.id,
    provider: snapshot.provider,
    moneyRef: snapshot.moneyRef!,
    amount: snapshot.captured.minor,
    currency: snapshot.captured.currency,
    reason,
    state: 'pending',
    requestedBy: 'settlement',
    nextCheckAt: ctx.protocolNow(),
    createdAt: ctx.now,
  });
  await recordAudit(tx, ctx, {
    action: 'refund_requested',
    orderId: order.id,
    details: { refundId: id, reason },
  });
  return id;
}

/** Brings one refund row and the provider together; safe to repeat. An unreachable provider leaves it to the next run. */
export async function pushRefund(ctx: Context, refundId: string): Promise<void> {
  const [row] = await ctx.db.select().from(refunds).where(eq(refunds.id, refundId));
  if (!row || row.nextCheckAt === null) return;
  try {
    const amount = { minor: row.amount, currency: row.currency };
    const snapshot = row.ref
      ? await gatewayOf(ctx, row.provider).fetchRefund(row.ref)
      : await gatewayOf(ctx, row.provider).refund({
          refundId: row.id,
          moneyRef: row.moneyRef,
          amount,
          reason: row.reason,
        });
    if (!snapshot) throw new Error(`the provider does not know the refund ${row.id}`);
    await applyRefund(ctx, row.id, snapshot);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable))
      ctx.log.error({ err: error, refundId }, 'a refund did not go through');
    const wait = Math.min(60, 2 ** row.checks) * MINUTE;
    await ctx.db
      .update(refunds)
      .set({ checks: sql`${refunds.checks} + 1`, nextCheckAt: new Date(ctx.protocolNow().getTime() + wait) })
      .where(eq(refunds.id, refundId));
  }
}

/** Takes over what the provider says of a refund. The ledger row is unique, so money is counted once. */
export async function applyRefund(ctx: Context, refundId: string, snapshot: RefundSnapshot): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update');
    if (!row || (row.state === snapshot.state && row.ref === snapshot.ref && row.nextCheckAt === null))
      return;
    const isOver =
      snapshot.state === 'succeeded' || snapshot.state === 'failed' || snapshot.state === 'canceled';
    const nextCheckAt = isOver ? null : new Date(ctx.protocolNow().getTime() + 10 * MINUTE);
    await tx
      .update(refunds)
      .set({ state: snapshot.state, ref: snapshot.ref, nextCheckAt })
      .where(eq(refunds.id, refundId));
    if (snapshot.state === 'succeeded') await countRefund(tx, ctx, row);
    if (snapshot.state === 'failed')
      ctx.log.error({ refundId, orderId: row.orderId }, 'a refund failed at the provider');
  });
}

async function countRefund(tx: Transaction, ctx: Context, row: RefundRow): Promise<void> {
  const counted = await tx
    .insert(paymentLedger)
    .values({
      orderId: row.orderId,
      provider: row.provider,
      kind: 'refund',
      moneyRef: row.id,
      amount: -row.amount,
      currency: row.currency,
      livemode: gatewayOf(ctx, row.provider).livemode,
      recordedAt: ctx.now,
    })
    .onConflictDoNothing();
  if (counted.rowCount === 0) return;
  const [order] = await tx.select().from(orders).where(eq(orders.id, row.orderId)).for('update');
  if (!order) return;
  // The surplus of a doubled payment leaves the order as it was.
  const paymentStatus =
    row.reason === 'duplicate' ? null : nextStatus(order.paymentStatus, 'refunded_in_full');
  if (paymentStatus) await tx.update(orders).set({ paymentStatus }).where(eq(orders.id, order.id));
  await recordAudit(tx, ctx, {
    action: 'refund_succeeded',
    orderId: order.id,
    details: { refundId: row.id },
  });
  await queueRefundNotice(tx, ctx, order, row.id);
}
