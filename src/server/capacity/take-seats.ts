import { daysOf } from '#domain/capacity.ts';
import type { EventType } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { or, type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';

/**
 * CTEs that take the seats on each day of the order, and an expression that is false if a day has too few; the caller
 * then rolls back. The check is in the UPDATE, so it holds under concurrency, and a CHECK constraint backs it up
 * (R-SEAT-2). They run after the CTE named `after`, as late as possible: these rows are the hot spot of a rush.
 */
export function seatTakingCtes(
  { content, now }: Context,
  eventType: EventType,
  seats: number,
  after: SQL,
): { ctes: SQL[]; isSeated: SQL<boolean> } {
  let last = after;
  const ctes = daysOf(content.event, eventType).map((day, index) => {
    const name = sql.identifier(`day_${index}`);
    // One day after the other, so that two orders can't deadlock.
    const cte = sql`${name} AS (UPDATE event_capacity
      SET current_registrations = current_registrations + ${seats}::integer, last_updated = ${now}::timestamptz
      WHERE ${canTake(day, seats)} AND EXISTS (SELECT FROM ${last}) RETURNING id)`;
    last = sql`${name}`;
    return cte;
  });
  return { ctes, isSeated: sql<boolean>`EXISTS (SELECT FROM ${last})` };
}

/** Whether each day of the order has enough seats now. Only `seatTakingCtes` decides; this saves an attempt that would fail. */
export function hasSeats({ content }: Context, eventType: EventType, seats: number): SQL<boolean> {
  const days = daysOf(content.event, eventType).map((day) => canTake(day, seats));
  return sql`(SELECT count(*) FROM event_capacity WHERE ${or(...days)}) = ${days.length}::integer`;
}

/** PostgreSQL checks this again on the row after waiting for its lock. */
function canTake(day: string, seats: number): SQL {
  return sql`event_date = ${day}::date AND current_registrations + ${seats}::integer <= max_capacity`;
}

/**
 * Takes seats in a statement of its own, for a late payment or a case. False if a day has too few; then roll back, because
 * an earlier day may already be taken.
 */
export async function takeSeats(
  tx: Transaction,
  ctx: Context,
  eventType: EventType,
  seats: number,
): Promise<boolean> {
  const { ctes, isSeated } = seatTakingCtes(ctx, eventType, seats, sql`begun`);
  // The CTEs must follow another one. Here nothing has to run first, so `begun` only returns an empty row.
  const { rows } = await tx.execute<{ isSeated: boolean }>(
    sql`WITH begun AS (SELECT), ${sql.join(ctes, sql`, `)} SELECT ${isSeated} AS "isSeated"`,
  );
  return rows[0]!.isSeated;
}
