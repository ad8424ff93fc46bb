import type { ErrorCode } from '#contract/errors.ts';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { isPaid } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, isNull } from '../db/drizzle.ts';
import { type OrderRow, orders, qrCodes, registrations } from '../db/tables.ts';
import { currentCode } from '../tickets/ticket-codes.ts';
import { getOrderByKey } from './find-order.ts';
import { freeSeatsOf } from './free-seats.ts';
import { presentOrder, presentRegistration } from './present-order.ts';

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
  const [seats] = await ctx.db.select({ free: freeSeatsOf() }).from(orders).where(eq(orders.id, order.id));
  const rows = await ctx.db
    .select({ registration: registrations, qrCodeData: qrCodes.qrCodeData, qrCodeImage: qrCodes.qrCodeImage })
    .from(registrations)
    .leftJoin(qrCodes, currentCode(registrations.id))
    .where(and(eq(registrations.orderId, order.id), isNull(registrations.voidedAt)))
    .orderBy(desc(registrations.isOrganizer), registrations.id);
  const showTickets = isPaid(order.paymentStatus);
  return {
    order: presentOrder(ctx.content.event, order, seats?.free ?? 0),
    registrations: rows.map(({ registration, qrCodeData, qrCodeImage }) =>
      presentRegistration(
        registration,
        showTickets && qrCodeData && qrCodeImage ? { qrCodeData, qrCodeImage } : null,
      ),
    ),
  };
}
