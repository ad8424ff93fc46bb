import type Stripe from 'stripe';

/** A coupon as the API shows it: `applies_to` only when expanded, `valid` as of now. */
export function presentCoupon({ applies_to: _, ...coupon }: Stripe.Coupon, now: Date): Stripe.Coupon {
  return { ...coupon, valid: coupon.redeem_by === null || coupon.redeem_by * 1000 > now.getTime() };
}
