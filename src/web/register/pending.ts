import type { PendingRegistration } from '#contract/checkout.ts';
import type { Offer } from '#domain/offer.ts';
import { pricingTypeOf } from '#domain/packages.ts';
import { type AppliedCoupon, amountsOf } from './applied-coupon.ts';
import type { CheckedRegistration } from './check-registration.ts';

/** The registration with its prices, as the summary page reads it. */
export function pendingFrom(
  registration: CheckedRegistration,
  offer: Offer,
  applied: AppliedCoupon | null,
  checkoutId: string,
): PendingRegistration {
  const { price, discount, total } = amountsOf(offer.price, applied);
  return {
    ...registration,
    checkoutId,
    amount: price,
    originalAmount: price,
    finalAmount: total,
    discountAmount: discount,
    isEarlyBird: offer.pricing === 'early_bird',
    pricingType: pricingTypeOf(offer.package.size),
    stripeProductId: offer.listing?.productId,
    attendeeCount: offer.seats,
    couponCode: applied?.code ?? null,
    ...(applied && { appliedCoupon: applied }),
  };
}
