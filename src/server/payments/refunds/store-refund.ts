import type { RefundWish } from '#domain/refund.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/open-database.ts';
import { type OrderRow, type RefundRow, refunds } from '../../db/tables.ts';
import { Refusal } from '../../errors.ts';
import type { OrderMoney } from './money-of.ts';

/**
 * Stores a refund that the caller has checked under the order's lock. Its seats and people are reserved from then on;
 * `pushRefund` asks the provider after the commit.
 */
export async function storeRefund(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  { captures }: OrderMoney,
  wish: RefundWish & { refundId: string; reason: RefundRow['reason']; note?: string | null },
  requestedBy: string,
): Promise<void> {
  // Providers refund one payment at a time.
  const capture = captures.find((one) => one.left >= wish.amount);
  if (!capture) throw new Refusal('refund_too_large');
  const { refundId, amount, reason, registrationIds } = wish;
  await tx.insert(refunds).values({
    id: refundId,
    orderId: order.id,
    provider: capture.provider,
    moneyRef: capture.moneyRef,
    amount,
    currency: order.currency,
    reason,
    state: 'pending',
    requestedBy,
    nextCheckAt: ctx.protocolNow(),
    createdAt: ctx.now,
    registrationIds: [...registrationIds],
    seats: registrationIds.length + wish.openSeats,
    note: wish.note ?? null,
  });
  await recordAudit(tx, ctx, {
    action: 'refund_requested',
    orderId: order.id,
    details: { refundId, amount, reason, registrationIds },
  });
}
