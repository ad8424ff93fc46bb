import { daysOf } from '#domain/capacity.ts';
import type { EventInfo } from '#domain/event-phase.ts';
import type { EventType } from '#domain/packages.ts';
import { and, asc, eq, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { eventCapacity } from '../db/tables.ts';

interface Seats {
  readonly event: EventInfo;
  readonly eventType: EventType;
  readonly seats: number;
  readonly now: Date;
}

/**
 * Takes the seats on each day of the order, or none: false when a day has too few, and the caller then
 * rolls back. The check is in the UPDATE, so it holds whatever happens at the same time (R-SEAT-2).
 * Call it last in a transaction: its rows are the ones that everybody waits for.
 */
export async function takeSeats(tx: Transaction, { event, eventType, seats, now }: Seats): Promise<boolean> {
  for (const day of daysOf(event, eventType)) {
    const taken = await tx
      .update(eventCapacity)
      .set({ currentRegistrations: sql`${eventCapacity.currentRegistrations} + ${seats}`, lastUpdated: now })
      .where(
        and(
          eq(eventCapacity.eventDate, day),
          sql`${eventCapacity.currentRegistrations} + ${seats} <= ${eventCapacity.maxCapacity}`,
        ),
      );
    if (taken.rowCount === 0) return false;
  }
  return true;
}

/** Gives the seats back. The caller has just turned off the order's `seatsHeld`, so it happens once (R-SEAT-3). */
export async function giveSeatsBack(tx: Transaction, { event, eventType, seats, now }: Seats): Promise<void> {
  for (const day of daysOf(event, eventType)) {
    await tx
      .update(eventCapacity)
      .set({ currentRegistrations: sql`${eventCapacity.currentRegistrations} - ${seats}`, lastUpdated: now })
      .where(eq(eventCapacity.eventDate, day));
  }
}

/** For who gives seats back before taking others: whoever needs several days waits for them in the order of the days. */
export async function lockDays(tx: Transaction): Promise<void> {
  await tx
    .select({ day: eventCapacity.eventDate })
    .from(eventCapacity)
    .orderBy(asc(eventCapacity.eventDate))
    .for('update');
}
