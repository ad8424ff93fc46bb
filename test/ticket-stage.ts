import { eq } from '#server/db/drizzle.ts';
import { qrCodes, registrations } from '#server/db/tables.ts';
import { currentCode } from '#server/tickets/ticket-codes.ts';
import { auditRows } from './audit-rows.ts';
import { buy, storePaid } from './buy.ts';
import { mailsOf } from './mails-of.ts';
import { EARLY_BIRD, type World } from './world.ts';

/** Holders look at their tickets at this time, with a week left. */
export const TICKETS_NOW = '2025-09-12T18:00:00Z';

/** A paid order, with the page keys and ids of its tickets by first name. `isRefundable` if the provider has its money. */
export async function buyTickets(world: World, body: unknown, { isRefundable = false } = {}) {
  world.moveClock(EARLY_BIRD);
  const orderId = isRefundable ? (await buy(world, body)).order.id : (await storePaid(world, body)).orderId;
  world.moveClock(TICKETS_NOW);
  const rows = await world.database.db
    .select({ name: registrations.firstName, id: registrations.id, key: qrCodes.pageKey })
    .from(registrations)
    .innerJoin(qrCodes, currentCode(registrations.id))
    .where(eq(registrations.orderId, orderId));
  return {
    orderId,
    keys: Object.fromEntries(rows.map(({ name, key }) => [name, key])),
    ids: Object.fromEntries(rows.map(({ name, id }) => [name, id])),
  };
}

export async function codeOfTicket({ database }: World, registrationId: number): Promise<string> {
  const [code] = await database.db.select().from(qrCodes).where(currentCode(registrationId));
  return code!.qrCodeData;
}

/** Kind and recipient of the order's mails, oldest first. */
export async function mailsOfOrder(world: World, orderId: number): Promise<string[]> {
  return (await mailsOf(world, orderId)).map(({ kind, recipient }) => `${kind} ${recipient}`);
}

/** What was last done to the order, and by what kind of actor. */
export async function lastActOn(world: World, orderId: number): Promise<unknown[]> {
  const { action, actorKind } = (await auditRows(world, { orderId })).at(-1)!;
  return [action, actorKind];
}
