import type { getCapacityStatus as route } from '#contract/event.ts';
import type { ParsedOf } from '#contract/route.ts';
import { capacityLevel, daysOf } from '#domain/capacity.ts';
import type { Context } from '../context.ts';
import { and, asc, eq } from '../db/drizzle.ts';
import { eventCapacity, orders } from '../db/tables.ts';

/**
 * Each day's seats. Those held by the open order of `checkoutId` count as free, because its buyer already has them
 * (R-SEAT-5).
 */
export async function getCapacityStatus(
  ctx: Context,
  checkoutId?: string | null,
): Promise<ParsedOf<typeof route.response>> {
  const own = checkoutId ? await ownSeats(ctx, checkoutId) : new Map<string, number>();
  const rows = await ctx.db.select().from(eventCapacity).orderBy(asc(eventCapacity.eventDate));
  return rows.map(({ eventDate, maxCapacity, currentRegistrations: taken }) => {
    const currentRegistrations = taken - (own.get(eventDate) ?? 0);
    const remaining = maxCapacity - currentRegistrations;
    return {
      eventDate,
      maxCapacity,
      currentRegistrations,
      remaining,
      status: capacityLevel(maxCapacity, remaining),
    };
  });
}

async function ownSeats(ctx: Context, checkoutId: string): Promise<Map<string, number>> {
  const isOpen = and(
    eq(orders.checkoutId, checkoutId),
    eq(orders.paymentStatus, 'pending'),
    eq(orders.seatsHeld, true),
  );
  const [open] = await ctx.db
    .select({ eventType: orders.eventType, seats: orders.teamMemberCount })
    .from(orders)
    .where(isOpen);
  return new Map(open ? daysOf(ctx.content.event, open.eventType).map((day) => [day, open.seats]) : []);
}
