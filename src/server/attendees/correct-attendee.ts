import { randomUUID } from 'node:crypto';
import type { Attendee, correctAttendee as route } from '#contract/attendees.ts';
import type { ParsedOf } from '#contract/route.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { addressKey } from '#domain/attendee.ts';
import { personChange } from '#domain/person-change.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type OrderRow, orders, type RegistrationRow, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { queueToBuyer } from '../orders/mails/queue-mails.ts';
import { queueTicketAgain } from '../orders/mails/queue-ticket-mails.ts';
import { changePerson } from './change-person.ts';
import { getRegistration } from './get-registration.ts';
import { lockOrder } from './lock-order.ts';
import { refuseCheckedIn } from './people-inside.ts';
import { isAsSeen, personOf } from './person-fields.ts';

/**
 * Corrects a person's fields, or gives the seat to somebody else; the changed fields decide which (R-ATTENDEE-6). The
 * organizer's corrected address becomes the order's.
 */
export async function correctAttendee(
  ctx: Context,
  id: string,
  input: ParsedOf<typeof route.body>,
): Promise<Attendee> {
  const found = await getRegistration(ctx, id);
  return ctx.db.transaction(async (tx) => {
    const { order, named, staying } = await lockOrder(tx, found.orderId);
    // Waits for a door that is admitting them.
    const [person] = await tx
      .select()
      .from(registrations)
      .where(eq(registrations.id, found.id))
      .for('update');
    if (!person || !named.some(({ id }) => id === person.id)) throw new Refusal('registration_not_found');
    // A new holder would lose the ticket as soon as the refund is paid.
    if (!staying.some(({ id }) => id === person.id))
      throw new Refusal('ticket_ended', { message: REFUSAL_WORDS.ticketBeingRefunded });
    if (!isAsSeen(person, input.seen)) throw new Refusal('changed_meanwhile');
    const typed = personOf(input);
    if (personChange(person, typed) === 'another_person')
      await refuseCheckedIn(tx, ctx, order, person, 'replacedAfterCheckIn');
    const isBuyer = person.isOrganizer && addressKey(person.email) === addressKey(order.organizerEmail);
    const mailAgain = isBuyer ? correctOrder : queueTicketAgain;
    return changePerson(tx, ctx, order, person, typed, 'another_person', mailAgain);
  });
}

/**
 * Otherwise receipts, notices and reminders would go on to the buyer's mistyped address (R-ATTENDEE-7). Only here: on the
 * pages of the ticket and the team, whoever has the link would take over the order. The buyer has missed the
 * confirmation, too, which also has the ticket.
 */
async function correctOrder(
  tx: Transaction,
  ctx: Context,
  { id: orderId }: Pick<OrderRow, 'id'>,
  { id, email }: Pick<RegistrationRow, 'id' | 'email'>,
): Promise<void> {
  await tx.update(orders).set({ organizerEmail: email }).where(eq(orders.id, orderId));
  await recordAudit(tx, ctx, { action: 'order_email_corrected', orderId, registrationId: id });
  const order = { id: orderId, organizerEmail: email };
  await queueToBuyer(tx, ctx, order, 'order_confirmation', `again:${randomUUID()}`);
}
