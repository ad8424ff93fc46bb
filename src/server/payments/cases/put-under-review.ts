import { nextStatus } from '#domain/order.ts';
import type { Mismatch } from '#domain/settlement.ts';
import { storeCompleteness } from '../../attendees/lock-order.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { eq } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/open-database.ts';
import { type OrderRow, orders } from '../../db/tables.ts';
import type { PaymentSnapshot } from '../gateways/gateway.ts';
import { openCase } from './open-case.ts';

/**
 * The payment doesn't match its order: nothing else happens to either until staff decide. `payment` has what the order
 * keeps of it.
 */
export async function putUnderReview(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  snapshot: PaymentSnapshot,
  { payment, mismatch }: { payment: Partial<OrderRow>; mismatch: Mismatch | null },
): Promise<void> {
  const paymentStatus = nextStatus(order.paymentStatus, 'mismatch');
  await tx
    .update(orders)
    // A paid order keeps what its own payment set.
    .set({ ...(paymentStatus && { ...payment, paymentStatus }), ipMark: null, browserMark: null })
    .where(eq(orders.id, order.id));
  // An order that had ended has its seats again.
  await storeCompleteness(tx, order.id);
  const { captured, livemode, ref, moneyRef, orderId } = snapshot;
  await recordAudit(tx, ctx, {
    action: 'payment_under_review',
    orderId: order.id,
    details: { captured, livemode, ref, keepsStatus: paymentStatus === null },
  });
  const otherOrder = orderId === order.id ? null : orderId;
  await openCase(tx, ctx, {
    kind: 'payment_mismatch',
    subject: ref,
    orderId: order.id,
    details: { captured, livemode, wanted: order.totalAmount, moneyRef, mismatch, otherOrder },
  });
}
