import { countSeats, seatsInUse } from '#domain/attendee.ts';
import { isPaid } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { desc, inArray } from '../db/drizzle.ts';
import { orders } from '../db/tables.ts';

/**
 * This browser's latest order with tickets; if there is none, the latest that still has seats, or any. The browser also
 * remembers orders that were never paid, and some that staff have deleted.
 */
export async function findLastOrder(ctx: Context): Promise<{ transactionId: string | null }> {
  const { transactionId, paymentStatus, teamMemberCount, seatsReturned } = orders;
  const own = await ctx.db
    .select({ transactionId, paymentStatus, teamMemberCount, seatsReturned })
    .from(orders)
    .where(inArray(transactionId, [...ctx.actor.orders]))
    .orderBy(desc(orders.id));
  const last =
    own.find((one) => isPaid(one.paymentStatus) && countSeats(one) > 0) ??
    own.find((one) => seatsInUse(one) > 0) ??
    own[0];
  return { transactionId: last?.transactionId ?? null };
}
