import type { Attendee, correctAttendee as route } from '#contract/attendees.ts';
import type { ParsedOf } from '#contract/route.ts';
import { emailKey, fullName, type Named } from '#domain/attendee.ts';
import { personChange } from '#domain/person-change.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type OrderRow, orders } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { storeBuyerEmail } from '../orders/correct-buyer-email.ts';
import { queueTicketAgain } from '../orders/mails/queue-ticket-mails.ts';
import { changePerson } from './change-person.ts';
import { getRegistration } from './get-registration.ts';
import { lockOrder, lockPerson, refuseUnlessStaying } from './lock-order.ts';
import { refuseCheckedIn } from './people-inside.ts';
import { isAsSeen, personOf } from './person-fields.ts';

/**
 * Corrects a person's fields, or gives the seat to somebody else; the changed fields decide which (R-ATTENDEE-6). The
 * organizer's corrected name and address become the order's.
 */
export async function correctAttendee(
  ctx: Context,
  id: string,
  input: ParsedOf<typeof route.body>,
): Promise<Attendee> {
  const found = await getRegistration(ctx, id);
  return ctx.db.transaction(async (tx) => {
    const team = await lockOrder(tx, found.orderId);
    const { order } = team;
    const person = await lockPerson(tx, found.id);
    refuseUnlessStaying(team, person);
    const typed = personOf(input);
    if (!isAsSeen(person, input.seen)) {
      // A retry after a lost response.
      if (isAsSeen(person, typed)) return person;
      throw new Refusal('changed_meanwhile');
    }
    const isAnother = personChange(person, typed) === 'another_person';
    if (isAnother) await refuseCheckedIn(tx, ctx, order, person, 'replacedAfterCheckIn');
    const renamed = person.isOrganizer && !isAnother ? await renameBuyer(tx, order, person, typed) : order;
    const isBuyer = person.isOrganizer && emailKey(person.email) === emailKey(order.organizerEmail);
    const mailAgain = isBuyer ? correctOrder(renamed) : queueTicketAgain;
    return changePerson(tx, ctx, order, person, typed, 'another_person', mailAgain);
  });
}

/** Otherwise the receipt, the lists and the team's name would keep the typo (R-ATTENDEE-7). */
async function renameBuyer(
  tx: Transaction,
  order: OrderRow,
  before: Named,
  { firstName, lastName }: Named,
): Promise<OrderRow> {
  const { organizerFirstName, organizerLastName, namedAttendees } = order;
  const isBefore = (one: { firstName: string; lastName: string }) => fullName(one) === fullName(before);
  if (!isBefore({ firstName: organizerFirstName, lastName: organizerLastName })) return order;
  const [leader, ...team] = namedAttendees;
  const named = leader && isBefore(leader) ? [{ ...leader, firstName, lastName }, ...team] : namedAttendees;
  const [renamed] = await tx
    .update(orders)
    .set({ organizerFirstName: firstName, organizerLastName: lastName, namedAttendees: named })
    .where(eq(orders.id, order.id))
    .returning();
  return renamed!;
}

/**
 * Otherwise receipts, notices and reminders would go on to the buyer's mistyped address (R-ATTENDEE-7). Only staff can
 * do this: on the pages of the ticket and the team, whoever has the link would take over the order.
 */
function correctOrder(order: OrderRow): typeof queueTicketAgain {
  return (tx, ctx, _order, { id, email }) => storeBuyerEmail(tx, ctx, order, email, id);
}
