import type { CapacityDay } from '#contract/capacity.ts';
import { daysOf } from '#domain/capacity.ts';
import type { EventType } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';

/** Each event day's seats for staff. */
export async function getCapacity(
  ctx: Pick<Context, 'content'>,
  db: Database | Transaction,
): Promise<CapacityDay[]> {
  const days = await countDays(ctx, db, sql`payment_status = 'pending' AND seats_held`);
  return days.map(({ day, most, taken, held }) => ({
    eventDate: day,
    maxCapacity: most,
    sold: taken - held,
    held,
    free: most - taken,
  }));
}

interface DayCount {
  readonly day: string;
  readonly most: number;
  /** Sold or held, as counted for each order. */
  readonly taken: number;
  /** Seats of the selected orders. */
  readonly held: number;
}

/** Each day's seats, and those of some orders. One statement reads both, so that it never sees half a transaction. */
export async function countDays(
  { content }: Pick<Context, 'content'>,
  db: Database | Transaction,
  ofOrders: SQL,
): Promise<DayCount[]> {
  const { rows } = await db.execute<CountedRow>(sql`
    SELECT event_date::text AS day, max_capacity AS most, current_registrations AS taken,
      held.event_type, coalesce(held.seats, 0)::int AS seats
    FROM event_capacity
    LEFT JOIN (
      SELECT event_type, sum(team_member_count - seats_returned) AS seats
      FROM orders WHERE ${ofOrders} GROUP BY event_type
    ) AS held ON true
    ORDER BY event_date`);
  const days = new Map<string, DayCount>();
  for (const { day, most, taken, event_type: eventType, seats } of rows) {
    const isOfDay = eventType !== null && daysOf(content.event, eventType).includes(day);
    const held = (days.get(day)?.held ?? 0) + (isOfDay ? seats : 0);
    days.set(day, { day, most, taken, held });
  }
  return [...days.values()];
}

/** One row per day and event type with such orders. */
interface CountedRow extends Record<string, unknown> {
  readonly day: string;
  readonly most: number;
  readonly taken: number;
  readonly event_type: EventType | null;
  readonly seats: number;
}
