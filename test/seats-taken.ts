import { expect } from 'vitest';
import { and, eq, sql } from '#server/db/drizzle.ts';
import { eventCapacity, orders } from '#server/db/tables.ts';
import type { World } from './world.ts';

/** The counted seats of the conference. */
export async function seatsTaken(world: World): Promise<number> {
  const [day] = await world.database.db
    .select()
    .from(eventCapacity)
    .where(eq(eventCapacity.eventDate, '2025-09-20'));
  return day!.currentRegistrations;
}

/** The counted seats, which must equal those that orders hold. */
export async function seats(world: World): Promise<number> {
  const taken = await seatsTaken(world);
  const [held] = await world.database.db
    .select({
      seats: sql<number>`coalesce(sum(${orders.teamMemberCount} - ${orders.seatsReturned}), 0)::int`,
    })
    .from(orders)
    .where(and(eq(orders.seatsHeld, true), sql`${orders.eventType} <> 'trainer'`));
  expect(taken).toBe(held!.seats);
  return taken;
}
