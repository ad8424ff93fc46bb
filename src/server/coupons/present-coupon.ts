import type { LocalCoupon } from '#contract/coupons.ts';
import type { coupons } from '../db/tables.ts';

export type CouponRow = typeof coupons.$inferSelect;

export function presentCoupon(row: CouponRow): LocalCoupon {
  const { validFrom, createdAt, updatedAt, validUntil, lateCount, ...shown } = row;
  return { ...shown, validUntil: validUntil?.toISOString() ?? null, updatedAt: updatedAt.toISOString() };
}
