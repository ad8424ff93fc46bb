import { eq } from '#server/db/drizzle.ts';
import { eventCapacity } from '#server/db/tables.ts';
import type { World } from './world.ts';

/** The counted seats of the conference. */
export async function seatsTaken(world: World): Promise<number> {
  const [day] = await world.database.db
    .select()
    .from(eventCapacity)
    .where(eq(eventCapacity.eventDate, '2025-09-20'));
  return day!.currentRegistrations;
}
