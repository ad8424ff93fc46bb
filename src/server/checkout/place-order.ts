import { randomUUID } from 'node:crypto';
import { paths } from '#contract/paths.ts';
import { completeness } from '#domain/attendee.ts';
import { CODE_BYTES, transactionIdFrom } from '#domain/codes.ts';
import { MINUTE } from '#domain/durations.ts';
import { cardFormHeldUntil, HOLD_MINUTES, PAGE_OPEN_MINUTES } from '#domain/holds.ts';
import { CURRENCY } from '#domain/money.ts';
import { packageLabel } from '#domain/packages.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { hasSeats, seatTakingCtes } from '../capacity/take-seats.ts';
import type { Context } from '../context.ts';
import { refusalOfUse } from '../coupons/find-coupon.ts';
import { type CouponUse, holdCoupon } from '../coupons/hold-coupon.ts';
import { commitWith, isRefused, orRefuse } from '../db/commit-with.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import type { JsonRow } from '../db/from-json.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, orders, paymentAttempts, registrationAudit } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { completeOrder } from '../orders/complete-order.ts';
import { limitMails } from '../orders/mails/limit-mails.ts';
import { refuseHeld, waitForOtherHolds } from './limit-holds.ts';
import type { ChargedOrder } from './open-payment-page.ts';
import { emailsOf, type Purchase } from './quote-purchase.ts';
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
      const { heldFor, quote } = purchase;
      const present = await waitForOtherHolds(tx, ctx, heldFor, {
        replaced: replaced?.earlier.order,
        hasSeats: hasSeats(ctx, order.eventType, quote.seats),
      });
      if (present.isRepeated) throw new CheckoutTaken();
      // Before the coupon's and the days' rows are locked, because other orders wait for those. And before the coupon is
      // refused, so that somebody over a limit can't find out which coupons are valid.
      if (attempt) refuseHeld(ctx, heldFor, present.held);
      else await limitMails(tx, ctx, emailsOf(purchase));
      // A replaced order's seats are taken over.
      if (!replaced && !present.hasSeats) throw new Refusal('sold_out');
      if (replaced) await endReplaced(tx, ctx, replaced, order);
      const id = await insertOrder(tx, ctx, purchase, order, attempt);
      const placed = { ...order, id };
      if (attempt) return { order: placed, attempt: { ...attempt, orderId: id } };
      await completeOrder(tx, ctx, placed, 'paid');
      return { order: placed, attempt: null };
    });
  } catch (error) {
    if (isRefused(error)) throw new Refusal('sold_out');
    throw error;
  }
}

/** The row of an order that nobody has paid yet. */
function newOrder(ctx: Context, { buyer, people, quote, coupon, heldFor }: Purchase) {
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
    checkoutId: heldFor.checkoutId,
    ipMark: heldFor.ipMark,
    browserMark: heldFor.browserMark,
    paymentStatus: 'pending',
    seatsHeld: true,
    seatsReturned: 0,
    paidAt: null,
    createdAt: ctx.now,
  } satisfies typeof orders.$inferInsert;
}

type NewOrder = ReturnType<typeof newOrder>;

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
    failingSince: null,
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

/**
 * Seats are taken after the order, its audit row and the coupon's use, because all orders wait for those rows. Returns
 * the order's id.
 */
async function insertOrder(
  tx: Transaction,
  ctx: Context,
  { quote, coupon }: Purchase,
  order: NewOrder,
  attempt: NewAttempt | null,
): Promise<number> {
  const id = sql<number>`(SELECT id FROM new_order)`;
  const audit = recordAudit(tx, ctx, {
    action: 'order_placed',
    orderId: id,
    details: { total: quote.total },
  });
  const use = coupon ? holdCoupon(coupon, sql`new_audit`) : NO_USE;
  const days = seatTakingCtes(ctx, order.eventType, quote.seats, use.last);
  const writes = [
    sql`new_order AS ${tx.insert(orders).values(order).returning({ id: orders.id })}`,
    ...(attempt
      ? [sql`new_attempt AS ${tx.insert(paymentAttempts).values({ ...attempt, orderId: id })}`]
      : []),
    sql`new_audit AS ${audit.returning({ id: registrationAudit.id })}`,
    ...use.ctes,
    ...days.ctes,
  ];
  const place = (isSeated: SQL<boolean>) =>
    sql<PlacedColumns>`WITH ${sql.join(writes, sql`, `)} SELECT id, ${use.rows} AS "uses", ${isSeated} AS "isSeated" FROM new_order`;
  // A free order is completed first, and only this process can tell why a coupon is refused.
  if (attempt && !coupon) {
    const [placed] = await commitWith(tx, place(orRefuse(days.isSeated)));
    return placed!.id;
  }
  const { rows } = await tx.execute<PlacedColumns>(place(days.isSeated));
  const placed = rows[0]!;
  const refusal = coupon && (await refusalOfUse(tx, coupon, placed.uses, quote, ctx.now));
  if (refusal) throw new Refusal(refusal);
  if (!placed.isSeated) throw new Refusal('sold_out');
  return placed.id;
}

/** Without a coupon there is nothing to hold and nothing to wait for. */
const NO_USE: CouponUse = { ctes: [], last: sql`new_audit`, rows: sql`ARRAY[]::jsonb[]` };

/** What the statement returns. */
type PlacedColumns = {
  id: number;
  uses: JsonRow[];
  isSeated: boolean;
};
