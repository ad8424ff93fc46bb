import { isBuyer, isSamePerson } from '#domain/attendee.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, eq, isNotNull, ne } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type NamedAttendee, type OrderRow, type RegistrationRow, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { queueTicketMail } from '../orders/mails/queue-ticket-mails.ts';
import { issueCodes } from '../tickets/ticket-codes.ts';
import { storeCompleteness } from './lock-order.ts';

/**
 * Runs under the order's lock: the same call sent twice, or a person named twice by mistake, takes one seat
 * (R-ATTENDEE-5). Comes before the test for free seats: whoever named the last one, and lost the response, reads that
 * the person is named.
 */
export function refuseSamePerson(named: readonly RegistrationRow[], person: NamedAttendee): void {
  if (named.some((one) => isSamePerson(one, person))) throw new Refusal('same_person');
}

/**
 * Gives a person a seat in a paid order, with a ticket and its mail. The caller has checked that one is free.
 */
export async function nameSeat(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  person: NamedAttendee,
): Promise<RegistrationRow> {
  const isOrganizer = await takeOrganizerMark(tx, order, person);
  const [added] = await tx
    .insert(registrations)
    .values({ ...person, isOrganizer, orderId: order.id, createdAt: ctx.now })
    .returning();
  await issueCodes(tx, ctx, [added!]);
  await storeCompleteness(tx, order.id);
  await recordAudit(tx, ctx, { action: 'attendee_added', orderId: order.id, registrationId: added!.id });
  await queueTicketMail(tx, ctx, order, added!);
  return added!;
}

/**
 * Whether this person becomes the organizer: a buyer who gave up the ticket and takes a seat again, unless somebody else
 * is by now (R-ATTENDEE-1). Then the mark is taken from the canceled ticket. `replaced` is the person whose seat it is.
 */
export async function takeOrganizerMark(
  tx: Transaction,
  order: OrderRow,
  person: NamedAttendee,
  replaced?: RegistrationRow,
): Promise<boolean> {
  if (!isBuyer(order, person)) return false;
  const ofOrder = eq(registrations.orderId, order.id);
  // An order has one organizer, even among canceled tickets.
  await tx
    .update(registrations)
    .set({ isOrganizer: false })
    .where(and(ofOrder, isNotNull(registrations.voidedAt)));
  const others = replaced && ne(registrations.id, replaced.id);
  return (await tx.$count(registrations, and(ofOrder, registrations.isOrganizer, others))) === 0;
}
