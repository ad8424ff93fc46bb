import type { ErrorCode } from '#contract/errors.ts';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { hasEndedUnpaid, isPaid, REFUNDS_UNDER_WAY } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, isNull, sql } from '../db/drizzle.ts';
import { type OrderRow, orders, qrCodes, registrations } from '../db/tables.ts';
import { currentCode } from '../tickets/ticket-codes.ts';
import { getOrderByKey } from './find-order.ts';
import { freeSeatsOf } from './free-seats.ts';
import { presentOrder, presentRegistration } from './present-order.ts';
import { refundedOf } from './refunded-of.ts';

/** An order with its people and, once it is paid, their tickets. Throws `missing` for an unknown key. */
export async function getOrder(
  ctx: Context,
  key: string,
  missing: ErrorCode,
): Promise<OrderWithRegistrations> {
  return showOrder(ctx, await getOrderByKey(ctx, key, missing));
}

/** The same for an order already read. */
export async function showOrder(ctx: Context, order: OrderRow): Promise<OrderWithRegistrations> {
  const ofOrder = and(eq(registrations.orderId, orders.id), isNull(registrations.voidedAt));
  const rows = await ctx.db
    .select({
      freeSeats: freeSeatsOf(),
      refunded: refundedOf(),
      isBeingRefunded: sql<boolean>`EXISTS (SELECT FROM refunds WHERE refunds.order_id = ${orders.id}
        AND refunds.reason = 'late_payment' AND refunds.state IN ${REFUNDS_UNDER_WAY})`,
      registration: registrations,
      qrCodeData: qrCodes.qrCodeData,
      qrCodeImage: qrCodes.qrCodeImage,
    })
    .from(orders)
    .leftJoin(registrations, ofOrder)
    .leftJoin(qrCodes, currentCode(registrations.id))
    .where(eq(orders.id, order.id))
    .orderBy(desc(registrations.isOrganizer), registrations.id);
  const showTickets = isPaid(order.paymentStatus);
  const refunded = rows[0]?.refunded ?? 0;
  return {
    order: presentOrder(ctx.content.event, order, rows[0]?.freeSeats ?? 0),
    registrations: rows.flatMap(({ registration, qrCodeData, qrCodeImage }) => {
      const ticket = showTickets && qrCodeData && qrCodeImage ? { qrCodeData, qrCodeImage } : null;
      return registration ? [presentRegistration(registration, ticket)] : [];
    }),
    ...(refunded > 0 && { refunded }),
    ...(hasEndedUnpaid(order.paymentStatus) &&
      rows[0]?.isBeingRefunded && { isBeingRefunded: true as const }),
  };
}
