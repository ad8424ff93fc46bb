import type { CapacityDay } from '#contract/capacity.ts';
import { daysOf } from '#domain/capacity.ts';
import type { EventType } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';

/** Each event day's seats for staff. One statement reads capacity and orders, so that sold and held add up. */
export async function getCapacity(
  ctx: Pick<Context, 'content'>,
  db: Database | Transaction,
): Promise<CapacityDay[]> {
  const { rows } = await db.execute<HeldOnDay>(sql`
    SELECT event_date::text AS day, max_capacity AS most, current_registrations AS taken,
      held.event_type, coalesce(held.seats, 0)::int AS seats
    FROM event_capacity
    LEFT JOIN (
      SELECT event_type, sum(team_member_count - seats_returned) AS seats
      FROM orders WHERE payment_status = 'pending' AND seats_held GROUP BY event_type
    ) AS held ON true
    ORDER BY event_date`);
  const days = new Map<string, CapacityDay>();
  for (const { day, most, taken, event_type: eventType, seats } of rows) {
    const isOfDay = eventType !== null && daysOf(ctx.content.event, eventType).includes(day);
    const held = (days.get(day)?.held ?? 0) + (isOfDay ? seats : 0);
    days.set(day, { eventDate: day, maxCapacity: most, sold: taken - held, held, free: most - taken });
  }
  return [...days.values()];
}

/** One row per day and event type with open orders. */
interface HeldOnDay extends Record<string, unknown> {
  readonly day: string;
  readonly most: number;
  readonly taken: number;
  readonly event_type: EventType | null;
  readonly seats: number;
}
