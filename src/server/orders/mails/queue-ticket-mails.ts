import { createHash, randomUUID } from 'node:crypto';
import { emailKey } from '#domain/attendee.ts';
import type { Context } from '../../context.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import type { Database, Transaction } from '../../db/open-database.ts';
import { mails, type OrderRow, qrCodes, type RegistrationRow } from '../../db/tables.ts';
import { currentCode } from '../../tickets/ticket-codes.ts';
import { codeKey, registrationKey, WAITS_FOR_REVIEW } from './order-mail.ts';
import { type NewMail, queueMails, queueToBuyer } from './queue-mails.ts';

/** Queues one person's ticket, for somebody named later or with a new QR code. Once per QR code. */
export async function queueTicketMail(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id'>,
  person: Pick<RegistrationRow, 'id' | 'email'>,
): Promise<void> {
  const [code] = await tx.select().from(qrCodes).where(currentCode(person.id));
  if (!code) throw new Error(`registration ${person.id} has no QR code to send`);
  const print = createHash('sha256').update(code.qrCodeData).digest('hex').slice(0, 16);
  await queueTickets(tx, ctx, order, [person], print);
}

/** Queues one person's ticket again on request. Every call sends one. */
export async function queueTicketAgain(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id'>,
  person: Pick<RegistrationRow, 'id' | 'email'>,
): Promise<void> {
  await queueTickets(tx, ctx, order, [person], `again:${randomUUID()}`);
}

/** Queues each person's ticket, once per `occasion`. */
export async function queueTickets(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id'>,
  people: readonly Pick<RegistrationRow, 'id' | 'email'>[],
  occasion: string,
): Promise<void> {
  const wanted = people.map(({ id, email }): NewMail => {
    return { kind: 'ticket', subjectKey: registrationKey(id, occasion), recipient: email };
  });
  await queueMails(tx, ctx, order, wanted);
}

/**
 * Queues again the tickets that waited for a decision about their order, or about any order. They stay marked as waiting
 * until they are tried: a job that is just ending drops its successor, and the next minute's run queues that again.
 */
export async function queueWaitingTickets(
  tx: Transaction | Database,
  ctx: Context,
  order?: Pick<OrderRow, 'id'>,
): Promise<void> {
  const isUndecided = sql`EXISTS (SELECT FROM orders WHERE id = ${mails.orderId} AND payment_status = 'review')`;
  const decided = await tx
    .select({ mailId: mails.id })
    .from(mails)
    .where(
      and(order && eq(mails.orderId, order.id), eq(mails.failure, WAITS_FOR_REVIEW), sql`NOT ${isUndecided}`),
    );
  await ctx.queue.enqueue(tx, 'send-mail', ...decided);
}

/** Tells people that their tickets were canceled, once per cause. The organizer gets a mail about the order instead. */
export async function queueTicketEndedMails(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail'>,
  people: readonly Pick<RegistrationRow, 'id' | 'email'>[],
  causeId: string,
): Promise<void> {
  const wanted = people
    .filter(({ email }) => emailKey(email) !== emailKey(order.organizerEmail))
    .map(({ id, email }): NewMail => {
      return { kind: 'ticket_ended', subjectKey: registrationKey(id, causeId), recipient: email };
    });
  await queueMails(tx, ctx, order, wanted);
}

/** Tells a ticket's earlier holder that it no longer works: somebody else has it, or the seat was freed. Once per code. */
export async function queueReplacedMail(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id'>,
  { codeId, recipient }: { readonly codeId: number; readonly recipient: string },
): Promise<void> {
  await queueMails(tx, ctx, order, [{ kind: 'ticket_replaced', subjectKey: codeKey(codeId), recipient }]);
}

/** Tells the buyer that a holder gave their ticket to another person or back. Every call sends one. */
export async function queueTeamChangeMail(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail'>,
  registrationId: number,
): Promise<void> {
  await queueToBuyer(tx, ctx, order, 'team_change', registrationKey(registrationId, randomUUID()));
}
