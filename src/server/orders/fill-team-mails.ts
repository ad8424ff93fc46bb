import { paths, teamWithoutReminders } from '#contract/paths.ts';
import { dayIn, formatDay } from '#domain/calendar.ts';
import { isNamingOpen } from '#domain/naming.ts';
import type { Context } from '../context.ts';
import { and, asc, eq, isNull } from '../db/drizzle.ts';
import {
  type ClaimLinkRow,
  claimLinks,
  type MailRow,
  type OrderRow,
  orders,
  qrCodes,
  registrations,
} from '../db/tables.ts';
import type { CommonVariables, MailVariables, OrderVariables } from '../mail/mail-variables.ts';
import { freeSeatsOf, wantsReminders } from './free-seats.ts';
import { addressKey, codeOfKey, linkOfKey, registrationOfKey } from './queue-order-mails.ts';
import { teamNameOf } from './team-name.ts';

/** The variables of a mail, or why it is no longer sent. */
type Filled<Kind extends MailRow['kind']> =
  | { readonly variables: MailVariables[Kind] }
  | { readonly unsendable: string };

/** Variables of every mail to a buyer; `order`'s unnamed seats aren't counted yet. */
type ToBuyer = CommonVariables & { readonly order: OrderVariables };

export async function fillTeamChange(
  { db }: Context,
  mail: MailRow,
  { id: orderId }: OrderRow,
  toBuyer: ToBuyer,
): Promise<Filled<'team_change'>> {
  const id = registrationOfKey(mail.subjectKey);
  const people = await db.select().from(registrations).where(eq(registrations.orderId, orderId));
  const person = people.find((one) => one.id === id);
  if (!person) return { unsendable: 'The registration was deleted.' };
  const named = people.filter((one) => one.voidedAt === null).length;
  const variables: MailVariables['team_change'] = {
    ...toBuyer,
    order: { ...toBuyer.order, openSeats: Math.max(0, toBuyer.order.seats - named) },
    ticket: { name: `${person.firstName} ${person.lastName}` },
    isReturned: person.returnedAt !== null,
  };
  return { variables };
}

/** The seat's previous holder; their name is gone from the order, so the mail has none. */
export async function fillReplaced(
  { db }: Context,
  mail: MailRow,
  common: CommonVariables,
): Promise<Filled<'ticket_replaced'>> {
  const [code] = await db
    .select()
    .from(qrCodes)
    .where(eq(qrCodes.id, codeOfKey(mail.subjectKey) ?? 0));
  return { variables: { ...common, isFreed: code?.replacedBecause === 'returned' } };
}

/** A link that was used or withdrawn in the meantime isn't mailed. */
export async function fillInvitation(
  ctx: Context,
  mail: MailRow,
  order: OrderRow,
  common: CommonVariables,
): Promise<Filled<'claim_invitation'>> {
  const id = linkOfKey(mail.subjectKey);
  const [link] = id ? await ctx.db.select().from(claimLinks).where(eq(claimLinks.id, id)) : [];
  if (!link || addressKey(link.mailedTo ?? '') !== addressKey(mail.recipient)) {
    return { unsendable: 'The invitation is gone.' };
  }
  if (link.withdrawnAt || link.usedAt) return { unsendable: 'The link was used or withdrawn.' };
  const { people, event } = ctx.content;
  if (!isNamingOpen(people, event.zone, ctx.now))
    return { unsendable: 'The deadline for naming seats has passed.' };
  const variables: MailVariables['claim_invitation'] = {
    ...common,
    invitation: {
      team: teamNameOf(order),
      personalLine: link.personalLine ?? '',
      url: ctx.settings.publicUrl + paths.claim(link.key),
      endsOn: formatDay(people.namingEndsOn),
    },
  };
  return { variables };
}

/** Checks again whether the reminder is still wanted: the last seat may have been named while it was queued. */
export async function fillReminder(
  ctx: Context,
  order: OrderRow,
  toBuyer: ToBuyer,
): Promise<Filled<'team_reminder'>> {
  const { people, event } = ctx.content;
  if (!isNamingOpen(people, event.zone, ctx.now))
    return { unsendable: 'The deadline for naming seats has passed.' };
  const [wanted] = await ctx.db
    .select({ free: freeSeatsOf() })
    .from(orders)
    .where(and(eq(orders.id, order.id), wantsReminders()));
  if (!wanted) return { unsendable: 'The reminder is no longer wanted.' };
  const links = await ctx.db
    .select()
    .from(claimLinks)
    .where(and(eq(claimLinks.orderId, order.id), isNull(claimLinks.withdrawnAt), isNull(claimLinks.usedAt)))
    .orderBy(asc(claimLinks.createdAt));
  const invitations = links.filter((one) => !one.forTeam);
  const forTeam = links.find((one) => one.forTeam);
  const { publicUrl } = ctx.settings;
  const variables: MailVariables['team_reminder'] = {
    ...toBuyer,
    order: { ...toBuyer.order, openSeats: wanted.free },
    reminder: {
      endsOn: formatDay(people.namingEndsOn),
      seats: Array.from({ length: wanted.free }, (_, index) => ({
        number: toBuyer.order.seats - wanted.free + index + 1,
        invitation: invitations[index] ? sentTo(invitations[index], event.zone) : '',
      })),
      teamLink: forTeam ? publicUrl + paths.claim(forTeam.key) : '',
      stopUrl: publicUrl + teamWithoutReminders(order.transactionId),
    },
  };
  return { variables };
}

/** `ada@example.org, September 4`. */
function sentTo({ mailedTo, createdAt }: ClaimLinkRow, zone: string): string {
  const day = formatDay(dayIn(zone, createdAt), 'short');
  return mailedTo ? `${mailedTo}, ${day}` : day;
}
