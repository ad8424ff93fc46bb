import type { Attendee, correctAttendee as route } from '#contract/attendees.ts';
import type { ParsedOf } from '#contract/route.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { type RegistrationRow, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { isNumber } from '../orders/find-order.ts';
import { presentAttendee } from '../orders/present-order.ts';
import { changePerson } from './change-person.ts';
import { lockOrder } from './name-seat.ts';

const FIELDS = ['firstName', 'lastName', 'email', 'track', 'dietaryRestrictions'] as const;

/** Corrects a person's fields, or gives the seat to somebody else; the changed fields decide which. */
export async function correctAttendee(
  ctx: Context,
  id: string,
  input: ParsedOf<typeof route.body>,
): Promise<Attendee> {
  const [found] = isNumber(id)
    ? await ctx.db
        .select()
        .from(registrations)
        .where(eq(registrations.id, Number(id)))
    : [];
  if (!found) throw new Refusal('registration_not_found');
  return ctx.db.transaction(async (tx) => {
    const { order, named } = await lockOrder(tx, found.orderId);
    const person = named.find((one) => one.id === found.id);
    if (!person) throw new Refusal('registration_not_found');
    if (!isAsSeen(person, input.seen)) throw new Refusal('changed_meanwhile');
    const { seen, ...given } = input;
    const fields = {
      ...given,
      track: given.track ?? null,
      dietaryRestrictions: given.dietaryRestrictions ?? null,
    };
    const { person: corrected } = await changePerson(tx, ctx, order, person, fields);
    return presentAttendee(corrected);
  });
}

function isAsSeen(person: RegistrationRow, seen: ParsedOf<typeof route.body>['seen']): boolean {
  return FIELDS.every((name) => (person[name] ?? null) === (seen[name] ?? null));
}
