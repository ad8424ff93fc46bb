import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/open-database.ts';
import type { OrderRow, RegistrationRow } from '../../db/tables.ts';
import { addressKey } from './mail-keys.ts';
import { type NewMail, queueMails } from './queue-mails.ts';

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
  const organizer = addressKey(order.organizerEmail);
  const wanted: NewMail[] = [
    { kind: 'order_confirmation', subjectKey: organizer, recipient: order.organizerEmail },
  ];
  for (const { email } of people) {
    const subjectKey = addressKey(email);
    if (wanted.some((mail) => mail.subjectKey === subjectKey)) continue;
    wanted.push({ kind: 'ticket', subjectKey, recipient: email });
  }
  await queueMails(tx, ctx, order, wanted);
}
