import { SEAT_HOLDING } from '#domain/order.ts';
import { auditRow } from '../audit/record-audit.ts';
import { seatTakingCtes } from '../capacity/take-seats.ts';
import type { Context } from '../context.ts';
import { type CouponUse, holdCoupon, refusalOfUse } from '../coupons/hold-coupon.ts';
import { inArray, sql } from '../db/drizzle.ts';
import type { JsonRow } from '../db/from-json.ts';
import { isUniqueViolation, type Transaction } from '../db/open-database.ts';
import { type AttemptRow, orders, paymentAttempts, registrationAudit } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { completeOrder } from '../orders/complete-order.ts';
import { type HeldColumns, heldNow, refuseHeld, waitForOtherHolds } from '../orders/limit-holds.ts';
import { limitMails } from '../orders/mails/limit-mails.ts';
import { addressKey } from '../orders/mails/mail-keys.ts';
import type { ChargedOrder } from './charge-of.ts';
import { type NewAttempt, type NewOrder, newAttempt, newOrder } from './new-order.ts';
import type { Purchase } from './quote-purchase.ts';
import { CheckoutTaken, endReplaced, type Replaced } from './replace-order.ts';

export interface PlacedOrder {
  readonly order: ChargedOrder;
  /** Null for a free order, which is already paid. */
  readonly attempt: AttemptRow | null;
}

/**
 * Inserts the order and takes its coupon use and seats, in one transaction: with its payment attempt or, for a free
 * order, with its tickets. Nobody else can take the seats of a `replaced` order in between.
 */
export async function placeOrder(
  ctx: Context,
  purchase: Purchase,
  replaced: Replaced | null = null,
): Promise<PlacedOrder> {
  const order = newOrder(ctx, purchase);
  const attempt = order.totalAmount > 0 ? newAttempt(ctx, order, purchase) : null;
  try {
    return await ctx.db.transaction(async (tx) => {
      await waitForOtherHolds(tx, purchase.hold);
      if (replaced) await endReplaced(tx, ctx, replaced, order);
      const id = await insertOrder(tx, ctx, purchase, order, attempt);
      const placed = { ...order, id };
      if (attempt) return { order: placed, attempt: { ...attempt, orderId: id } };
      // People at one address share a mail.
      const emails = [order.organizerEmail, ...order.namedAttendees.map(({ email }) => email)];
      await limitMails(tx, ctx, [...new Set(emails.map(addressKey))]);
      await completeOrder(tx, ctx, placed, 'paid');
      return { order: placed, attempt: null };
    });
  } catch (error) {
    // Of two concurrent requests of one checkout, the later counts as a retry.
    if (isUniqueViolation(error, 'orders_one_open_per_checkout')) throw new CheckoutTaken();
    throw error;
  }
}

/** Seats come last in the statement, because all orders wait for those rows. Returns the order's id. */
async function insertOrder(
  tx: Transaction,
  ctx: Context,
  { quote, coupon, hold }: Purchase,
  order: NewOrder,
  attempt: NewAttempt | null,
): Promise<number> {
  // The statement fills in the order's id.
  const audit = auditRow(ctx, { action: 'order_placed', orderId: 0, details: { total: quote.total } });
  const id = sql`(SELECT id FROM new_order)`;
  const use = coupon ? holdCoupon(coupon, sql`new_audit`) : NO_USE;
  const days = seatTakingCtes(ctx, order.eventType, quote.seats, use.last);
  const writes = [
    sql`new_order AS ${tx.insert(orders).values(order).returning({ id: orders.id })}`,
    ...(attempt
      ? [sql`new_attempt AS ${tx.insert(paymentAttempts).values({ ...attempt, orderId: id })}`]
      : []),
    sql`new_audit AS ${tx
      .insert(registrationAudit)
      .values({ ...audit, orderId: id })
      .returning({ id: registrationAudit.id })}`,
    ...use.ctes,
    ...days.ctes,
  ];
  const { rows } = await tx.execute<PlacedColumns>(sql`WITH ${sql.join(writes, sql`, `)},
      held AS (${heldNow(ctx, hold)})
    SELECT new_order.id, to_jsonb(held) AS held, ${use.rows} AS "uses", ${days.isSeated} AS "isSeated", EXISTS (SELECT FROM orders
      WHERE checkout_id = ${hold.checkoutId}::uuid AND ${inArray(orders.paymentStatus, SEAT_HOLDING)}) AS "isRepeated"
    FROM new_order, held`);
  const placed = rows[0]!;
  if (placed.isRepeated) throw new CheckoutTaken();
  if (attempt) refuseHeld(ctx, hold, placed.held);
  // After the limits, so that somebody over a limit can't find out which coupons are valid.
  const refusal = coupon && (await refusalOfUse(tx, coupon, placed.uses, quote, ctx.now));
  if (refusal) throw new Refusal(refusal);
  if (!placed.isSeated) throw new Refusal('sold_out');
  return placed.id;
}

/** Without a coupon there is nothing to hold and nothing to wait for. */
const NO_USE: CouponUse = { ctes: [], last: sql`new_audit`, rows: sql`ARRAY[]::jsonb[]` };

/** What the statement returns: reasons to refuse the order. */
type PlacedColumns = {
  id: number;
  held: HeldColumns;
  uses: JsonRow[];
  isRepeated: boolean;
  isSeated: boolean;
};
