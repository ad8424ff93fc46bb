import type { getCapacityStatus as route } from '#contract/event.ts';
import type { ParsedOf } from '#contract/route.ts';
import { capacityLevel } from '#domain/capacity.ts';
import type { Context } from '../context.ts';
import { asc } from '../db/drizzle.ts';
import { eventCapacity } from '../db/tables.ts';

export async function getCapacityStatus(ctx: Context): Promise<ParsedOf<typeof route.response>> {
  const rows = await ctx.db.select().from(eventCapacity).orderBy(asc(eventCapacity.eventDate));
  return rows.map((row) => {
    const remaining = row.maxCapacity - row.currentRegistrations;
    return {
      eventDate: row.eventDate,
      maxCapacity: row.maxCapacity,
      currentRegistrations: row.currentRegistrations,
      remaining,
      status: capacityLevel(row.maxCapacity, remaining),
    };
  });
}
