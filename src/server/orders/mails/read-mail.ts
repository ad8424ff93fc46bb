import type { Movement } from '#domain/receipt.ts';
import type { Context } from '../../context.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import { prepared } from '../../db/prepared.ts';
import { emailTemplates, mails, type OrderRow, orders } from '../../db/tables.ts';
import type { OrderMail, TicketOwner } from './order-mail.ts';

/** A mail of the outbox. Its order may have been deleted, its template switched off. */
export interface StoredMail extends Omit<OrderMail, 'order'> {
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
          'lastName', one.last_name, 'email', one.email, 'track', one.track, 'token', code.qr_code_data,
          'pageKey', code.page_key) ORDER BY one.id), '[]')
        FROM registrations AS one JOIN qr_codes AS code ON code.registration_id = one.id AND code.replaced_at IS NULL
        WHERE one.order_id = ${mails.orderId} AND one.voided_at IS NULL)`,
      movements: sql<(Omit<Movement, 'at'> & { at: string })[]>`(SELECT coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'provider', provider, 'amount', amount, 'at', recorded_at) ORDER BY id), '[]')
        FROM payment_ledger WHERE order_id = ${mails.orderId})`,
    })
    .from(mails)
    .leftJoin(orders, eq(orders.id, mails.orderId))
    .leftJoin(emailTemplates, and(eq(emailTemplates.type, mails.kind), eq(emailTemplates.isActive, true)))
    .where(eq(mails.id, sql.placeholder('mailId')))
    .prepare('read_mail'),
);

export async function readMail({ db }: Context, mailId: string): Promise<StoredMail | null> {
  const [found] = await reading(db).execute({ mailId });
  if (!found) return null;
  return { ...found, movements: found.movements.map((one) => ({ ...one, at: new Date(one.at) })) };
}
