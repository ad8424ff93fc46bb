import { randomUUID } from 'node:crypto';
import { paths } from '#contract/paths.ts';
import { completeness } from '#domain/attendee.ts';
import { CODE_BYTES, transactionIdFrom } from '#domain/codes.ts';
import { cardFormHeldUntil, HOLD_MINUTES, PAGE_OPEN_MINUTES } from '#domain/holds.ts';
import { CURRENCY } from '#domain/money.ts';
import { packageLabel } from '#domain/packages.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { takeSeats } from '../capacity/take-seats.ts';
import type { Context } from '../context.ts';
import { holdCoupon } from '../coupons/hold-coupon.ts';
import { and, eq, inArray } from '../db/drizzle.ts';
import { isUniqueViolation, type Transaction } from '../db/open-database.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts } from '../db/tables.ts';
import { type Write, writeTogether } from '../db/write-together.ts';
import { Refusal } from '../errors.ts';
import { completeOrder } from '../orders/complete-order.ts';
import { holderOf, limitHolds } from '../orders/limit-holds.ts';
import { limitMails } from '../orders/limit-mails.ts';
import type { Purchase } from './quote-purchase.ts';
import { CheckoutTaken, endReplaced, holdOf, type Replaced } from './replace-order.ts';

const MINUTE = 60_000;

export interface PlacedOrder {
  readonly order: OrderRow;
  /** Null for an order that costs nothing: it is paid already. */
  readonly attempt: AttemptRow | null;
}

/**
 * Inserts the order and takes what it holds, coupon use and seats, in one transaction. With it goes the attempt to pay
 * it, or, when it costs nothing, its tickets. Seats come last, as everybody waits for their rows; those of a `replaced`
 * order cannot go to others between.
 */
export async function placeOrder(
  ctx: Context,
  purchase: Purchase,
  replaced: Replaced | null = null,
): Promise<PlacedOrder> {
  const { quote } = purchase;
  const isFree = quote.total === 0;
  const values = orderValues(ctx, purchase);
  try {
    return await ctx.db.transaction(async (tx) => {
      if (!isFree) await limitHolds(tx, ctx, holdOf(purchase));
      if (replaced) await endReplaced(tx, ctx, replaced, values);
      const [order] = (await tx.insert(orders).values(values).returning()) as [OrderRow];
      if (isFree) await refuseIfPaid(tx, order);
      await holdUse(tx, ctx, purchase);
      const attempt = isFree ? null : newAttempt(ctx, order, purchase);
      const details = { total: quote.total };
      const noted = recordAudit(tx, ctx, { action: 'order_placed', orderId: order.id, details });
      if (attempt) await writeTogether(tx, [noted, tx.insert(paymentAttempts).values(attempt)]);
      else await completeFree(tx, ctx, order, noted);
      await takeItsSeats(tx, ctx, order);
      return { order, attempt };
    });
  } catch (error) {
    // Two requests of one checkout at once: the later one is answered as a repetition.
    if (isUniqueViolation(error, 'orders_one_open_per_checkout')) throw new CheckoutTaken();
    throw error;
  }
}

/** The index knows open orders alone; one that costs nothing is paid in the transaction that places it. */
async function refuseIfPaid(tx: Transaction, { checkoutId }: OrderRow): Promise<void> {
  if (!checkoutId) return;
  const isPaid = inArray(orders.paymentStatus, ['completed', 'partially_refunded', 'review']);
  if ((await tx.$count(orders, and(eq(orders.checkoutId, checkoutId), isPaid))) > 0)
    throw new CheckoutTaken();
}

async function holdUse(tx: Transaction, { now }: Context, { coupon, quote }: Purchase): Promise<void> {
  const refusal = coupon && (await holdCoupon(tx, coupon, quote, now));
  if (refusal) throw new Refusal(refusal);
}

async function completeFree(tx: Transaction, ctx: Context, order: OrderRow, noted: Write): Promise<void> {
  const people = order.namedAttendees.map(({ email }) => email);
  await limitMails(tx, ctx, [order.organizerEmail, ...people]);
  await completeOrder(tx, ctx, order, 'paid', {}, [noted]);
}

async function takeItsSeats(
  tx: Transaction,
  { content: { event }, now }: Context,
  { eventType, teamMemberCount: seats }: OrderRow,
): Promise<void> {
  if (!(await takeSeats(tx, { event, eventType, seats, now }))) throw new Refusal('sold_out');
}

function orderValues(
  ctx: Context,
  { buyer, people, quote, coupon, checkoutId }: Purchase,
): typeof orders.$inferInsert {
  const { eventType } = quote.package;
  return {
    transactionId: transactionIdFrom(ctx.randomBytes(CODE_BYTES)),
    organizerFirstName: buyer.firstName,
    organizerLastName: buyer.lastName,
    organizerEmail: buyer.email,
    organizerPhone: buyer.phone,
    organization: buyer.organization,
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
    ...(coupon?.source.kind === 'stripe' && {
      stripeCouponId: coupon.source.couponId,
      stripePromotionCodeId: coupon.source.promotionCodeId,
    }),
    stripeProductId: quote.listing?.productId ?? null,
    stripePriceId: quote.listing?.priceId ?? null,
    // Nobody is registered before the order is paid.
    attendeeDataStatus: completeness([], { seats: quote.seats, eventType }),
    namedAttendees: [...people],
    checkoutId: checkoutId ?? null,
    seatsHeld: true,
    ...holderOf(ctx),
    createdAt: ctx.now,
  };
}

/** Committed before the provider hears of it; its id is the idempotency key. */
function newAttempt(ctx: Context, order: OrderRow, { gateway, hash }: Purchase): AttemptRow {
  const real = ctx.protocolNow().getTime();
  const expiresAt = new Date(real + PAGE_OPEN_MINUTES * MINUTE);
  const isOurPage = gateway.flow === 'token';
  return {
    id: randomUUID(),
    orderId: order.id,
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
    // Nobody but us knows of a card form that was not sent.
    nextCheckAt: isOurPage ? expiresAt : new Date(real + MINUTE),
    nextLookAt: null,
    checks: 0,
    failureCode: null,
    tokenPrint: null,
    voidingSince: null,
    createdAt: ctx.now,
  };
}

/** The page with our own card form. Its amount, in cents, is only shown; the order's is charged. */
function cardPagePath(order: OrderRow): string {
  return paths.cardForm({
    orderId: order.transactionId,
    itemId: order.stripeProductId ?? `${order.eventType}-${order.packageSize}`,
    amount: String(order.totalAmount),
    name: packageLabel(order),
  });
}
