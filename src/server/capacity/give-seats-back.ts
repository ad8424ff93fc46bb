import { daysOf } from '#domain/capacity.ts';
import type { Context } from '../context.ts';
import { asc, eq, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { eventCapacity, type OrderRow } from '../db/tables.ts';

/**
 * Returns seats of the order, passed as it was before: seats that it didn't hold are free already. In the same
 * transaction, the caller clears its `seatsHeld`, raises its `seatsReturned` or deletes it, so it happens once
 * (R-SEAT-3). Call it last, because every order locks these rows.
 */
export async function giveSeatsBack(
  tx: Transaction,
  { content, now }: Context,
  { eventType, seatsHeld }: Pick<OrderRow, 'eventType' | 'seatsHeld'>,
  seats: number,
): Promise<void> {
  if (!seatsHeld || seats === 0) return;
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
