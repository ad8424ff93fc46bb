import { eq } from 'drizzle-orm';
import type { Registration, addAttendee as route } from '#contract/orders.ts';
import type { ParsedOf } from '#contract/route.ts';
import { canAddAttendee, completeness, missingFields } from '#domain/attendee.ts';
import { eventPhase } from '#domain/event-phase.ts';
import { isPaid } from '#domain/order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { orders, qrCodes, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { findOrder } from '../orders/find-order.ts';
import { presentRegistration } from '../orders/present-order.ts';
import { queueTicketMail } from '../orders/queue-order-mails.ts';
import { issueTickets } from '../tickets/issue-tickets.ts';

/** Names one more person of a paid team order and sends that person the ticket (R-ATTENDEE-3). */
export async function addAttendee(
  ctx: Context,
  key: string,
  input: ParsedOf<typeof route.body>,
): Promise<Registration> {
  const found = await findOrder(ctx, key);
  if (!found) throw new Refusal('order_not_found');
  if (eventPhase(ctx.content.event, ctx.now) === 'past') throw new Refusal('event_over');
  const person = {
    firstName: input.firstName,
    lastName: input.lastName,
    email: input.email,
    track: input.track ?? null,
    dietaryRestrictions: input.dietaryRestrictions ?? null,
  };
  if (missingFields(person, found.eventType).includes('track')) {
    throw new Refusal('invalid', { fields: { track: 'Choose a track: caregivers or professionals' } });
  }

  return ctx.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, found.id)).for('update');
    if (!order) throw new Refusal('order_not_found');
    if (!isPaid(order.paymentStatus)) throw new Refusal('order_not_paid');
    const named = await tx.select().from(registrations).where(eq(registrations.orderId, order.id));
    const seats = order.teamMemberCount;
    if (!canAddAttendee({ seats, named: named.length, status: order.attendeeDataStatus })) {
      throw new Refusal('no_slots_left');
    }
    const [added] = await tx
      .insert(registrations)
      .values({ ...person, orderId: order.id, createdAt: ctx.now })
      .returning();
    await issueTickets(tx, ctx, [added!]);
    const attendeeDataStatus = completeness([...named, added!], { seats, eventType: order.eventType });
    await tx.update(orders).set({ attendeeDataStatus }).where(eq(orders.id, order.id));
    await recordAudit(tx, ctx, { action: 'attendee_added', orderId: order.id, registrationId: added!.id });
    await queueTicketMail(tx, ctx, order, added!);
    const [ticket] = await tx.select().from(qrCodes).where(eq(qrCodes.registrationId, added!.id));
    return presentRegistration(added!, ticket!);
  });
}
