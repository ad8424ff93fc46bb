import type { MyTicket, changeMyTicket as route } from '#contract/my-ticket.ts';
import type { ParsedOf } from '#contract/route.ts';
import { MY_TICKET_WORDS } from '#contract/words/my-ticket.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { emailKey } from '#domain/attendee.ts';
import { DAY, HOUR } from '#domain/durations.ts';
import { otherHalf, personChange } from '#domain/person-change.ts';
import { canCorrectTicket, canCorrectTrack, passOnRefusal } from '#domain/ticket-page.ts';
import { changePerson } from '../attendees/change-person.ts';
import { lockOrder } from '../attendees/lock-order.ts';
import { peopleInside } from '../attendees/people-inside.ts';
import { isAsSeen, personOf } from '../attendees/person-fields.ts';
import { wasCorrected } from '../attendees/was-corrected.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type NamedAttendee, type RegistrationRow, registrations } from '../db/tables.ts';
import { Refusal, showing } from '../errors.ts';
import { limitTries } from '../http/limits.ts';
import { limitMails, limitNewAddresses } from '../orders/mails/limit-mails.ts';
import {
  asHolder,
  getTicketPage,
  getValidTicket,
  readAgain,
  refuseEnded,
  type TicketPage,
} from './get-ticket-page.ts';
import { showMyTicket } from './open-my-ticket.ts';

const CHANGES_AN_HOUR = 10;
/** Far fewer than the order's limit, which the buyer and the other holders share. */
const NEW_ADDRESSES_A_DAY = 5;

/**
 * Corrects the holder's details (R-TICKET-2), or gives the ticket to somebody else (R-TICKET-3), which ends this page.
 * The changed fields decide which.
 */
export async function changeMyTicket(
  ctx: Context,
  { key, seen, ...input }: ParsedOf<typeof route.body>,
): Promise<MyTicket> {
  const page = await getValidTicket(ctx, key);
  if (!canCorrectTicket(ctx.content.event, ctx.now)) throw new Refusal('event_over');
  // Limited, because mail goes to any address typed.
  const changes = { key: `my-ticket:change:${page.person.id}`, max: CHANGES_AN_HOUR, window: HOUR };
  await limitTries(ctx.db, ctx.protocolNow(), changes, REFUSAL_WORDS.ticketChangedTooOften(changes.max));
  const fields = personOf(input);
  await ctx.db.transaction(async (tx) => {
    const { order, person, isIn } = await lockTicket(tx, ctx, page);
    // Nothing was changed, or this is a retry after a lost response.
    if (isAsSeen(person, fields)) return;
    if (!isAsSeen(person, seen)) throw new Refusal('changed_meanwhile');
    refuseChange(ctx, { person, fields, isIn });
    await refuseSecondHalf(tx, person, fields);
    if (emailKey(fields.email) !== emailKey(person.email)) {
      const moves = { key: `my-ticket:move:${person.id}`, max: NEW_ADDRESSES_A_DAY, window: DAY };
      await limitTries(tx, ctx.protocolNow(), moves, REFUSAL_WORDS.ticketMovedTooOften(moves.max));
      await limitNewAddresses(tx, ctx, order, 1);
      await limitMails(tx, ctx, [fields.email]);
    }
    await changePerson(tx, asHolder(ctx, page), order, person, fields, 'given_away');
  });
  return showMyTicket(ctx, await getTicketPage(ctx, key));
}

/** Locks the order and then the person, as everywhere, so that a scan at the door waits. */
async function lockTicket(tx: Transaction, ctx: Context, page: TicketPage) {
  const locked = lockOrder(tx, page.order.id);
  const { order, staying } = await showing('ticket_page_unknown', locked);
  const { id } = page.person;
  await tx.select({ id: registrations.id }).from(registrations).where(eq(registrations.id, id)).for('update');
  const again = await readAgain(tx, page);
  refuseEnded(ctx, again);
  if (!staying.some((one) => one.id === id)) {
    throw new Refusal('ticket_ended', { message: REFUSAL_WORDS.ticketBeingRefunded });
  }
  const inside = await peopleInside(tx, ctx, order, [id]);
  return { order, person: again.person, isIn: inside.has(id) };
}

function refuseChange(
  { content: { event }, now }: Context,
  { person, fields, isIn }: { person: RegistrationRow; fields: NamedAttendee; isIn: boolean },
): void {
  if (fields.track !== person.track && !canCorrectTrack(event, now)) throw new Refusal('track_fixed');
  if (personChange(person, fields) !== 'another_person') return;
  const refusal = passOnRefusal({ isIn }, event, now);
  if (!refusal) return;
  throw new Refusal(
    refusal,
    refusal === 'already_checked_in' ? { message: MY_TICKET_WORDS.givenAwayAfterCheckIn } : {},
  );
}

/** In two steps, somebody else would get the code that its holder still has (R-TICKET-3). */
async function refuseSecondHalf(
  tx: Transaction,
  person: RegistrationRow,
  fields: NamedAttendee,
): Promise<void> {
  const kept = otherHalf(person, fields);
  if (!kept || !(await wasCorrected(tx, person, kept, 'holder'))) return;
  const field = kept === 'email' ? 'firstName' : 'email';
  throw new Refusal('invalid', { fields: { [field]: MY_TICKET_WORDS.secondHalf[field] } });
}
