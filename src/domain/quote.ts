import { type Coupon, type CouponRefusal, couponDiscount, couponRefusal } from './coupon.ts';
import type { EventInfo } from './event-phase.ts';
import { type Cents, PROVIDER_MINIMUM } from './money.ts';
import { closedReason, type SaleRefusal, type Terms, termsOf } from './offer.ts';
import { type EventType, findPackage, type Package } from './packages.ts';

/** The price of one order, which the server charges (R-PRICE-1): `price - discount = total`. */
export interface Quote extends Omit<Terms, 'refusal'> {
  readonly discount: Cents;
  readonly total: Cents;
  readonly couponCode: string | null;
}

export type QuoteRefusal = SaleRefusal | 'package_unknown' | 'total_below_minimum' | CouponRefusal;

export interface QuoteInput {
  readonly event: EventInfo;
  readonly packages: readonly Package[];
  readonly eventType: EventType;
  readonly seats: number;
  readonly coupon: Coupon | null;
  readonly now: Date;
  readonly closedByBuild: boolean;
}

/** Doesn't check seats; placing the order does, when it takes them. */
export function quoteOrder(
  input: QuoteInput,
): { ok: true; quote: Quote } | { ok: false; reason: QuoteRefusal } {
  const { event, eventType, coupon, now, closedByBuild } = input;
  // R-PRICE-1 reports a closed registration before an unknown package.
  const closed = closedReason(event, now, closedByBuild);
  if (closed) return { ok: false, reason: closed };
  const found = findPackage(input.packages, eventType, input.seats);
  if (!found) return { ok: false, reason: 'package_unknown' };
  const { refusal, ...terms } = termsOf({ event, package: found, now, closedByBuild });
  if (refusal) return { ok: false, reason: refusal };

  const { price, listing } = terms;
  const couponFault =
    coupon && couponRefusal(coupon, { eventType, price, now, productId: listing?.productId ?? null });
  if (couponFault) return { ok: false, reason: couponFault };

  const discount = coupon ? couponDiscount(coupon, price) : 0;
  const total = price - discount;
  if (total > 0 && total < PROVIDER_MINIMUM) return { ok: false, reason: 'total_below_minimum' };
  return { ok: true, quote: { ...terms, discount, total, couponCode: coupon?.code ?? null } };
}
