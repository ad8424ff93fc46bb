import { eq } from '#server/db/drizzle.ts';
import { qrCodes, registrations } from '#server/db/tables.ts';
import { currentCode } from '#server/tickets/ticket-codes.ts';
import { buy } from './buy.ts';
import { EARLY_BIRD, type World } from './world.ts';

/** Holders look at their tickets at this time, with a week left. */
export const TICKETS_NOW = '2025-09-12T18:00:00Z';

/** A paid order, with the page keys and ids of its tickets by first name. */
export async function buyTickets(world: World, body: unknown) {
  world.moveClock(EARLY_BIRD);
  const { order } = await buy(world, body);
  world.moveClock(TICKETS_NOW);
  const rows = await world.database.db
    .select({ name: registrations.firstName, id: registrations.id, key: qrCodes.pageKey })
    .from(registrations)
    .innerJoin(qrCodes, currentCode(registrations.id))
    .where(eq(registrations.orderId, order.id));
  return {
    orderId: order.id,
    keys: Object.fromEntries(rows.map(({ name, key }) => [name, key])),
    ids: Object.fromEntries(rows.map(({ name, id }) => [name, id])),
  };
}
