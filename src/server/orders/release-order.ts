import { nextStatus, type OrderEvent } from '#domain/order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { giveSeatsBack } from '../capacity/give-seats-back.ts';
import type { Context } from '../context.ts';
import { freeHeldCoupon } from '../coupons/hold-coupon.ts';
import { eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type OrderRow, orders } from '../db/tables.ts';

/**
 * Ends a pending order that can no longer be paid, and releases what it held. The caller holds the order's row lock
 * and knows from the provider that no payment can follow. Does nothing if the order isn't pending.
 */
export async function releaseOrder(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  event: Extract<OrderEvent, 'hold_expired' | 'cancelled' | 'payment_failed'>,
): Promise<void> {
  const paymentStatus = nextStatus(order.paymentStatus, event);
  if (!paymentStatus) return;
  await tx
    .update(orders)
    // It has no seats now, so nobody is missing.
    .set({
      paymentStatus,
      seatsHeld: false,
      ipMark: null,
      browserMark: null,
      attendeeDataStatus: 'complete',
    })
    .where(eq(orders.id, order.id));
  await freeHeldCoupon(tx, order);
  await recordAudit(tx, ctx, { action: 'order_released', orderId: order.id, details: { event } });
  await giveSeatsBack(tx, ctx, order, order.teamMemberCount);
}
