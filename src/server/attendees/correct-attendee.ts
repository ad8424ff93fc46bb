import type { Attendee, correctAttendee as route } from '#contract/attendees.ts';
import type { ParsedOf } from '#contract/route.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { presentAttendee } from '../orders/present-order.ts';
import { changePerson } from './change-person.ts';
import { getRegistration } from './get-registration.ts';
import { lockOrder } from './lock-order.ts';
import { isAsSeen, personOf } from './person-fields.ts';

/** Corrects a person's fields, or gives the seat to somebody else; the changed fields decide which. */
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
    const { person: corrected } = await changePerson(tx, ctx, order, person, personOf(input));
    return presentAttendee(corrected);
  });
}
