import { isBuyer, isSamePerson } from '#domain/attendee.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type NamedAttendee, type OrderRow, type RegistrationRow, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { queueTicketMail } from '../orders/mails/queue-ticket-mails.ts';
import { issueCodes } from '../tickets/ticket-codes.ts';
import { storeCompleteness } from './lock-order.ts';

/**
 * Runs under the order's lock: the same call sent twice, or a person named twice by mistake, takes one seat
 * (R-ATTENDEE-5).
 */
export function refuseSamePerson(
  named: readonly RegistrationRow[],
  person: NamedAttendee,
  replaced?: RegistrationRow,
): void {
  const others = named.filter(({ id }) => id !== replaced?.id);
  if (others.some((one) => isSamePerson(one, person))) throw new Refusal('same_person');
}

/**
 * Gives a person a seat in a paid order, with a ticket and its mail. The caller has checked that one is free. A buyer
 * who gave the ticket back and takes a seat again is the organizer again.
 */
export async function nameSeat(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  person: NamedAttendee,
): Promise<RegistrationRow> {
  const isOrganizer = isBuyer(order, person) && !(await hasOrganizer(tx, order));
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

async function hasOrganizer(tx: Transaction, { id }: OrderRow): Promise<boolean> {
  return (await tx.$count(registrations, and(eq(registrations.orderId, id), registrations.isOrganizer))) > 0;
}
