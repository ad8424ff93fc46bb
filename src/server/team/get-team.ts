import { paths } from '#contract/paths.ts';
import type { ClaimLink, MailState, Team, TeamPerson } from '#contract/team.ts';
import { emailKey } from '#domain/attendee.ts';
import { registrationNumber } from '#domain/codes.ts';
import { isNamingOpen } from '#domain/naming.ts';
import { isPaid } from '#domain/order.ts';
import { isFormerHolderTold } from '../attendees/change-person.ts';
import { organizerFirst, readOrder } from '../attendees/lock-order.ts';
import { peopleInside } from '../attendees/people-inside.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, inArray } from '../db/drizzle.ts';
import { type ClaimLinkRow, type MailRow, mails, type OrderRow, type RegistrationRow } from '../db/tables.ts';
import { getOrderByKey } from '../orders/find-order.ts';
import { linksOut } from '../orders/free-seats.ts';
import { isFor, linkOfKey } from '../orders/mails/order-mail.ts';
import { teamNameOf } from '../orders/team-name.ts';

/** Who has which seat, for the buyer and for staff. */
export async function getTeam(ctx: Context, key: string): Promise<Team> {
  return showTeam(ctx, (await getOrderByKey(ctx, key)).id);
}

/** The same for an order that the caller may see. */
export async function showTeam(ctx: Context, orderId: number): Promise<Team> {
  const { db, content } = ctx;
  const isOpen = isNamingOpen(content, ctx.now);
  const { order, named, seats, staying, freeSeats } = await readOrder(db, orderId);
  const ids = named.map((one) => one.id);
  const inside = await peopleInside(db, ctx, order, ids);
  const sent = await readMails(ctx, orderId);
  const links = (await linksOut(db, orderId)).map((link) => presentLink(ctx, link, sent));
  return {
    order: {
      transactionId: order.transactionId,
      registrationNumber: registrationNumber(content.event.shortCode, order.id),
      eventType: order.eventType,
      teamName: teamNameOf(order),
      isPaid: isPaid(order.paymentStatus),
    },
    namingEndsOn: content.deadlines.namingEndsOn,
    isNamingOpen: isOpen,
    canName: ctx.actor.isAdmin || isOpen,
    seats,
    freeSeats: Math.max(0, freeSeats),
    people: organizerFirst(named).map((person) => ({
      ...presentPerson(person, order, sent),
      isCheckedIn: inside.has(person.id),
      isLeaving: !staying.includes(person),
      isTold: isFormerHolderTold(order, person),
    })),
    invitations: links.filter((one) => !one.forTeam).map(({ forTeam, ...link }) => link),
    teamLink: links.find((one) => one.forTeam) ?? null,
    remindersStoppedAt: order.remindersStoppedAt?.toISOString() ?? null,
  };
}

function readMails({ db }: Context, orderId: number): Promise<MailRow[]> {
  return db
    .select()
    .from(mails)
    .where(
      and(
        eq(mails.orderId, orderId),
        inArray(mails.kind, ['order_confirmation', 'ticket', 'claim_invitation']),
      ),
    )
    .orderBy(desc(mails.createdAt));
}

function presentPerson(
  person: RegistrationRow,
  order: OrderRow,
  sent: readonly MailRow[],
): Omit<TeamPerson, 'isCheckedIn' | 'isLeaving' | 'isTold'> {
  const { id, firstName, lastName, email, track, isOrganizer } = person;
  return {
    ...{ id, firstName, lastName, email, track, isOrganizer },
    ticketMail: stateOf(sent.find((mail) => hasTicketOf(mail, person, order))),
    ticketOpenedAt: person.ticketOpenedAt?.toISOString() ?? null,
  };
}

/**
 * A ticket is mailed alone, together with others at the same address, or in the buyer's confirmation, but not that of
 * somebody named at the door, who has the buyer's address.
 */
function hasTicketOf(mail: MailRow, person: RegistrationRow, order: OrderRow): boolean {
  if (mail.kind === 'ticket') return isFor(mail, person);
  if (mail.kind !== 'order_confirmation' || person.seat) return false;
  return [mail.recipient, order.organizerEmail].every((one) => emailKey(one) === emailKey(person.email));
}

function presentLink(
  { settings }: Context,
  link: ClaimLinkRow,
  sent: readonly MailRow[],
): ClaimLink & { forTeam: boolean } {
  return {
    id: link.id,
    url: settings.publicUrl + paths.claim(link.key),
    createdAt: link.createdAt.toISOString(),
    mailedTo: link.mailedTo,
    mail: stateOf(
      sent.find((mail) => mail.kind === 'claim_invitation' && linkOfKey(mail.subjectKey) === link.id),
    ),
    forTeam: link.forTeam,
  };
}

function stateOf(mail: MailRow | undefined): MailState {
  if (!mail) return null;
  const state = mail.sentAt ? 'sent' : mail.failedAt ? 'failed' : 'waiting';
  return { state, sentAt: mail.sentAt?.toISOString() ?? null };
}
