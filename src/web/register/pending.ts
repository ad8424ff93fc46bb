import { type PendingRegistration, pendingRegistration } from '#contract/checkout.ts';
import { type Cents, dollarsFromCents } from '#domain/money.ts';
import { pricingTypeOf } from '#domain/packages.ts';
import type { Quote } from '#domain/quote.ts';
import type { AppliedCoupon } from './applied-coupon.ts';
import { amountsOf } from './applied-coupon.ts';
import type { CheckedRegistration } from './check-registration.ts';

/** The registration with its prices, as the summary page reads it. Amounts become dollars here. */
export function pendingFrom(
  registration: CheckedRegistration,
  quote: Quote,
  applied: AppliedCoupon | null,
  checkoutId: string,
): PendingRegistration {
  const { price, discount, total } = amountsOf(quote.price, applied);
  return {
    ...registration,
    checkoutId,
    amount: dollars(price),
    originalAmount: dollars(price),
    finalAmount: dollars(total),
    discountAmount: dollars(discount),
    isEarlyBird: quote.pricing === 'early_bird',
    pricingType: pricingTypeOf(quote.package.size),
    attendeeCount: quote.seats,
    couponCode: applied?.code ?? null,
    ...(applied && { appliedCoupon: applied }),
  };
}

/**
 * Keeps the id of the checkout before when nothing else has changed: going back and continuing meets the same
 * order, instead of holding its seats a second time.
 */
export function continueCheckout(
  pending: PendingRegistration,
  previous: PendingRegistration | null,
): PendingRegistration {
  if (!previous?.checkoutId || withoutId(previous) !== withoutId(pending)) return pending;
  return { ...pending, checkoutId: previous.checkoutId };
}

function withoutId(pending: PendingRegistration): string {
  return JSON.stringify({ ...pendingRegistration.parse(pending), checkoutId: null });
}

function dollars(cents: Cents): number {
  return Number(dollarsFromCents(cents));
}
