import type { Registration } from '#contract/orders.ts';
import { canChooseTrack } from '#domain/attendee.ts';
import { eventPhase } from '#domain/event-phase.ts';
import { isPaid } from '#domain/order.ts';
import type { Track } from '#domain/packages.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { qrCodes, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { getOrderByKey } from '../orders/find-order.ts';
import { presentRegistration } from '../orders/present-order.ts';
import { currentCode } from '../tickets/ticket-codes.ts';
import { lockOrder, refuseUnlessStaying, storeCompleteness } from './lock-order.ts';

/**
 * Chooses the track of a person in a paid order who has none (R-ATTENDEE-4). Choosing the same one again changes
 * nothing; a different choice made in the meantime stays.
 */
export async function chooseTrack(
  ctx: Context,
  { orderId: key, registrationId }: { orderId: string; registrationId: string },
  track: Track,
): Promise<Registration> {
  const found = await getOrderByKey(ctx, key);
  if (eventPhase(ctx.content.event, ctx.now) === 'past') throw new Refusal('event_over');
  return ctx.db.transaction(async (tx) => {
    const team = await lockOrder(tx, found.id);
    const { order, named } = team;
    if (!isPaid(order.paymentStatus)) throw new Refusal('order_not_paid');
    const person = named.find(({ id }) => String(id) === registrationId);
    if (!person) throw new Refusal('registration_not_found');
    const [ticket] = await tx.select().from(qrCodes).where(currentCode(person.id));
    if (person.track === track) return presentRegistration(person, ticket!);
    refuseUnlessStaying(team, person);
    if (!canChooseTrack(person, order.eventType)) throw new Refusal('changed_meanwhile');
    await tx.update(registrations).set({ track }).where(eq(registrations.id, person.id));
    await storeCompleteness(tx, order.id);
    await recordAudit(tx, ctx, {
      action: 'track_chosen',
      orderId: order.id,
      registrationId: person.id,
      details: { track },
    });
    return presentRegistration({ ...person, track }, ticket!);
  });
}
