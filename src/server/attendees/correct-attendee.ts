import type { Attendee, correctAttendee as route } from '#contract/admin.ts';
import type { ParsedOf } from '#contract/route.ts';
import { isPaid } from '#domain/order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { qrCodes, type RegistrationRow, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { isNumber } from '../orders/find-order.ts';
import { presentAttendee } from '../orders/present-order.ts';
import { addressKey, queueTicketMail } from '../orders/queue-order-mails.ts';
import { currentCode, issueTickets } from '../tickets/issue-tickets.ts';
import { lockOrder, storeCompleteness } from './name-seat.ts';

const FIELDS = ['firstName', 'lastName', 'email', 'track', 'dietaryRestrictions'] as const;

/**
 * Corrects a person's fields. A new address makes the ticket another person's: a new QR code is issued and sent, and
 * the old one no longer opens the door (R-CODE-4).
 */
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
    const [corrected] = await tx
      .update(registrations)
      .set(fields)
      .where(eq(registrations.id, person.id))
      .returning();
    await storeCompleteness(tx, order.id);
    const isTransferred = addressKey(fields.email) !== addressKey(person.email);
    const changed = FIELDS.filter((name) => fields[name] !== person[name]);
    await recordAudit(tx, ctx, {
      action: isTransferred ? 'ticket_transferred' : 'attendee_corrected',
      orderId: order.id,
      registrationId: person.id,
      details: { changed },
    });
    if (isTransferred) {
      await tx.update(qrCodes).set({ replacedAt: ctx.now }).where(currentCode(person.id));
      await issueTickets(tx, ctx, [corrected!]);
      if (isPaid(order.paymentStatus)) await queueTicketMail(tx, ctx, order, corrected!);
    }
    return presentAttendee(corrected!);
  });
}

function isAsSeen(person: RegistrationRow, seen: ParsedOf<typeof route.body>['seen']): boolean {
  return FIELDS.every((name) => (person[name] ?? null) === (seen[name] ?? null));
}
