import { randomUUID } from 'node:crypto';
import type { correctBuyerEmail as route } from '#contract/admin-orders.ts';
import type { ParsedOf } from '#contract/route.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { EMAIL_KINDS } from '#contract/words/stored-values.ts';
import { countSeats, emailKey } from '#domain/attendee.ts';
import { ERASED } from '#domain/erased.ts';
import { isPaid } from '#domain/order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, eq, inArray, isNotNull, isNull, ne, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { mails, type NamedAttendee, type OrderRow, orders, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import type { MailKind } from '../mail/mail-variables.ts';
import { getOrderByNumber } from './find-order.ts';
import { queueToBuyer } from './mails/queue-mails.ts';

/** Corrects the order's address alone: the buyer's ticket may already have the right one (R-ATTENDEE-7). */
export async function correctBuyerEmail(
  ctx: Context,
  id: string,
  { email, seen }: ParsedOf<typeof route.body>,
): Promise<ParsedOf<typeof route.response>> {
  if (emailKey(email) === ERASED.email)
    throw new Refusal('invalid', { fields: { email: REFUSAL_WORDS.erasedAddress } });
  const found = await getOrderByNumber(ctx, id);
  return ctx.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, found.id)).for('update');
    if (!order) throw new Refusal('order_not_found');
    // Nothing to change, as in a retry after a lost response.
    if (order.organizerEmail === email) return { success: true, email };
    if (order.organizerEmail !== seen) throw new Refusal('changed_meanwhile');
    await storeBuyerEmail(tx, ctx, order, email);
    return { success: true, email };
  });
}

/**
 * Under the order's lock. Sends the confirmation again, because the buyer has missed it and the tickets in it. Other mail
 * that hasn't been sent yet goes to the new address, even if the old one's server had refused it, except for refused
 * reminders, of which there may be many. An unsent ticket or confirmation for the old one is dropped when its turn comes.
 */
export async function storeBuyerEmail(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  email: string,
  registrationId?: number,
): Promise<void> {
  const namedAttendees = withNewAddress(order, email);
  await tx.update(orders).set({ organizerEmail: email, namedAttendees }).where(eq(orders.id, order.id));
  // People named at the door have the buyer's address until somebody corrects theirs.
  await tx
    .update(registrations)
    .set({ email })
    .where(
      and(
        eq(registrations.orderId, order.id),
        isNotNull(registrations.seat),
        eq(sql`lower(${registrations.email})`, emailKey(order.organizerEmail)),
      ),
    );
  const isUnsent = and(
    eq(mails.orderId, order.id),
    eq(mails.recipient, order.organizerEmail),
    isNull(mails.sentAt),
    inArray(
      mails.kind,
      EMAIL_KINDS.filter((kind) => TO_BUYER[kind]),
    ),
  );
  const refused = await tx
    .update(mails)
    .set({ failedAt: null, failure: null })
    .where(
      and(isUnsent, isNotNull(mails.failedAt), eq(mails.unneeded, false), ne(mails.kind, 'team_reminder')),
    )
    .returning({ mailId: mails.id });
  await ctx.queue.enqueue(tx, 'send-mail', ...refused);
  await tx.update(mails).set({ recipient: email }).where(isUnsent);
  await recordAudit(tx, ctx, { action: 'order_email_corrected', orderId: order.id, registrationId });
  // Under review, the mail waits for the decision; an order without tickets gets its first mail then.
  const hasTickets =
    isPaid(order.paymentStatus) || (order.paymentStatus === 'review' && order.paidAt !== null);
  if (!hasTickets || countSeats(order) === 0) return;
  const again = { id: order.id, organizerEmail: email };
  await queueToBuyer(tx, ctx, again, 'order_confirmation', `again:${randomUUID()}`);
}

/** True for mail to the buyer: it has the order's link, which is never renewed. A confirmation is queued again instead. */
const TO_BUYER: Readonly<Record<MailKind, boolean>> = {
  order_confirmation: false,
  ticket: false,
  refund_notice: true,
  refund_failed: true,
  seats_canceled: true,
  ticket_ended: false,
  ticket_replaced: false,
  team_change: true,
  claim_invitation: false,
  team_reminder: true,
  my_tickets: false,
};

/** Otherwise a ticket that is still unpaid would go to the mistyped address, and an erasure would leave it here. */
function withNewAddress({ organizerEmail, namedAttendees }: OrderRow, email: string): NamedAttendee[] {
  const [leader, ...team] = namedAttendees;
  if (!leader || emailKey(leader.email) !== emailKey(organizerEmail)) return namedAttendees;
  return [{ ...leader, email }, ...team];
}
