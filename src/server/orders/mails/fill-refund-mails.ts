import { nothingBackWords } from '#contract/words/cancel.ts';
import { emailKey, fullName } from '#domain/attendee.ts';
import { formatUsd } from '#domain/money.ts';
import { hasFailed } from '#domain/order.ts';
import type { Context } from '../../context.ts';
import { and, eq, inArray } from '../../db/drizzle.ts';
import {
  cancellations,
  type MailRow,
  mails,
  paymentLedger,
  type RefundRow,
  type RegistrationRow,
  refunds,
  registrations,
} from '../../db/tables.ts';
import { commonVariables } from '../../mail/mail-variables.ts';
import { findBought } from '../find-bought.ts';
import { type Filled, type OrderMail, registrationOfKey, toBuyer } from './order-mail.ts';

export async function fillRefund(ctx: Context, wanted: OrderMail): Promise<Filled<'refund_notice'>> {
  const { mail } = wanted;
  const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.id, mail.subjectKey));
  if (!refund) return { unsendable: 'The refund is gone.' };
  const isFailure = hasFailed(refund.state);
  if (mail.kind === 'refund_notice' && isFailure) return { unsendable: 'The refund has failed.' };
  const isAnnounced = mail.kind === 'refund_failed' && (await wasNoticeSent(ctx, mail));
  const seatsStay = isFailure && (await keptSeats(ctx, refund));
  // Those that another refund ended aren't among them. A mail that follows the notice doesn't repeat them.
  const people = isAnnounced || seatsStay ? [] : await readPeople(ctx, refund.registrationIds);
  const ended = people.filter(({ voidedAt }) => voidedAt);
  // Staff may have restored the tickets meanwhile.
  const seats = ended.length < people.length ? 0 : refund.seats;
  const isNews = isAnnounced || refund.requestedBy === 'buyer' || (seats > 0 && !seatsStay);
  if (mail.kind === 'refund_failed' && !isNews) return { unsendable: 'The refund was never announced.' };
  const bought = refund.reason === 'late_payment' ? await findBought(ctx.db, wanted.order) : null;
  const told = {
    ...{ amount: formatUsd(refund.amount), reason: bought ? 'duplicate' : refund.reason },
    ...{ seats, seatsStay, isAnnounced, endedTickets: ended.map(fullName) },
  } as const;
  // The buyer may have corrected the address since, and only that may get the link.
  const isTheirs = bought && emailKey(bought.organizerEmail) === emailKey(mail.recipient);
  return { variables: { ...toBuyer(ctx, isTheirs ? { ...wanted, order: bought } : wanted), refund: told } };
}

/** About a cancellation without a refund. */
export async function fillCanceled(ctx: Context, wanted: OrderMail): Promise<Filled<'seats_canceled'>> {
  const [row] = await ctx.db.select().from(cancellations).where(eq(cancellations.id, wanted.mail.subjectKey));
  if (!row) return { unsendable: 'The cancellation is gone.' };
  const buyer = toBuyer(ctx, wanted);
  const { refunded } = buyer.order;
  const canceled = {
    seats: row.seats,
    endedTickets: (await readPeople(ctx, row.registrationIds)).map(fullName),
    // The money may have been refunded before, in the provider's dashboard.
    reason: row.because
      ? nothingBackWords(row.because, ctx.content.refunds)
      : refunded && `${refunded} of this order has already been refunded.`,
    isByStaff: row.requestedBy !== 'buyer',
  };
  return { variables: { ...buyer, canceled } };
}

export async function fillEnded(ctx: Context, { mail, order }: OrderMail): Promise<Filled<'ticket_ended'>> {
  const id = registrationOfKey(mail.subjectKey);
  const [person] =
    id === null ? [] : await ctx.db.select().from(registrations).where(eq(registrations.id, id));
  if (!person || emailKey(person.email) !== emailKey(mail.recipient))
    return { unsendable: 'The address has changed since.' };
  if (!person.voidedAt) return { unsendable: 'The ticket is valid again.' };
  return {
    variables: { ...commonVariables(ctx, order, person.firstName), ticket: { name: fullName(person) } },
  };
}

function readPeople({ db }: Context, ids: readonly number[]): Promise<RegistrationRow[]> {
  return db
    .select()
    .from(registrations)
    .where(inArray(registrations.id, [...ids]))
    .orderBy(registrations.id);
}

/** Throws while the notice is under way, so that the correction waits. */
async function wasNoticeSent(ctx: Context, { orderId, subjectKey }: MailRow): Promise<boolean> {
  const [notice] = await ctx.db
    .select()
    .from(mails)
    .where(
      and(eq(mails.orderId, orderId), eq(mails.kind, 'refund_notice'), eq(mails.subjectKey, subjectKey)),
    );
  if (notice && !notice.sentAt && !notice.failedAt)
    throw new Error('The notice of this refund is still under way.');
  return Boolean(notice?.sentAt);
}

/** Tickets and seats are canceled once the provider has paid the refund. */
async function keptSeats({ db }: Context, { id, seats }: RefundRow): Promise<boolean> {
  const isPaid = and(eq(paymentLedger.kind, 'refund'), eq(paymentLedger.moneyRef, id));
  return seats > 0 && (await db.$count(paymentLedger, isPaid)) === 0;
}
