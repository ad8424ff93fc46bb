import { MOST_UNDELIVERED, type UndeliveredEmail } from '#contract/admin-orders.ts';
import { organizerName } from '#domain/attendee.ts';
import { ERASED } from '#domain/erased.ts';
import { PAID_STATUSES } from '#domain/order.ts';
import type { Context } from '../../context.ts';
import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  type SQLWrapper,
  sql,
} from '../../db/drizzle.ts';
import { mails, orders } from '../../db/tables.ts';

const LONGEST_REASON = 200;

/**
 * Emails that couldn't be delivered. One leaves the list once its address is nobody's in the order and no open invitation's, or a later email to
 * that address replaces it; if that one fails, it is listed instead. Orders that have ended are left out: nothing in them
 * can be corrected or sent again.
 */
export async function listUndelivered({ db }: Context): Promise<UndeliveredEmail[]> {
  const isTheirs = sql`(lower(${mails.recipient}) = lower(${orders.organizerEmail})
      AND ${orders.seatsReturned} < ${orders.teamMemberCount}
    OR EXISTS (SELECT FROM registrations AS one WHERE one.order_id = ${orders.id} AND one.voided_at IS NULL
      AND lower(one.email) = lower(${mails.recipient}))
    OR EXISTS (SELECT FROM claim_links AS link WHERE link.order_id = ${orders.id} AND link.used_at IS NULL
      AND link.withdrawn_at IS NULL AND lower(link.mailed_to) = lower(${mails.recipient})))`;
  const isLater = sql`later.order_id = ${mails.orderId} AND lower(later.recipient) = lower(${mails.recipient})
    AND later.created_at > ${mails.createdAt} AND NOT later.unneeded`;
  // Several people may share an address. A mail is for one of them, or for all.
  const isFor = (subjectKey: SQLWrapper) =>
    sql`(${subjectKey} NOT LIKE 'registration:%' OR ${subjectKey} LIKE 'registration:' || one.id || ':%')`;
  const hasNewTickets = sql`NOT EXISTS (SELECT FROM registrations AS one
    WHERE one.order_id = ${mails.orderId} AND one.voided_at IS NULL AND lower(one.email) = lower(${mails.recipient})
      AND ${isFor(mails.subjectKey)} AND NOT EXISTS (SELECT FROM mails AS later
        WHERE ${isLater} AND later.kind = 'ticket' AND ${isFor(sql`later.subject_key`)}))`;
  // The confirmation has all tickets. Notices can't be sent again, but whoever gets a ticket can be reached.
  const isReplaced = sql`(EXISTS (SELECT FROM mails AS later WHERE ${isLater} AND (later.kind = 'order_confirmation'
      OR ${mails.kind} <> 'ticket' AND (later.kind = ${mails.kind}
        OR later.kind = 'ticket' AND ${mails.kind} <> 'order_confirmation')))
    OR ${mails.kind} = 'ticket' AND ${hasNewTickets})`;
  const rows = await db
    .select({
      mail: mails,
      order: orders,
      reason: sql<string | null>`left(${mails.failure}, ${LONGEST_REASON})`,
    })
    .from(mails)
    .innerJoin(orders, eq(orders.id, mails.orderId))
    .where(
      and(
        isNotNull(mails.failedAt),
        isNull(mails.sentAt),
        eq(mails.unneeded, false),
        ne(mails.recipient, ERASED.email),
        inArray(orders.paymentStatus, PAID_STATUSES),
        isTheirs,
        sql`NOT ${isReplaced}`,
      ),
    )
    .orderBy(desc(mails.failedAt), asc(mails.id))
    .limit(MOST_UNDELIVERED);
  return rows.map(({ mail, order, reason }) => ({
    id: mail.id,
    kind: mail.kind,
    recipient: mail.recipient,
    failedAt: mail.failedAt!.toISOString(),
    reason,
    orderId: order.id,
    buyer: organizerName(order),
  }));
}
