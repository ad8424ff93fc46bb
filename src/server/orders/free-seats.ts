import { ERASED } from '#domain/erased.ts';
import { PAID_STATUSES, REFUNDS_UNDER_WAY } from '#domain/order.ts';
import { and, asc, eq, gt, inArray, isNull, ne, type SQL, sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { type ClaimLinkRow, claimLinks, orders } from '../db/tables.ts';

/** An order's unnamed seats that no pending refund returns, in a query on `orders`. */
export function freeSeatsOf(): SQL<number> {
  // Written out, because Drizzle omits the table name in single-table queries.
  return sql<number>`(orders.team_member_count - orders.seats_returned
    - (SELECT count(*) FROM registrations AS person WHERE person.order_id = orders.id AND person.voided_at IS NULL
        AND NOT EXISTS (SELECT FROM refunds WHERE refunds.order_id = orders.id
          AND refunds.state IN ${REFUNDS_UNDER_WAY} AND person.id = ANY (refunds.registration_ids)))
    - (SELECT coalesce(sum(refunds.seats), 0) FROM refunds WHERE refunds.order_id = orders.id
        AND refunds.state IN ${REFUNDS_UNDER_WAY}))`.mapWith(Number);
}

/**
 * Whether an order's buyer gets reminders of free seats: a paid team order, undisputed, reminders not stopped
 * (R-TEAM-5). Not for an order's last ticket that its holder returned: it waits for a refund.
 */
export function wantsReminders(): SQL {
  return and(
    inArray(orders.paymentStatus, PAID_STATUSES),
    gt(sql`${orders.teamMemberCount} - ${orders.seatsReturned}`, 1),
    isNull(orders.remindersStoppedAt),
    isNull(orders.disputedAt),
    // Erased buyers can't be emailed, so the desk would count their orders forever.
    ne(orders.organizerEmail, ERASED.email),
    gt(freeSeatsOf(), 0),
  )!;
}

/** An order's active claim links, oldest first; a personal one reserves its seat (R-TEAM-2). */
export async function linksOut(db: Database | Transaction, orderId: number): Promise<ClaimLinkRow[]> {
  return db
    .select()
    .from(claimLinks)
    .where(and(eq(claimLinks.orderId, orderId), isNull(claimLinks.withdrawnAt), isNull(claimLinks.usedAt)))
    .orderBy(asc(claimLinks.createdAt), asc(claimLinks.id));
}
