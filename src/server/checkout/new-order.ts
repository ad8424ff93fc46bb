import { randomUUID } from 'node:crypto';
import { paths } from '#contract/paths.ts';
import { completeness } from '#domain/attendee.ts';
import { CODE_BYTES, transactionIdFrom } from '#domain/codes.ts';
import { MINUTE } from '#domain/durations.ts';
import { cardFormHeldUntil, HOLD_MINUTES, PAGE_OPEN_MINUTES } from '#domain/holds.ts';
import { CURRENCY } from '#domain/money.ts';
import { packageLabel } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import type { AttemptRow, orders } from '../db/tables.ts';
import type { Purchase } from './quote-purchase.ts';

/** The row of an order that nobody has paid yet. */
export function newOrder(ctx: Context, { buyer, people, quote, coupon, hold }: Purchase) {
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
    checkoutId: hold.checkoutId,
    heldFrom: hold.heldFrom,
    heldBy: hold.heldBy,
    paymentStatus: 'pending',
    seatsHeld: true,
    seatsReturned: 0,
    paidAt: null,
    createdAt: ctx.now,
  } satisfies typeof orders.$inferInsert;
}

export type NewOrder = ReturnType<typeof newOrder>;

export type NewAttempt = Omit<AttemptRow, 'orderId'>;

/** Committed before the provider is called; its id is the idempotency key. */
export function newAttempt(ctx: Context, order: NewOrder, { gateway, hash }: Purchase): NewAttempt {
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
