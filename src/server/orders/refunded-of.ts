import { type SQL, sql } from '../db/drizzle.ts';

/** How many cents of an order were refunded, duplicate payments aside (R-RECEIPT-2), in a query on `orders`. */
export function refundedOf(): SQL<number> {
  // Written out, because Drizzle omits the table name in single-table queries.
  return sql<number>`(SELECT coalesce(sum(refunds.amount), 0)::int FROM refunds
    WHERE refunds.order_id = orders.id AND refunds.state = 'succeeded' AND refunds.reason <> 'duplicate')`;
}
