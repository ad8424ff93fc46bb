import { RESOLUTION_WORDS } from '#contract/words/cases.ts';
import { MINUTE } from '#domain/durations.ts';
import { ENDABLE_ATTEMPTS, PAID_STATUSES, REFUNDS_NOT_FAILED, REFUNDS_UNDER_WAY } from '#domain/order.ts';
import { countDays } from '../../capacity/get-capacity.ts';
import type { Context } from '../../context.ts';
import { and, eq, gt, gte, inArray, isNotNull, lte, notInArray, or, sql } from '../../db/drizzle.ts';
import { paymentAttempts, paymentCases, refunds } from '../../db/tables.ts';
import { closeCases, openCase } from './open-case.ts';

const SILENT_FOR = 15 * MINUTE;
const SETTLED_WITHIN = 10 * MINUTE;
/** The number of checks made by then; the waits double. */
const CHECKS_OF_CARD = 4;
const CHECKS_OF_REFUND = 5;

/** Runs every minute. Opens cases, and closes those about silent providers and seat counts once the problem is gone. */
export async function watchPayments(ctx: Context): Promise<void> {
  await noteSilence(ctx);
  await checkLedger(ctx);
  await checkCapacity(ctx);
}

/**
 * Checks of an expired checkout that have failed for 15 minutes, or no response about a submitted card or a refund for as
 * long. An expired checkout that nobody has checked, because the site was down, is not a case.
 */
async function noteSilence(ctx: Context): Promise<void> {
  const silent = [...(await silentAttempts(ctx)), ...(await silentRefunds(ctx))];
  for (const { id: subject, orderId, provider } of silent) {
    await openCase(ctx.db, ctx, { kind: 'provider_silent', subject, orderId, details: { provider } });
  }
  const isOther = notInArray(
    paymentCases.subject,
    silent.map(({ id }) => id),
  );
  await closeCases(ctx.db, ctx, 'provider_silent', isOther, RESOLUTION_WORDS.providerResponded);
}

function silentAttempts(ctx: Context) {
  const { id, orderId, provider, holdUntil, failingSince, state, tokenPrint, checks } = paymentAttempts;
  const longAgo = new Date(ctx.now.getTime() - SILENT_FOR);
  return ctx.db
    .select({ id, orderId, provider })
    .from(paymentAttempts)
    .where(
      or(
        and(inArray(state, ENDABLE_ATTEMPTS), lte(holdUntil, longAgo), lte(failingSince, longAgo)),
        // Any response ends this state. After its hold, a card is checked every minute.
        and(eq(state, 'unknown'), isNotNull(tokenPrint), gte(checks, CHECKS_OF_CARD), gt(holdUntil, ctx.now)),
      ),
    );
}

/** Refunds that the provider doesn't accept, or no longer knows. */
function silentRefunds(ctx: Context) {
  const { id, orderId, provider, state, checks } = refunds;
  return ctx.db
    .select({ id, orderId, provider })
    .from(refunds)
    .where(and(inArray(state, REFUNDS_UNDER_WAY), gte(checks, CHECKS_OF_REFUND)));
}

/**
 * Ten minutes after it arrives, money must have become tickets, a refund or a case (R-ORDER-5). A paid order with
 * tickets may keep its total, any other order nothing; more than that opens a case. A paid order whose people staff
 * removed also keeps its total, because its seats can be named again. By deleting an order, staff have decided about
 * its money.
 */
async function checkLedger(ctx: Context): Promise<void> {
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
      WHERE state IN ${REFUNDS_NOT_FAILED} GROUP BY order_id
    ) AS back ON back.order_id = o.id
    WHERE money.captured - coalesce(back.returned, 0) > CASE
      WHEN o.payment_status IN ${PAID_STATUSES}
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
    await openCase(ctx.db, ctx, { kind: 'payment_mismatch', subject: `order ${id}`, orderId: id, details });
  }
}

/** Compares the counted seats with those that orders hold (R-SEAT-3). */
async function checkCapacity(ctx: Context): Promise<void> {
  const days = await countDays(ctx, ctx.db, sql`seats_held`);
  const wrong = days.filter(({ taken, held }) => taken !== held);
  for (const { day, taken: counted, held } of wrong) {
    await openCase(ctx.db, ctx, { kind: 'capacity_drift', subject: day, details: { counted, held } });
  }
  const isOther = notInArray(
    paymentCases.subject,
    wrong.map(({ day }) => day),
  );
  await closeCases(ctx.db, ctx, 'capacity_drift', isOther, RESOLUTION_WORDS.seatsAgree);
}
