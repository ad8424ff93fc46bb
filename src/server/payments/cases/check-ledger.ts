import type { Context } from '../../context.ts';
import { sql } from '../../db/drizzle.ts';
import { openCase } from './open-case.ts';

const SETTLED_WITHIN = 10 * 60_000;

/**
 * Ten minutes after it arrives, money must have become tickets, a refund or a case (R-ORDER-5). A paid order with
 * tickets may keep its total, any other order nothing; more than that opens a case. A paid order whose people staff
 * removed also keeps its total, because its seats can be named again. By deleting an order, staff have decided about
 * its money.
 */
export async function checkLedger(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - SETTLED_WITHIN);
  const { rows } = await ctx.db.execute<{
    id: number;
    status: string;
    captured: number;
    returned: number;
  }>(sql`
    SELECT o.id, o.payment_status AS status, money.captured, coalesce(back.returned, 0)::int AS returned
    FROM orders AS o
    JOIN (
      SELECT order_id, sum(amount)::int AS captured FROM payment_ledger
      WHERE kind = 'capture' AND recorded_at < ${before} GROUP BY order_id
    ) AS money ON money.order_id = o.id
    LEFT JOIN (
      SELECT order_id, sum(amount) AS returned FROM refunds
      WHERE state IN ('pending', 'requires_action', 'succeeded') GROUP BY order_id
    ) AS back ON back.order_id = o.id
    WHERE money.captured - coalesce(back.returned, 0) > CASE
      WHEN o.payment_status IN ('completed', 'partially_refunded')
        AND (
          EXISTS (SELECT 1 FROM registrations AS r WHERE r.order_id = o.id)
          OR EXISTS (SELECT 1 FROM registration_audit AS a WHERE a.order_id = o.id AND a.action = 'registration_deleted')
        ) THEN o.total_amount * 100
      ELSE 0 END
    AND NOT EXISTS (
      SELECT 1 FROM payment_cases AS c
      WHERE c.order_id = o.id AND c.kind IN ('payment_mismatch', 'refund_failed', 'dispute_lost')
    )`);
  for (const { id, status, captured, returned } of rows) {
    const details = { status, captured, returned };
    await openCase(ctx.db, ctx, {
      kind: 'payment_mismatch',
      subject: `order ${id}`,
      orderId: id,
      details,
    });
  }
}
