import { randomUUID } from 'node:crypto';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { emailKey } from '#domain/attendee.ts';
import { HOUR } from '#domain/durations.ts';
import { ERASED } from '#domain/erased.ts';
import { PAID_STATUSES } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { sql } from '../db/drizzle.ts';
import { limitTries, visitorKey } from '../http/limits.ts';

/** On the event day, everybody at the venue may share one IP address. */
const FROM_AN_IP = 300;
const TO_A_MAILBOX = 3;

/**
 * Mails the links to an address's tickets and orders (R-TICKET-5). The caller can't tell whether there are any: limits
 * count every address, and the same statements and job run either way; without a stored mail the job ends at once.
 */
export async function findMyTickets(ctx: Context, email: string): Promise<{ success: true }> {
  const key = emailKey(email);
  await limit(ctx, `find-my-ticket:${visitorKey(ctx.ipAddress)}`, FROM_AN_IP);
  await limit(ctx, `find-my-ticket:${key}`, TO_A_MAILBOX);
  const id = randomUUID();
  const messageId = `${id}@${new URL(ctx.settings.publicUrl).hostname}`;
  await ctx.db.transaction(async (tx) => {
    // Erasing a person locks the same orders, and misses a mail that is stored meanwhile.
    await tx.execute(sql`
      SELECT FROM orders WHERE id IN (
        SELECT order_id FROM registrations WHERE lower(email) = ${key}
        UNION ALL SELECT id FROM orders WHERE lower(organizer_email) = ${key}
      ) ORDER BY id FOR SHARE`);
    await tx.execute(sql`
      INSERT INTO mails (id, kind, order_id, subject_key, recipient, message_id, created_at)
      SELECT ${id}::uuid, 'my_tickets', order_id, ${`find:${id}`}, email, ${messageId}, ${ctx.now}
      FROM (
        SELECT registrations.order_id, registrations.email FROM registrations JOIN orders ON orders.id = order_id
          WHERE lower(email) = ${key} AND voided_at IS NULL AND payment_status IN ${PAID_STATUSES}
        UNION ALL SELECT id, organizer_email FROM orders
          WHERE lower(organizer_email) = ${key} AND payment_status IN ${PAID_STATUSES}
      ) AS found
      WHERE email <> ${ERASED.email}
      ORDER BY order_id DESC LIMIT 1`);
    await ctx.queue.enqueue(tx, 'send-mail', { mailId: id });
  });
  return { success: true };
}

async function limit(ctx: Context, key: string, max: number): Promise<void> {
  const message = REFUSAL_WORDS.lookedForTicketsTooOften;
  await limitTries(ctx.db, ctx.protocolNow(), { key, max, window: HOUR }, message);
}
