import { isPaid, REFUNDS_UNDER_WAY } from '#domain/order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lowered } from '../db/alphabetical.ts';
import { and, inArray, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { claimLinks, type OrderRow, orders, refunds } from '../db/tables.ts';
import { OperatorRefusal } from '../errors.ts';
import { blankClaimLinks, eraseOrganizers, eraseRegistrations, withoutNamed } from './erase-rows.ts';
import {
  blankAudit,
  deleteAccounts,
  deleteSessions,
  eraseMails,
  eraseNotes,
  eraseStaffName,
} from './erase-traces.ts';
import { findMentions } from './find-mentions.ts';
import { equalsEmail, findPerson, type Person, type PrivacyContext } from './find-person.ts';

/**
 * Erases everything about a person, in one transaction; amounts, seats and other people's tickets stay. Throws
 * OperatorRefusal while the money of one of their orders isn't settled or, unless `evenWithTicket`, while they have a
 * ticket for a future event. That ticket then stops working, and its seat stays taken. Returns the numbers of erased
 * rows; `left` lists what still contains their address, name or phone, for a person to check.
 */
export async function erasePerson(
  ctx: PrivacyContext,
  email: string,
  { evenWithTicket }: { readonly evenWithTicket: boolean },
) {
  return ctx.db.transaction(async (tx) => {
    await lockOrders(tx, await findPerson(tx, email));
    const person = await findPerson(tx, email);
    await refuse(tx, ctx, person, evenWithTicket);
    await eraseOrders(tx, ctx.now, person);
    const counts = {
      orders: person.orders.length,
      registrations: person.tickets.length,
      namedIn: person.namedIn.length,
      newsletter: person.signups.length,
      accounts: person.accounts.length + person.localAccounts.length,
      mails: await eraseMails(tx, person),
      sessions: await deleteSessions(tx, person),
      audit: await blankAudit(tx, person),
    };
    await deleteAccounts(tx, person);
    await eraseStaffName(tx, person);
    await eraseNotes(tx, person);
    await recordAudit(tx, ctx, { action: 'person_erased', details: counts });
    return { ...counts, left: await findMentions(tx, person.words) };
  });
}

/** In the order in which all code locks them. */
async function lockOrders(tx: Transaction, person: Person): Promise<void> {
  const ids = ordersAbout(person);
  if (ids.length === 0) return;
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(orders.id)
    .for('update');
}

function ordersAbout(person: Person): number[] {
  const ids = [...person.orders.map((one) => one.id), ...person.tickets.map(({ order }) => order.id)];
  return [...new Set([...ids, ...person.namedIn])];
}

async function refuse(
  tx: Transaction,
  ctx: PrivacyContext,
  person: Person,
  evenWithTicket: boolean,
): Promise<void> {
  const ids = ordersAbout(person);
  if (ids.length === 0) return;
  const about = await tx.select().from(orders).where(inArray(orders.id, ids));
  const underWay = await tx
    .select({ orderId: refunds.orderId })
    .from(refunds)
    .where(and(inArray(refunds.orderId, ids), inArray(refunds.state, REFUNDS_UNDER_WAY)));
  const isOpen = (order: OrderRow) =>
    order.paymentStatus === 'pending' || order.paymentStatus === 'review' || order.disputedAt !== null;
  const open = [...about.filter(isOpen).map((one) => one.id), ...underWay.map((one) => one.orderId)];
  if (open.length > 0) {
    throw new OperatorRefusal(
      `Money is still unsettled in order ${[...new Set(open)].join(', ')}: a payment, a refund, a dispute or a review. Try again once it is settled.`,
    );
  }
  const tickets = person.tickets.filter(
    ({ order, registration }) => isPaid(order.paymentStatus) && registration.voidedAt === null,
  );
  const bought = person.orders.filter((order) => isPaid(order.paymentStatus));
  const isToCome = ctx.now < new Date(ctx.content.event.closesAt);
  if (isToCome && !evenWithTicket && tickets.length + bought.length > 0) {
    throw new OperatorRefusal(
      'This person has a paid order or a ticket for a future event. Refund or transfer it first, or use --even-with-ticket: the door then refuses the ticket, and its seat stays taken.',
    );
  }
}

async function eraseOrders(tx: Transaction, now: Date, person: Person): Promise<void> {
  const name = lowered(sql`trim((one ->> 'firstName') || ' ' || (one ->> 'lastName'))`);
  const isThem = sql`(${equalsEmail(sql`one ->> 'email'`, person.email)} OR ${name} = ANY (${sql.param(person.names)}::text[]))`;
  await eraseOrganizers(
    tx,
    now,
    person.orders.map((one) => one.id),
    isThem,
  );
  await blankClaimLinks(tx, now, equalsEmail(sql`${claimLinks.mailedTo}`, person.email));
  const about = ordersAbout(person);
  if (about.length > 0) {
    await tx
      .update(orders)
      .set({ namedAttendees: withoutNamed(isThem) })
      .where(inArray(orders.id, about));
  }
  await eraseRegistrations(
    tx,
    person.tickets.map(({ registration }) => registration.id),
  );
}
