import { randomUUID } from 'node:crypto';
import { paths } from '#contract/paths.ts';
import { completeness } from '#domain/attendee.ts';
import { CODE_BYTES, transactionIdFrom } from '#domain/codes.ts';
import { cardFormHeldUntil, HOLD_MINUTES, PAGE_OPEN_MINUTES } from '#domain/holds.ts';
import { CURRENCY } from '#domain/money.ts';
import { packageLabel } from '#domain/packages.ts';
import { auditRow, recordAudit } from '../audit/record-audit.ts';
import { seatsTaken, takeSeats } from '../capacity/take-seats.ts';
import type { Context } from '../context.ts';
import { type CouponUse, couponUse, refusalOfUse } from '../coupons/hold-coupon.ts';
import { and, eq, inArray, type SQL, sql } from '../db/drizzle.ts';
import type { JsonRow } from '../db/from-json.ts';
import { isUniqueViolation, type Transaction } from '../db/open-database.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts, registrationAudit } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { completeOrder } from '../orders/complete-order.ts';
import { type HeldColumns, heldNow, holderOf, refuseHeld, waitForOtherHolds } from '../orders/limit-holds.ts';
import { limitMails } from '../orders/limit-mails.ts';
import { isStanding } from '../payments/find-earlier.ts';
import type { ChargedOrder } from './charge-of.ts';
import type { Purchase } from './quote-purchase.ts';
import { CheckoutTaken, endReplaced, holdOf, type Replaced } from './replace-order.ts';

const MINUTE = 60_000;

export interface PlacedOrder {
  readonly order: ChargedOrder;
  /** Null for a free order, which is already paid. */
  readonly attempt: AttemptRow | null;
}

/**
 * Inserts the order and takes its coupon use and seats, in one transaction, together with its payment attempt or, for
 * a free order, its tickets. Seats come last, because all orders wait for those rows. Nobody else can take the seats
 * of a `replaced` order in between.
 */
export async function placeOrder(
  ctx: Context,
  purchase: Purchase,
  replaced: Replaced | null = null,
): Promise<PlacedOrder> {
  const values = orderValues(ctx, purchase);
  const isFree = purchase.quote.total === 0;
  try {
    return await ctx.db.transaction(async (tx) => {
      // A charged order detects the same checkout's free one only after that has committed.
      await waitForOtherHolds(tx, ctx, holdOf(purchase));
      if (replaced) await endReplaced(tx, ctx, replaced, values);
      return isFree ? placeFree(tx, ctx, purchase, values) : placeCharged(tx, ctx, purchase, values);
    });
  } catch (error) {
    // Of two concurrent requests of one checkout, the later counts as a retry.
    if (isUniqueViolation(error, 'orders_one_open_per_checkout')) throw new CheckoutTaken();
    throw error;
  }
}

async function placeCharged(
  tx: Transaction,
  ctx: Context,
  purchase: Purchase,
  order: NewOrder,
): Promise<PlacedOrder> {
  const hold = holdOf(purchase);
  const attempt = newAttempt(ctx, order, purchase);
  // The statement fills in the order's id.
  const audit = auditRow(ctx, { ...placedEntry(purchase), orderId: 0 });
  const use = couponUseOf(purchase, sql`noted`);
  const days = seatsTaken(seatsOf(ctx, order), use.last);
  const { rows } = await tx.execute<PlacedColumns>(sql`
    WITH placed AS ${tx.insert(orders).values(order).returning({ id: orders.id })},
      attempted AS ${tx
        .insert(paymentAttempts)
        .values({ ...attempt, orderId: sql`(SELECT id FROM placed)` })
        .returning({ orderId: paymentAttempts.orderId })},
      noted AS ${tx
        .insert(registrationAudit)
        .values({ ...audit, orderId: sql`(SELECT order_id FROM attempted)` })
        .returning({ id: registrationAudit.id })},
      held AS (${heldNow(ctx, hold)}), ${sql.join([...use.ctes, ...days.ctes], sql`, `)}
    SELECT placed.id, to_jsonb(held) AS held, ${use.rows} AS "uses", ${days.isSeated} AS "isSeated", EXISTS (SELECT FROM orders
      WHERE checkout_id = ${hold.checkoutId}::uuid AND ${isStanding()}) AS "isRepeated"
    FROM placed, held`);
  const { id, held, uses, ...placed } = rows[0]!;
  if (placed.isRepeated) throw new CheckoutTaken();
  // Only a visitor who may order at all learns why a coupon is refused.
  refuseHeld(ctx, hold, held);
  await refuseUse(tx, ctx, purchase, uses);
  if (!placed.isSeated) throw new Refusal('sold_out');
  return { order: { ...order, id }, attempt: { ...attempt, orderId: id } };
}

type NewOrder = ReturnType<typeof orderValues>;

/** What the statement returns: reasons to refuse the order. */
type PlacedColumns = {
  id: number;
  held: HeldColumns;
  uses: JsonRow[];
  isRepeated: boolean;
  isSeated: boolean;
};

async function placeFree(
  tx: Transaction,
  ctx: Context,
  purchase: Purchase,
  values: NewOrder,
): Promise<PlacedOrder> {
  const [order] = (await tx.insert(orders).values(values).returning()) as [OrderRow];
  await refuseIfPaid(tx, order);
  const use = couponUseOf(purchase, sql`now`);
  const { rows } = await tx.execute<Pick<PlacedColumns, 'uses'>>(
    sql`WITH ${sql.join([sql`now AS (SELECT)`, ...use.ctes], sql`, `)} SELECT ${use.rows} AS "uses"`,
  );
  await refuseUse(tx, ctx, purchase, rows[0]!.uses);
  const people = order.namedAttendees.map(({ email }) => email);
  await limitMails(tx, ctx, [order.organizerEmail, ...people]);
  const entry = { ...placedEntry(purchase), orderId: order.id };
  await completeOrder(tx, ctx, order, 'paid', {}, { placed: recordAudit(tx, ctx, entry) });
  if (!(await takeSeats(tx, seatsOf(ctx, order)))) throw new Refusal('sold_out');
  return { order, attempt: null };
}

function placedEntry({ quote }: Purchase) {
  return { action: 'order_placed', details: { total: quote.total } };
}

/** The unique index covers only open orders, and a free order is paid in the transaction that places it. */
async function refuseIfPaid(tx: Transaction, { checkoutId }: OrderRow): Promise<void> {
  if (!checkoutId) return;
  const isPaid = inArray(orders.paymentStatus, ['completed', 'partially_refunded', 'review']);
  if ((await tx.$count(orders, and(eq(orders.checkoutId, checkoutId), isPaid))) > 0)
    throw new CheckoutTaken();
}

/** Without a coupon there is nothing to hold and nothing to wait for. */
function couponUseOf({ coupon }: Purchase, after: SQL): CouponUse {
  return coupon ? couponUse(coupon, after) : { ctes: [], last: after, rows: sql`ARRAY[]::jsonb[]` };
}

async function refuseUse(
  tx: Transaction,
  { now }: Context,
  { coupon, quote }: Purchase,
  uses: readonly JsonRow[],
): Promise<void> {
  const refusal = coupon && (await refusalOfUse(tx, coupon, uses, quote, now));
  if (refusal) throw new Refusal(refusal);
}

function seatsOf(
  { content: { event }, now }: Context,
  { eventType, teamMemberCount: seats }: Pick<OrderRow, 'eventType' | 'teamMemberCount'>,
) {
  return { event, eventType, seats, now };
}

function orderValues(ctx: Context, { buyer, people, quote, coupon, checkoutId }: Purchase) {
  const { eventType } = quote.package;
  const source = coupon?.source.kind === 'stripe' ? coupon.source : null;
  return {
    transactionId: transactionIdFrom(ctx.randomBytes(CODE_BYTES)),
    organizerFirstName: buyer.firstName,
    organizerLastName: buyer.lastName,
    organizerEmail: buyer.email,
    organizerPhone: buyer.phone ?? null,
    organization: buyer.organization ?? null,
    jobTitle: buyer.jobTitle ?? null,
    eventType,
    packageSize: quote.package.size,
    pricing: quote.pricing,
    teamMemberCount: quote.seats,
    currency: CURRENCY,
    originalAmount: quote.price,
    discountAmount: quote.discount,
    totalAmount: quote.total,
    appliedCouponCode: quote.couponCode,
    stripeCouponId: source?.couponId ?? null,
    stripePromotionCodeId: source?.promotionCodeId ?? null,
    stripeProductId: quote.listing?.productId ?? null,
    stripePriceId: quote.listing?.priceId ?? null,
    // Nobody is registered before the order is paid.
    attendeeDataStatus: completeness([], { seats: quote.seats, eventType }),
    namedAttendees: [...people],
    checkoutId: checkoutId ?? null,
    seatsHeld: true,
    ...holderOf(ctx),
    createdAt: ctx.now,
  } satisfies typeof orders.$inferInsert;
}

type NewAttempt = Omit<AttemptRow, 'orderId'>;

/** Committed before the provider is called; its id is the idempotency key. */
function newAttempt(ctx: Context, order: NewOrder, { gateway, hash }: Purchase): NewAttempt {
  const real = ctx.protocolNow().getTime();
  const expiresAt = new Date(real + PAGE_OPEN_MINUTES * MINUTE);
  const isOurPage = gateway.flow === 'token';
  return {
    id: randomUUID(),
    provider: gateway.provider,
    ref: null,
    url: isOurPage ? cardPagePath(order) : null,
    state: 'new',
    amount: order.totalAmount,
    currency: CURRENCY,
    livemode: gateway.livemode,
    quoteHash: hash,
    expiresAt,
    holdUntil: isOurPage
      ? cardFormHeldUntil(ctx.now, ctx.now)
      : new Date(ctx.now.getTime() + HOLD_MINUTES * MINUTE),
    // The provider doesn't know about an unsubmitted card form.
    nextCheckAt: isOurPage ? expiresAt : new Date(real + MINUTE),
    nextLookAt: null,
    checks: 0,
    failureCode: null,
    tokenPrint: null,
    voidingSince: null,
    createdAt: ctx.now,
  };
}

/** The path of our own card form. The amount, in cents, is only shown; the order's is charged. */
function cardPagePath(order: NewOrder): string {
  return paths.cardForm({
    orderId: order.transactionId,
    itemId: order.stripeProductId ?? `${order.eventType}-${order.packageSize}`,
    amount: String(order.totalAmount),
    name: packageLabel(order),
  });
}
