import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { emailKey } from '#domain/attendee.ts';
import { ERASED } from '#domain/erased.ts';
import {
  changedHalf,
  otherHalf,
  personChange,
  type ReplacedBecause,
  renewsCode,
} from '#domain/person-change.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, eq, isNull, ne } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import {
  type NamedAttendee,
  type OrderRow,
  qrCodes,
  type RegistrationRow,
  registrations,
} from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import {
  queueReplacedMail,
  queueTeamChangeMail,
  queueTicketAgain,
  queueTicketMail,
} from '../orders/mails/queue-ticket-mails.ts';
import { undoAdmissions } from '../scans/undo-admissions.ts';
import { currentCode, issueCodes } from '../tickets/ticket-codes.ts';
import { storeCompleteness } from './lock-order.ts';
import { refuseSamePerson, takeOrganizerMark } from './name-seat.ts';
import { peopleInside } from './people-inside.ts';
import { PERSON_FIELDS } from './person-fields.ts';
import { wasCorrected } from './was-corrected.ts';

/**
 * Updates a seat's fields, under the order's lock (R-ATTENDEE-6). If they now describe another person, the old code
 * stops working at once, the new person gets a ticket, and the previous one is notified. Refuses somebody who is in the
 * order already (R-ATTENDEE-5). `mailAgain` mails the ticket, with any new code, to a corrected address; a code renewed
 * because of the name is mailed, too.
 */
export async function changePerson(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  person: RegistrationRow,
  fields: NamedAttendee,
  because: Exclude<ReplacedBecause, 'returned' | 'address_corrected'> = 'another_person',
  mailAgain = queueTicketAgain,
): Promise<RegistrationRow> {
  // Forms open with it: no ticket would reach the new person, and nobody could find them to erase them again.
  if (emailKey(fields.email) === ERASED.email)
    throw new Refusal('invalid', { fields: { email: REFUSAL_WORDS.erasedAddress } });
  const isAnother = personChange(person, fields) === 'another_person';
  const kept = otherHalf(person, fields);
  // Somebody inside has shown theirs, and needs it on the next day.
  const isRenewed =
    (renewsCode(person, fields, because === 'given_away') ||
      (kept !== null && (await wasCorrected(tx, person, kept)))) &&
    (isAnother || !(await peopleInside(tx, ctx, order, [person.id])).has(person.id));
  if (isAnother) {
    refuseSamePerson(await othersOf(tx, person), fields);
    // These are rehearsals, with notes about the previous holder: whoever came on an event day keeps the ticket.
    await undoAdmissions(tx, ctx, person);
  }
  const [changed] = await tx
    .update(registrations)
    .set({
      ...fields,
      ...(isRenewed && { ticketOpenedAt: null }),
      ...(isAnother && { isOrganizer: await takeOrganizerMark(tx, order, fields, person) }),
    })
    .where(eq(registrations.id, person.id))
    .returning();
  await storeCompleteness(tx, order.id);
  await recordAudit(tx, ctx, {
    action: isAnother ? 'ticket_transferred' : 'attendee_corrected',
    orderId: order.id,
    registrationId: person.id,
    details: {
      changed: PERSON_FIELDS.filter((name) => fields[name] !== person[name]),
      half: changedHalf(person, fields),
    },
  });
  const old = isRenewed
    ? await renewCode(tx, ctx, changed!, isAnother ? because : 'address_corrected')
    : null;
  if (isAnother) {
    await queueTicketMail(tx, ctx, order, changed!);
    // Nothing else tells the buyer what staff changed.
    if (old && (ctx.actor.isAdmin || isFormerHolderTold(order, person)))
      await queueReplacedMail(tx, ctx, order, { codeId: old.id, recipient: person.email });
    if (because === 'given_away') await queueTeamChangeMail(tx, ctx, order, person.id);
  } else if (emailKey(fields.email) !== emailKey(person.email)) {
    await mailAgain(tx, ctx, order, changed!);
  } else if (isRenewed) await queueTicketMail(tx, ctx, order, changed!);
  return changed!;
}

function othersOf(tx: Transaction, { id, orderId }: RegistrationRow): Promise<RegistrationRow[]> {
  return tx
    .select()
    .from(registrations)
    .where(and(eq(registrations.orderId, orderId), ne(registrations.id, id), isNull(registrations.voidedAt)));
}

/** The ended code; null if there was none. */
async function renewCode(
  tx: Transaction,
  ctx: Context,
  person: RegistrationRow,
  because: ReplacedBecause,
): Promise<{ id: number } | null> {
  const old = await endCode(tx, ctx, person.id, because);
  await issueCodes(tx, ctx, [person]);
  return old;
}

/** Ends the person's code; the door then refuses it and says why (R-CODE-4). Null if there was none. */
export async function endCode(
  tx: Transaction,
  ctx: Context,
  registrationId: number,
  because: ReplacedBecause,
): Promise<{ id: number } | null> {
  const [old] = await tx
    .update(qrCodes)
    .set({ replacedAt: ctx.now, replacedBecause: because })
    .where(currentCode(registrationId))
    .returning({ id: qrCodes.id });
  return old ?? null;
}

/** Not the buyer, whom only the caller notifies, nor somebody who was erased. */
export function isFormerHolderTold(
  order: Pick<OrderRow, 'organizerEmail'>,
  { email }: Pick<RegistrationRow, 'email'>,
): boolean {
  return ![order.organizerEmail, ERASED.email].map(emailKey).includes(emailKey(email));
}
