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
 * Takes the seats on each day of the order, or none: false if a day has too few, and the caller then rolls back. The
 * check is in the UPDATE, so it holds under concurrency (R-SEAT-2). Call it last in a transaction: everybody waits
 * for these rows.
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
