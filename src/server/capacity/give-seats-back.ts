import { daysOf } from '#domain/capacity.ts';
import type { EventType } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { asc, eq, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { eventCapacity } from '../db/tables.ts';

/**
 * Returns the seats. In the same transaction, the caller clears the order's `seatsHeld`, raises its `seatsReturned` or
 * deletes it, so it happens once (R-SEAT-3).
 */
export async function giveSeatsBack(
  tx: Transaction,
  { content, now }: Context,
  eventType: EventType,
  seats: number,
): Promise<void> {
  for (const day of daysOf(content.event, eventType)) {
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
