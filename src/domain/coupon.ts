import { type Cents, percentOf } from './money.ts';
import type { EventType } from './packages.ts';

/** A coupon as the rules need it, ours or the card provider's. Amounts in cents; null means no limit. */
export interface Coupon {
  readonly code: string;
  readonly discountType: 'percentage' | 'fixed';
  /** A percentage up to 100, or cents. */
  readonly discountValue: number;
  readonly minOrderAmount: Cents | null;
  readonly maxDiscount: Cents | null;
  readonly usageLimit: number | null;
  /** Paid uses plus uses held by open checkouts. */
  readonly usesTaken: number;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
  readonly eventTypes: readonly EventType[];
  /** The provider's products that it applies to; absent if all. */
  readonly productIds?: readonly string[];
  readonly isActive: boolean;
}

export type CouponRefusal =
  | 'coupon_unknown'
  | 'coupon_inactive'
  | 'coupon_not_yet_valid'
  | 'coupon_expired'
  | 'coupon_used_up'
  | 'coupon_wrong_event_type'
  | 'coupon_below_minimum';

/** What a typed or pasted code shows: a code that is copied from an email may contain invisible characters. */
export function visibleCouponCode(code: string): string {
  return code
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
}

/** Codes are compared ignoring case, invisible characters and surrounding spaces (R-COUPON-1). */
export function normalizeCouponCode(code: string): string {
  return visibleCouponCode(code).toUpperCase();
}

/**
 * Why the coupon can't be used, or null if it can (R-COUPON-2). The minimum is compared with the price before the
 * discount.
 */
export function couponRefusal(
  coupon: Coupon,
  order: { eventType: EventType; price: Cents; now: Date; productId?: string | null },
): CouponRefusal | null {
  if (!coupon.isActive) return 'coupon_inactive';
  if (coupon.validFrom && order.now < coupon.validFrom) return 'coupon_not_yet_valid';
  if (coupon.validUntil && order.now >= coupon.validUntil) return 'coupon_expired';
  if (coupon.usageLimit !== null && coupon.usesTaken >= coupon.usageLimit) return 'coupon_used_up';
  if (!coupon.eventTypes.includes(order.eventType)) return 'coupon_wrong_event_type';
  if (coupon.productIds && !coupon.productIds.includes(order.productId ?? ''))
    return 'coupon_wrong_event_type';
  if (coupon.minOrderAmount !== null && order.price < coupon.minOrderAmount) return 'coupon_below_minimum';
  return null;
}

/** What the coupon takes off `price`: at most `maxDiscount`, and never more than the price (R-COUPON-3). */
export function couponDiscount(coupon: Coupon, price: Cents): Cents {
  const wanted =
    coupon.discountType === 'percentage' ? percentOf(price, coupon.discountValue) : coupon.discountValue;
  return Math.min(wanted, coupon.maxDiscount ?? wanted, price);
}
