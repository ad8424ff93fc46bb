import { daysOf } from '#domain/capacity.ts';
import type { EventInfo } from '#domain/event-phase.ts';
import type { EventType } from '#domain/packages.ts';
import { asc, eq, type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { statement } from '../db/statement.ts';
import { eventCapacity } from '../db/tables.ts';

interface Seats {
  readonly event: EventInfo;
  readonly eventType: EventType;
  readonly seats: number;
  readonly now: Date;
}

/**
 * Takes the seats on each day of the order, or none: false if a day has too few, and the caller then rolls back. The
 * check is in the UPDATE, so it holds under concurrency (R-SEAT-2). Call it last in a transaction: everybody waits
 * for these rows.
 */
export async function takeSeats(tx: Transaction, seats: Seats): Promise<boolean> {
  const wanted = seatsWanted(seats);
  const [answer] = await takings[wanted.days.length]!(tx, { wanted });
  return answer!.isSeated;
}

/** What `seatsTaken` wants to know as the value `wanted`. */
export interface SeatsWanted {
  readonly days: readonly string[];
  readonly seats: number;
  readonly now: Date;
}

export function seatsWanted({ event, eventType, seats, now }: Seats): SeatsWanted {
  return { days: daysOf(event, eventType), seats, now };
}

/**
 * The same as parts of a statement for that many days: its CTEs, and whether the seats were taken. `after` is a CTE that comes
 * first, so that nobody waits for these rows while it runs.
 */
export function seatsTaken(days: number, after: SQL): { ctes: SQL; isSeated: SQL } {
  const names = Array.from({ length: days }, (_, index) => sql.identifier(`day_${index}`));
  const ctes = names.map((name, index) => {
    // One day after the other, so that two orders never wait for each other.
    const isNext = sql`EXISTS (SELECT FROM ${names[index - 1] ?? after})`;
    const day = sql`(${sql.placeholder('wanted.days')}::date[])[${sql.raw(String(index + 1))}]`;
    return sql`${name} AS (UPDATE event_capacity
      SET current_registrations = current_registrations + ${SEATS}, last_updated = ${sql.placeholder('wanted.now')}::timestamptz
      WHERE ${canTake(day)} AND ${isNext} RETURNING id)`;
  });
  return { ctes: sql.join(ctes, sql`, `), isSeated: sql`EXISTS (SELECT FROM ${names.at(-1)})` };
}

const SEATS = sql`${sql.placeholder('wanted.seats')}::integer`;

/** Checked again on the row as it is when its turn comes. */
function canTake(day: SQL): SQL {
  return sql`event_date = ${day} AND current_registrations + ${SEATS} <= max_capacity`;
}

const takings = [0, 1, 2].map((days) =>
  statement<{ wanted: SeatsWanted }, { isSeated: boolean }>(() => {
    const { ctes, isSeated } = seatsTaken(days, sql`now`);
    return sql`WITH now AS (SELECT), ${ctes} SELECT ${isSeated} AS "isSeated"`;
  }),
);

/** Returns the seats. The caller has just cleared the order's `seatsHeld`, so it happens once (R-SEAT-3). */
export async function giveSeatsBack(tx: Transaction, { event, eventType, seats, now }: Seats): Promise<void> {
  for (const day of daysOf(event, eventType)) {
    await tx
      .update(eventCapacity)
      .set({ currentRegistrations: sql`${eventCapacity.currentRegistrations} - ${seats}`, lastUpdated: now })
      .where(eq(eventCapacity.eventDate, day));
  }
}

/** For callers that return seats before taking others: days are always locked in the same order. */
export async function lockDays(tx: Transaction): Promise<void> {
  await tx
    .select({ day: eventCapacity.eventDate })
    .from(eventCapacity)
    .orderBy(asc(eventCapacity.eventDate))
    .for('update');
}
