import { daysOf } from '#domain/capacity.ts';
import type { EventType } from '#domain/packages.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../db/drizzle.ts';
import { openCase } from './open-case.ts';

/**
 * Compares the counted seats with those that orders hold (R-SEAT-3). One statement reads both, so it never sees half
 * a transaction. A difference opens a case, which stays open until staff close it.
 */
export async function checkCapacity(ctx: Context): Promise<void> {
  const { rows } = await ctx.db.execute<CountedDay>(sql`
    SELECT event_date::text AS day, current_registrations AS counted, held.event_type, coalesce(held.seats, 0)::int AS seats
    FROM event_capacity
    LEFT JOIN (
      SELECT event_type, sum(team_member_count - seats_returned) AS seats FROM orders WHERE seats_held GROUP BY event_type
    ) AS held ON true`);
  for (const [day, { counted, held }] of sumByDay(ctx, rows)) {
    if (counted === held) continue;
    await openCase(ctx.db, ctx, { kind: 'capacity_drift', subject: day, details: { counted, held } });
  }
}

/** One row for each day and event type that has orders. */
interface CountedDay extends Record<string, unknown> {
  readonly day: string;
  readonly counted: number;
  readonly event_type: EventType | null;
  readonly seats: number;
}

function sumByDay(ctx: Context, rows: readonly CountedDay[]): Map<string, { counted: number; held: number }> {
  const days = new Map<string, { counted: number; held: number }>();
  for (const { day, counted, event_type: eventType, seats } of rows) {
    const isOfDay = eventType !== null && daysOf(ctx.content.event, eventType).includes(day);
    const held = (days.get(day)?.held ?? 0) + (isOfDay ? seats : 0);
    days.set(day, { counted, held });
  }
  return days;
}
