import { paths, teamWithoutReminders } from '#contract/paths.ts';
import { emailKey, fullName, isSamePerson } from '#domain/attendee.ts';
import { dayIn, formatDay } from '#domain/calendar.ts';
import { formatUsd } from '#domain/money.ts';
import { isNamingOpen } from '#domain/naming.ts';
import type { Context } from '../../context.ts';
import { and, asc, eq, gt, isNotNull, like } from '../../db/drizzle.ts';
import {
  type ClaimLinkRow,
  claimLinks,
  type MailRow,
  mails,
  type OrderRow,
  orders,
  paymentCases,
  qrCodes,
  registrationAudit,
  registrations,
} from '../../db/tables.ts';
import { commonVariables, type MailVariables } from '../../mail/mail-variables.ts';
import { freeSeatsOf, linksOut, wantsReminders } from '../free-seats.ts';
import { isRefundedElsewhere } from '../is-refunded-elsewhere.ts';
import { teamNameOf } from '../team-name.ts';
import {
  codeOfKey,
  type Filled,
  isFreedKey,
  linkOfKey,
  type OrderMail,
  registrationKey,
  registrationOfKey,
  toBuyer,
} from './order-mail.ts';

export async function fillTeamChange(ctx: Context, wanted: OrderMail): Promise<Filled<'team_change'>> {
  const { mail, order } = wanted;
  const id = registrationOfKey(mail.subjectKey) ?? 0;
  const [person] = await ctx.db.select().from(registrations).where(eq(registrations.id, id));
  if (!person) return { unsendable: 'The registration was deleted.' };
  if (await isFollowedByAnother(ctx, mail, id))
    return { unsendable: 'A later email about this ticket says more.' };
  const ticket = { name: fullName(person) };
  const { organizerFirstName: firstName, organizerLastName: lastName, organizerEmail: email } = order;
  return {
    variables: {
      ...toBuyer(ctx, wanted),
      ticket,
      isReturned: person.returnedAt !== null,
      refundDue: await findRefundDue(ctx, order, id),
      isFreedByStaff: isFreedKey(mail.subjectKey),
      // `isOrganizer` is gone from a freed seat.
      isYours: isSamePerson(person, { firstName, lastName, email }),
      endedCode: person.returnedAt ? '' : await earlierCodes(ctx, id),
    },
  };
}

/** Mails read the ticket as it is when they are sent, so an earlier one that still waited would tell the same. */
async function isFollowedByAnother({ db }: Context, mail: MailRow, id: number): Promise<boolean> {
  const isAboutIt = and(eq(mails.kind, 'team_change'), like(mails.subjectKey, registrationKey(id, '%')));
  // The order is for the index: without it, a backlog of such mails would read the whole outbox for each.
  const isLater = and(eq(mails.orderId, mail.orderId), gt(mails.createdAt, mail.createdAt));
  return (await db.$count(mails, and(isAboutIt, isLater))) > 0;
}

/** What the ticket's page promised: nothing while the bank, or staff, may return the money another way (R-TICKET-4). */
async function findRefundDue({ db }: Context, order: OrderRow, registrationId: number): Promise<string> {
  if (order.disputedAt || (await isRefundedElsewhere(db, order.id))) return '';
  const { kind, subject } = paymentCases;
  const isIts = and(eq(kind, 'seat_returned'), eq(subject, `registration:${registrationId}`));
  const [returned] = await db.select().from(paymentCases).where(isIts);
  const due = Number(returned?.details.amount ?? 0);
  return due > 0 ? formatUsd(due) : '';
}

/** All of them, because any may be the one that the buyer has on paper, and may know the ticket by. */
async function earlierCodes({ db }: Context, id: number): Promise<string> {
  const { registrationId, qrCodeData, replacedAt } = qrCodes;
  const codes = await db
    .select({ qrCodeData })
    .from(qrCodes)
    .where(and(eq(registrationId, id), isNotNull(replacedAt)))
    .orderBy(asc(replacedAt));
  return codes.map(endOf).join(' or ');
}

/** The last group of letters of a code on paper. */
function endOf({ qrCodeData }: { readonly qrCodeData: string }): string {
  return qrCodeData.slice(-4);
}

/** The seat's previous holder; their name is gone from the order, so the mail has none. */
export async function fillReplaced(
  ctx: Context,
  { mail, order }: OrderMail,
): Promise<Filled<'ticket_replaced'>> {
  const [code] = await ctx.db
    .select()
    .from(qrCodes)
    .where(eq(qrCodes.id, codeOfKey(mail.subjectKey) ?? 0));
  if (!code) return { unsendable: 'The ticket was deleted.' };
  const isFreed = code.replacedBecause === 'returned';
  const isFreedByHolder = isFreed && (await wasFreedByHolder(ctx, code.registrationId));
  const variables = { ...commonVariables(ctx, order), isFreed, isFreedByHolder, endedCode: endOf(code) };
  return { variables };
}

async function wasFreedByHolder({ db }: Context, id: number): Promise<boolean> {
  const { registrationId, action, actorKind } = registrationAudit;
  const acts = and(eq(registrationId, id), eq(action, 'seat_freed'), eq(actorKind, 'holder'));
  return (await db.$count(registrationAudit, acts)) > 0;
}

/** A link that was used or withdrawn in the meantime isn't mailed. */
export async function fillInvitation(
  ctx: Context,
  { mail, order }: OrderMail,
): Promise<Filled<'claim_invitation'>> {
  const id = linkOfKey(mail.subjectKey);
  const [link] = id ? await ctx.db.select().from(claimLinks).where(eq(claimLinks.id, id)) : [];
  if (!link || emailKey(link.mailedTo ?? '') !== emailKey(mail.recipient)) {
    return { unsendable: 'The invitation is gone.' };
  }
  if (link.withdrawnAt || link.usedAt) return { unsendable: 'The link was used or withdrawn.' };
  if (!isNamingOpen(ctx.content, ctx.now)) return { unsendable: 'The deadline for naming seats has passed.' };
  const variables: MailVariables['claim_invitation'] = {
    ...commonVariables(ctx, order),
    invitation: {
      team: teamNameOf(order),
      personalLine: link.personalLine ?? '',
      url: ctx.settings.publicUrl + paths.claim(link.key),
      endsOn: formatDay(ctx.content.deadlines.namingEndsOn),
    },
  };
  return { variables };
}

/** Checks again whether the reminder is still wanted: the last seat may have been named while it was queued. */
export async function fillReminder(ctx: Context, wanted: OrderMail): Promise<Filled<'team_reminder'>> {
  const { order } = wanted;
  const { deadlines, event } = ctx.content;
  if (!isNamingOpen(ctx.content, ctx.now)) return { unsendable: 'The deadline for naming seats has passed.' };
  const [found] = await ctx.db
    .select({ free: freeSeatsOf() })
    .from(orders)
    .where(and(eq(orders.id, order.id), wantsReminders()));
  if (!found) return { unsendable: 'The reminder is no longer wanted.' };
  const { free } = found;
  const links = await linksOut(ctx.db, order.id);
  const invitations = links.filter((one) => !one.forTeam);
  const forTeam = links.find((one) => one.forTeam);
  const { publicUrl } = ctx.settings;
  const stopUrl = publicUrl + teamWithoutReminders(order.transactionId);
  const buyer = toBuyer(ctx, wanted);
  const variables: MailVariables['team_reminder'] = {
    ...buyer,
    order: { ...buyer.order, freeSeats: free },
    reminder: {
      endsOn: formatDay(deadlines.namingEndsOn),
      seats: Array.from({ length: free }, (_, index) => ({
        number: buyer.order.seats - free + index + 1,
        invitation: invitations[index] ? sentTo(invitations[index], event.zone) : '',
        url: invitations[index] ? publicUrl + paths.claim(invitations[index].key) : '',
      })),
      teamLink: forTeam ? publicUrl + paths.claim(forTeam.key) : '',
      stopUrl,
    },
  };
  return { variables, stopUrl };
}

/** `ada@example.org, September 4`. */
function sentTo({ mailedTo, createdAt }: ClaimLinkRow, zone: string): string {
  const day = formatDay(dayIn(zone, createdAt), 'short');
  return mailedTo ? `${mailedTo}, ${day}` : day;
}
