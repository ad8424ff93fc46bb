import { createHash } from 'node:crypto';
import type { PendingRegistration, createCheckoutSession as route } from '#contract/checkout.ts';
import type { ParsedOf } from '#contract/route.ts';
import { completeness, missingFields, withoutLeader } from '#domain/attendee.ts';
import { CODE_BYTES, transactionIdFrom } from '#domain/codes.ts';
import { CURRENCY, centsFromDollars, dollarsFromCents } from '#domain/money.ts';
import type { PaymentProvider } from '#domain/order.ts';
import { type Quote, quoteOrder } from '#domain/quote.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockDays, takeSeats } from '../capacity/take-seats.ts';
import { packagesInForce } from '../catalog/mirror.ts';
import type { Context } from '../context.ts';
import { findCoupon, type StoredCoupon } from '../coupons/find-coupon.ts';
import { holdCoupon, lockCoupons } from '../coupons/hold-coupon.ts';
import { withoutOwnUse } from '../coupons/own-use.ts';
import { refuseQuote } from '../coupons/refuse-quote.ts';
import { and, eq, inArray } from '../db/drizzle.ts';
import { isUniqueViolation, type Transaction } from '../db/open-database.ts';
import { type NamedAttendee, type OrderRow, orders } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { type HoldRequest, holderOf, limitHolds } from '../orders/limit-holds.ts';

export type CheckoutInput = ParsedOf<typeof route.body>;

/** The server's own price of what the page wants to buy; refused when the page showed another (R-PRICE-1). */
export async function quoteCheckout(ctx: Context, input: CheckoutInput): Promise<CheckoutQuote> {
  const code = input.registrationData.couponCode;
  const coupon = code ? await findCoupon(ctx, code) : null;
  if (code && !coupon) throw new Refusal('coupon_unknown');
  const result = quoteOrder({
    event: ctx.content.event,
    packages: await packagesInForce(ctx),
    eventType: input.eventType,
    seats: seatsOfCheckout(input),
    coupon: coupon && (await withoutOwnUse(ctx, coupon, input.registrationData.checkoutId)),
    now: ctx.now,
    closedByBuild: ctx.closedByBuild,
  });
  if (!result.ok) throw refuseQuote(result.reason, coupon);
  refuseOtherPrice(input.registrationData, result.quote);
  return { ...result.quote, coupon };
}

/** With the coupon itself, whose use is held. */
export type CheckoutQuote = Quote & { readonly coupon: StoredCoupon | null };

/** What is committed together with a new order. */
export interface Alongside {
  /** The order of the same checkout that this one takes the place of: `end` frees what it holds. */
  readonly replaced?: { readonly order: OrderRow; end(tx: Transaction): Promise<void> } | null;
  also(tx: Transaction, order: OrderRow): Promise<void>;
}

/**
 * Inserts the pending order and takes what it holds, coupon use and seats, in one transaction with what stands
 * `alongside`. Seats come last, as everybody waits for their rows; those of a replaced order cannot go to others between.
 */
export async function placeOrder(
  ctx: Context,
  input: CheckoutInput,
  quote: CheckoutQuote,
  { replaced, also }: Alongside,
): Promise<OrderRow> {
  const values = orderValues(ctx, input, quote, namedPeople(input));
  try {
    return await ctx.db.transaction(async (tx) => {
      if (quote.total > 0) await limitHolds(tx, ctx, holdOf(input, quote));
      if (replaced) {
        // The order's row, coupons, days: always in this order, so that two never wait for each other.
        await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, replaced.order.id)).for('update');
        await lockCoupons(tx, [replaced.order, values]);
        await lockDays(tx);
        await replaced.end(tx);
      }
      const [order] = await tx.insert(orders).values(values).returning();
      if (quote.total === 0) await refuseIfPaid(tx, input);
      await recordAudit(tx, ctx, {
        action: 'order_placed',
        orderId: order!.id,
        details: { total: quote.total },
      });
      const refusal = quote.coupon && (await holdCoupon(tx, quote.coupon, quote, ctx.now));
      if (refusal) throw new Refusal(refusal);
      await also(tx, order!);
      const { event } = ctx.content;
      const { eventType } = input;
      if (!(await takeSeats(tx, { event, eventType, seats: quote.seats, now: ctx.now })))
        throw new Refusal('sold_out');
      return order!;
    });
  } catch (error) {
    // Two requests of one checkout at once: the later one is answered as a repetition.
    if (isUniqueViolation(error, 'orders_one_open_per_checkout')) throw new CheckoutTaken();
    throw error;
  }
}

/** What the order would hold until it is paid. */
export function holdOf({ registrationData }: CheckoutInput, { seats }: Quote): HoldRequest {
  const { email, checkoutId = null } = registrationData;
  return { email, checkoutId, seats };
}

/** The index knows open orders alone; one that costs nothing is paid in the transaction that places it. */
async function refuseIfPaid(tx: Transaction, { registrationData }: CheckoutInput): Promise<void> {
  const { checkoutId } = registrationData;
  if (!checkoutId) return;
  const isPaid = inArray(orders.paymentStatus, ['completed', 'partially_refunded', 'review']);
  if ((await tx.$count(orders, and(eq(orders.checkoutId, checkoutId), isPaid))) > 0)
    throw new CheckoutTaken();
}

/** Another request has just placed the order of the same checkout. */
export class CheckoutTaken extends Error {
  override readonly name = 'CheckoutTaken';
}

/** What tells one purchase from another: equal hashes may share a payment page. */
export function hashOfCheckout(input: CheckoutInput, quote: Quote, provider: PaymentProvider): string {
  const { eventType, registrationData: data } = input;
  const { firstName, lastName, email, phone, organization, jobTitle } = data;
  const buyer = { firstName, lastName, email, phone, organization, jobTitle };
  const price = [eventType, quote.seats, quote.pricing, quote.total, quote.couponCode, provider];
  return createHash('sha256')
    .update(JSON.stringify([price, buyer, namedPeople(input)]))
    .digest('hex');
}

function seatsOfCheckout(input: CheckoutInput): number {
  return input.registrationData.attendeeCount ?? input.teamMemberCount;
}

/** Dollars on the page against cents here. `amount` may be the price before or after the discount. */
function refuseOtherPrice(shown: PendingRegistration, quote: Quote): void {
  const cents = (dollars: number) => centsFromDollars(dollars.toFixed(2));
  const amount = shown.amount === undefined ? null : cents(shown.amount);
  const final = shown.finalAmount === undefined ? amount : cents(shown.finalAmount);
  const isOther =
    (final !== null && final !== quote.total) ||
    (amount !== null && amount !== quote.price && amount !== quote.total);
  if (isOther) throw new Refusal('price_changed');
}

function namedPeople(input: CheckoutInput): NamedAttendee[] {
  const { firstName, lastName, email, track, dietaryRestrictions, teamMembers } = input.registrationData;
  const leader = {
    firstName,
    lastName,
    email,
    track: track ?? null,
    dietaryRestrictions: dietaryRestrictions ?? null,
  };
  const others = withoutLeader(leader, teamMembers).map((one) => ({
    firstName: one.firstName,
    lastName: one.lastName,
    email: one.email,
    track: one.track ?? null,
    dietaryRestrictions: one.dietaryRestrictions ?? null,
  }));
  return [leader, ...others];
}

function orderValues(
  ctx: Context,
  input: CheckoutInput,
  quote: CheckoutQuote,
  people: NamedAttendee[],
): typeof orders.$inferInsert {
  const { registrationData: data, eventType } = input;
  if (missingFields(people[0]!, eventType).includes('track')) {
    throw new Refusal('invalid', {
      fields: { 'registrationData.track': 'Choose a track: caregivers or professionals' },
    });
  }
  if (people.length > quote.seats) {
    throw new Refusal('invalid', {
      fields: {
        'registrationData.teamMembers': `This package has ${quote.seats === 1 ? '1 seat' : `${quote.seats} seats`}`,
      },
    });
  }
  return {
    transactionId: transactionIdFrom(ctx.randomBytes(CODE_BYTES)),
    organizerFirstName: data.firstName,
    organizerLastName: data.lastName,
    organizerEmail: data.email,
    organizerPhone: data.phone,
    organization: data.organization,
    jobTitle: data.jobTitle ?? null,
    eventType,
    packageSize: quote.package.size,
    pricing: quote.pricing,
    teamMemberCount: quote.seats,
    currency: CURRENCY,
    originalAmount: dollarsFromCents(quote.price),
    discountAmount: dollarsFromCents(quote.discount),
    totalAmount: dollarsFromCents(quote.total),
    appliedCouponCode: quote.couponCode,
    ...(quote.coupon?.source.kind === 'stripe' && {
      stripeCouponId: quote.coupon.source.couponId,
      stripePromotionCodeId: quote.coupon.source.promotionCodeId,
    }),
    stripeProductId: quote.listing?.productId ?? null,
    stripePriceId: quote.listing?.priceId ?? null,
    // Nobody is registered before the order is paid.
    attendeeDataStatus: completeness([], { seats: quote.seats, eventType }),
    namedAttendees: people,
    checkoutId: data.checkoutId ?? null,
    seatsHeld: true,
    ...holderOf(ctx),
    createdAt: ctx.now,
  };
}
