import { paths } from '#contract/paths.ts';
import { emailKey, fullName } from '#domain/attendee.ts';
import { registrationNumber } from '#domain/codes.ts';
import { isPaid } from '#domain/order.ts';
import type { Context } from '../../context.ts';
import { and, asc, eq, isNull, sql } from '../../db/drizzle.ts';
import { orders, qrCodes, registrations } from '../../db/tables.ts';
import { commonVariables } from '../../mail/mail-variables.ts';
import { currentCode } from '../../tickets/ticket-codes.ts';
import type { Filled, OrderMail } from './order-mail.ts';

/** Links to the pages of all valid tickets and paid orders of the mail's address. */
export async function fillMyTickets(ctx: Context, { mail, order }: OrderMail): Promise<Filled<'my_tickets'>> {
  const { db, content, settings } = ctx;
  const key = emailKey(mail.recipient);
  const held = await db
    .select({
      person: registrations,
      pageKey: qrCodes.pageKey,
      eventType: orders.eventType,
      paymentStatus: orders.paymentStatus,
    })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .innerJoin(qrCodes, currentCode(registrations.id))
    .where(and(sql`lower(${registrations.email}) = ${key}`, isNull(registrations.voidedAt)))
    .orderBy(asc(registrations.id));
  const bought = await db
    .select()
    .from(orders)
    .where(sql`lower(${orders.organizerEmail}) = ${key}`)
    .orderBy(asc(orders.id));
  const valid = held.filter(({ paymentStatus }) => isPaid(paymentStatus));
  const paid = bought.filter(({ paymentStatus }) => isPaid(paymentStatus));
  const links = valid.map(({ person, pageKey }) => ({
    name: fullName(person),
    url: settings.publicUrl + paths.myTicket(pageKey),
  }));
  const orderLinks = paid.map(({ id, transactionId }) => ({
    number: registrationNumber(content.event.shortCode, id),
    url: settings.publicUrl + paths.confirmation(transactionId),
  }));
  if (links.length + orderLinks.length === 0) return { unsendable: 'The address no longer has a ticket.' };
  // The mail's order is only one of these. If their days differ, the mail is about both.
  const isAlike = [...valid, ...paid].every(({ eventType }) => eventType === order.eventType);
  const about = isAlike ? order : ({ eventType: 'both' } as const);
  return { variables: { ...commonVariables(ctx, about), links, orderLinks } };
}
