import { and, eq } from '#server/db/drizzle.ts';
import { mails } from '#server/db/tables.ts';
import type { MailKind } from '#server/mail/mail-variables.ts';
import type { World } from './world.ts';

/** The order's mails, all or of one kind, oldest first; those of the same moment by recipient. */
export function mailsOf({ database }: Pick<World, 'database'>, orderId: number, kind?: MailKind) {
  return database.db
    .select()
    .from(mails)
    .where(and(eq(mails.orderId, orderId), kind && eq(mails.kind, kind)))
    .orderBy(mails.createdAt, mails.recipient);
}
