import type { Attendee, correctAttendee as route } from '#contract/attendees.ts';
import type { ParsedOf } from '#contract/route.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { addressKey } from '#domain/attendee.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type OrderRow, orders, type RegistrationRow } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { changePerson } from './change-person.ts';
import { getRegistration } from './get-registration.ts';
import { lockOrder } from './lock-order.ts';
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
    const person = named.find((one) => one.id === found.id);
    if (!person) throw new Refusal('registration_not_found');
    // A new holder would lose the ticket as soon as the refund is paid.
    if (!staying.includes(person))
      throw new Refusal('ticket_ended', { message: REFUSAL_WORDS.ticketBeingRefunded });
    if (!isAsSeen(person, input.seen)) throw new Refusal('changed_meanwhile');
    const { person: corrected, change } = await changePerson(tx, ctx, order, person, personOf(input));
    if (change === 'correction') await correctOrder(tx, ctx, order, person, corrected);
    return corrected;
  });
}

/**
 * Otherwise receipts, notices and reminders would go on to the buyer's mistyped address (R-ATTENDEE-7). Only here: on the
 * pages of the ticket and the team, whoever has the link would take over the order.
 */
async function correctOrder(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  before: RegistrationRow,
  { id, email }: RegistrationRow,
): Promise<void> {
  const [old, now, buyer] = [before.email, email, order.organizerEmail].map(addressKey);
  if (!before.isOrganizer || old === now || old !== buyer) return;
  await tx.update(orders).set({ organizerEmail: email }).where(eq(orders.id, order.id));
  await recordAudit(tx, ctx, { action: 'order_email_corrected', orderId: order.id, registrationId: id });
}
