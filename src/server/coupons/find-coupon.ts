import { eq } from 'drizzle-orm';
import { type Coupon, normalizeCouponCode } from '#domain/coupon.ts';
import type { Context } from '../context.ts';
import { coupons } from '../db/tables.ts';

export type StoredCoupon = Coupon & { readonly description: string };

/** The local coupon of that code, as its rules need it; null when there is none. */
export async function findCoupon(ctx: Context, code: string): Promise<StoredCoupon | null> {
  const [row] = await ctx.db
    .select()
    .from(coupons)
    .where(eq(coupons.code, normalizeCouponCode(code)));
  return row ? { ...row, usesTaken: row.usageCount + row.heldCount } : null;
}
