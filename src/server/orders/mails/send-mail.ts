import { setTimeout as sleep } from 'node:timers/promises';
import { REFUNDS_NOT_FAILED } from '#domain/order.ts';
import type { Movement } from '#domain/receipt.ts';
import type { Context } from '../../context.ts';
import { and, eq, isNull, sql } from '../../db/drizzle.ts';
import { isDatabaseDown } from '../../db/open-database.ts';
import { prepared } from '../../db/prepared.ts';
import { emailTemplates, type MailRow, mails, type OrderRow, orders } from '../../db/tables.ts';
import { renderMail } from '../../mail/render-mail.ts';
import { senderOf } from '../../mail/sender-of.ts';
import { TemplateProblem } from '../../mail/template-parts.ts';
import { MailRefused, type OutgoingMail } from '../../mail/transport.ts';
import { freeSeatsOf } from '../free-seats.ts';
import { refundedOf } from '../refunded-of.ts';
import { fillMyTickets } from './fill-my-tickets.ts';
import { fillCanceled, fillEnded, fillRefund } from './fill-refund-mails.ts';
import { fillInvitation, fillReminder, fillReplaced, fillTeamChange } from './fill-team-mails.ts';
import { fillTickets } from './fill-tickets.ts';
import type { Filled, OrderMail, TicketOwner } from './order-mail.ts';

/**
 * Sends one mail of the outbox at least once; only a crash or an outage between the server's response and our commit
 * repeats it. Throws if a retry may help. A mail that can never be sent is marked with `failedAt` and the reason; one
 * that waits for a decision keeps only the reason, until `queueWaitingTickets` queues it again.
 */
export async function sendMail(
  ctx: Context,
  mailId: string,
  jobTry: { readonly isLast: boolean } = { isLast: false },
): Promise<void> {
  const stored = await readMail(ctx, mailId);
  if (!stored || stored.mail.sentAt || stored.mail.failedAt) return;
  const { mail } = stored;
  try {
    const composed = await compose(ctx, stored);
    if ('unsendable' in composed) return await giveUp(ctx, mail, composed.unsendable, true);
    if ('waiting' in composed) return await note(ctx, mail, composed.waiting);
    await ctx.mail.send(composed);
  } catch (error) {
    if (error instanceof MailRefused) return giveUp(ctx, mail, error.reason);
    const isBroken = error instanceof TemplateProblem;
    const unfilled = `The email template ${stored.template?.id} cannot be filled in`;
    const message = error instanceof Error ? error.message : 'unknown';
    const failure = isBroken ? `${unfilled}. ${message}` : message;
    if (jobTry.isLast) await giveUp(ctx, mail, failure);
    else await note(ctx, mail, failure);
    // What is said about a template may quote the mail's values, which don't belong in the log.
    throw isBroken ? new Error(`${unfilled}; mails.failure says why.`) : error;
  }
  await storeSent(ctx, mail);
  ctx.log.info({ mailId, kind: mail.kind, orderId: mail.orderId }, 'a mail was sent');
}

/** A mail of the outbox. Its order may have been deleted, its template switched off. */
interface StoredMail extends Omit<OrderMail, 'order'> {
  readonly order: OrderRow | null;
  readonly template: typeof emailTemplates.$inferSelect | null;
}

/** Everything for the confirmation, the most frequent mail. */
const reading = prepared((db) =>
  db
    .select({
      mail: mails,
      order: orders,
      template: emailTemplates,
      people: sql<
        TicketOwner[]
      >`(SELECT coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'firstName', one.first_name,
          'lastName', one.last_name, 'email', one.email, 'track', one.track, 'isOrganizer', one.is_organizer,
          'token', code.qr_code_data, 'pageKey', code.page_key) ORDER BY one.id), '[]')
        FROM registrations AS one JOIN qr_codes AS code ON code.registration_id = one.id AND code.replaced_at IS NULL
        WHERE one.order_id = ${mails.orderId} AND one.voided_at IS NULL)`,
      freeSeats: sql<number>`greatest(0, ${freeSeatsOf()})::int`,
      movements: sql<(Omit<Movement, 'at'> & { at: string })[]>`(SELECT coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'provider', provider, 'amount', amount, 'at', recorded_at) ORDER BY id), '[]')
        FROM payment_ledger WHERE order_id = ${mails.orderId})`,
      paid: sql<number>`((SELECT coalesce(sum(amount), 0) FROM payment_ledger
          WHERE order_id = ${mails.orderId} AND kind = 'capture')
        - (SELECT coalesce(sum(amount), 0) FROM refunds
          WHERE order_id = ${mails.orderId} AND state IN ${REFUNDS_NOT_FAILED} AND reason = 'duplicate'))::int`,
      refunded: refundedOf(),
    })
    .from(mails)
    .leftJoin(orders, eq(orders.id, mails.orderId))
    .leftJoin(emailTemplates, and(eq(emailTemplates.type, mails.kind), eq(emailTemplates.isActive, true)))
    .where(eq(mails.id, sql.placeholder('mailId')))
    .prepare('read_mail'),
);

async function readMail({ db }: Context, mailId: string): Promise<StoredMail | null> {
  const [found] = await reading(db).execute({ mailId });
  if (!found) return null;
  return { ...found, movements: found.movements.map((one) => ({ ...one, at: new Date(one.at) })) };
}

const FILL: {
  readonly [Kind in MailRow['kind']]: (ctx: Context, wanted: OrderMail) => Promise<Filled>;
} = {
  order_confirmation: fillTickets,
  ticket: fillTickets,
  refund_notice: fillRefund,
  refund_failed: fillRefund,
  seats_canceled: fillCanceled,
  ticket_ended: fillEnded,
  ticket_replaced: fillReplaced,
  team_change: fillTeamChange,
  claim_invitation: fillInvitation,
  team_reminder: fillReminder,
  my_tickets: fillMyTickets,
};

async function compose(
  ctx: Context,
  { order, template, ...stored }: StoredMail,
): Promise<OutgoingMail | Exclude<Filled, { readonly variables: unknown }>> {
  const { mail } = stored;
  if (!order) return { unsendable: 'The order was deleted.' };
  if (!template) return { unsendable: `No active template of type ${mail.kind}.` };
  const filled = await FILL[mail.kind](ctx, { ...stored, order });
  if (!('variables' in filled)) return filled;
  const { variables, ...others } = filled;
  return {
    messageId: mail.messageId,
    from: senderOf(ctx.settings, template),
    to: mail.recipient,
    replyTo: ctx.settings.contact.email,
    ...(await renderMail(template, variables)),
    attachments: [],
    ...others,
  };
}

async function giveUp(ctx: Context, mail: MailRow, failure: string, unneeded = false): Promise<void> {
  await ctx.db.update(mails).set({ failedAt: ctx.now, failure, unneeded }).where(unsent(mail));
  const about = { mailId: mail.id, kind: mail.kind, orderId: mail.orderId };
  if (unneeded) ctx.log.info({ ...about, reason: failure }, 'a mail is no longer needed');
  else ctx.log.warn(about, 'a mail cannot be sent');
}

async function note(ctx: Context, mail: MailRow, failure: string): Promise<void> {
  await ctx.db.update(mails).set({ failure }).where(unsent(mail));
}

/** Tries, with pauses from 0.1 s that double: 6 s in all, and 5 s more for each connection that isn't free. */
const STORE_TRIES = 7;

/** The server has accepted the mail, so it must not be sent again because the database is busy for a moment. */
async function storeSent(ctx: Context, mail: MailRow): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await ctx.db.update(mails).set({ sentAt: ctx.now, failure: null }).where(unsent(mail));
      return;
    } catch (error) {
      if (tried === STORE_TRIES || !isDatabaseDown(error)) throw error;
    }
    await sleep(50 * 2 ** tried);
  }
}

function unsent(mail: MailRow) {
  return and(eq(mails.id, mail.id), isNull(mails.sentAt));
}
