import { randomUUID } from 'node:crypto';
import { emailKey } from '#domain/attendee.ts';
import { ERASED } from '#domain/erased.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/open-database.ts';
import { type MailRow, mails, type OrderRow, type RegistrationRow } from '../../db/tables.ts';

export type NewMail = Pick<MailRow, 'kind' | 'subjectKey' | 'recipient'>;

/**
 * Queues a paid order's mails, in the caller's transaction: the confirmation with every ticket to the organizer, and
 * one mail with its people's tickets to each other address. Idempotent.
 */
export async function queueOrderMails(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail'>,
  people: readonly Pick<RegistrationRow, 'email'>[],
): Promise<void> {
  const organizer = emailKey(order.organizerEmail);
  const wanted: NewMail[] = [
    { kind: 'order_confirmation', subjectKey: organizer, recipient: order.organizerEmail },
  ];
  for (const { email } of people) {
    const subjectKey = emailKey(email);
    if (wanted.some((mail) => mail.subjectKey === subjectKey)) continue;
    wanted.push({ kind: 'ticket', subjectKey, recipient: email });
  }
  await queueMails(tx, ctx, order, wanted);
}

/** Queues mails of an order in the caller's transaction, each once per kind and subject. Returns how many were new. */
export async function queueMails(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id'>,
  wanted: readonly NewMail[],
): Promise<number> {
  const host = new URL(ctx.settings.publicUrl).hostname;
  const rows = wanted
    .filter(({ recipient }) => recipient !== ERASED.email)
    .map((mail) => {
      const id = randomUUID();
      return { ...mail, id, orderId: order.id, messageId: `${id}@${host}`, createdAt: ctx.now };
    });
  if (rows.length === 0) return 0;
  const added = await tx.insert(mails).values(rows).onConflictDoNothing().returning({ id: mails.id });
  await ctx.queue.enqueue(tx, 'send-mail', ...added.map(({ id }) => ({ mailId: id })));
  return added.length;
}

/** Queues one mail to the buyer, once per kind and subject. False if it is already queued. */
export async function queueToBuyer(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail'>,
  kind: MailRow['kind'],
  subjectKey: string,
): Promise<boolean> {
  return (await queueMails(tx, ctx, order, [{ kind, subjectKey, recipient: order.organizerEmail }])) > 0;
}
