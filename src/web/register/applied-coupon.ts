import type { Cents } from '#domain/money.ts';
import type { EventType } from '#domain/packages.ts';
import type { Amounts } from '../price-lines.tsx';

/** What a coupon is applied to. When any of it changes, the coupon is removed. */
export interface CouponOrder {
  readonly eventType: EventType;
  readonly seats: number;
  readonly price: Cents;
}

/** A coupon's discount for one order, from the server, in cents. */
export interface AppliedCoupon {
  readonly code: string;
  readonly description: string;
  readonly discountAmount: Cents;
}

export function amountsOf(price: Cents, applied: AppliedCoupon | null): Amounts {
  const discount = Math.min(applied?.discountAmount ?? 0, price);
  return { price, discount, total: price - discount };
}

/** Equal for orders that a coupon treats alike. */
export function couponKey({ eventType, seats, price }: CouponOrder): string {
  return `${eventType}/${seats}/${price}`;
}
