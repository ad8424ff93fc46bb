import type { Context } from '../context.ts';
import { and, eq } from '../db/drizzle.ts';
import { orders } from '../db/tables.ts';
import type { StoredCoupon } from './find-coupon.ts';

/** A checkout whose order holds a use, or was paid with it, needs no other use (R-SEAT-5). */
export async function withoutOwnUse(
  ctx: Context,
  coupon: StoredCoupon,
  checkoutId: string | undefined,
): Promise<StoredCoupon> {
  if (!checkoutId) return coupon;
  const { checkoutId: ofCheckout, appliedCouponCode, seatsHeld } = orders;
  const isOwn = and(eq(ofCheckout, checkoutId), eq(appliedCouponCode, coupon.code), eq(seatsHeld, true));
  const own = await ctx.db.$count(orders, isOwn);
  return own === 0 ? coupon : { ...coupon, usesTaken: coupon.usesTaken - 1 };
}
