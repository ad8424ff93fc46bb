import { completeness } from '#domain/attendee.ts';
import { nextStatus, type OrderEvent } from '#domain/order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { countCoupon } from '../coupons/hold-coupon.ts';
import { eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type OrderRow, orders, registrations } from '../db/tables.ts';
import { type Write, writeTogether } from '../db/write-together.ts';
import { issueTickets } from '../tickets/issue-tickets.ts';
import { NO_HOLDER } from './limit-holds.ts';
import { queueOrderMails } from './queue-order-mails.ts';

/**
 * Makes tickets of a paid order: registrations, QR codes and mails in the caller's transaction, which holds
 * the order's row lock. `payment` is what the provider told; `alongside` is written with the rest.
 */
export async function completeOrder(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  event: Extract<OrderEvent, 'paid' | 'paid_late' | 'accepted'>,
  payment: Partial<Pick<OrderRow, 'stripeCustomerId' | 'squarePaymentId'>> & BillingColumns = {},
  alongside: readonly Write[] = [],
): Promise<void> {
  const paymentStatus = nextStatus(order.paymentStatus, event);
  if (!paymentStatus) throw new Error(`order ${order.id} cannot be completed from ${order.paymentStatus}`);
  const people = await tx
    .insert(registrations)
    .values(
      order.namedAttendees.map((one, index) => ({
        ...one,
        orderId: order.id,
        isOrganizer: index === 0,
        createdAt: ctx.now,
      })),
    )
    .returning();
  const paid = {
    ...payment,
    ...NO_HOLDER,
    paymentStatus,
    paidAt: ctx.now,
    seatsHeld: true,
    reviewReason: null,
    attendeeDataStatus: completeness(people, { seats: order.teamMemberCount, eventType: order.eventType }),
  };
  await writeTogether(tx, [
    ...alongside,
    issueTickets(tx, ctx, people),
    tx.update(orders).set(paid).where(eq(orders.id, order.id)),
    recordAudit(tx, ctx, { action: 'order_completed', orderId: order.id, details: { event } }),
  ]);
  await countCoupon(tx, order);
  await queueOrderMails(tx, ctx, { ...order, ...paid }, people);
}

export type BillingColumns = Partial<
  Pick<
    OrderRow,
    | 'billingAddressLine1'
    | 'billingAddressLine2'
    | 'billingCity'
    | 'billingState'
    | 'billingPostalCode'
    | 'billingCountry'
  >
>;
