import type Stripe from 'stripe';

/** A coupon as the API shows it: `applies_to` only when expanded, `valid` as of now. */
export function presentCoupon({ applies_to: _, ...coupon }: Stripe.Coupon, now: Date): Stripe.Coupon {
  return { ...coupon, valid: isRedeemable(coupon, now) };
}

export function isRedeemable(
  coupon: Pick<Stripe.Coupon, 'max_redemptions' | 'times_redeemed' | 'redeem_by'>,
  now: Date,
): boolean {
  const left = coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions;
  return left && (coupon.redeem_by === null || coupon.redeem_by * 1000 > now.getTime());
}

export function isPromotionUsable(promotion: Stripe.PromotionCode, now: Date): boolean {
  const { active, max_redemptions, times_redeemed, expires_at } = promotion;
  return active && isRedeemable({ max_redemptions, times_redeemed, redeem_by: expires_at }, now);
}
