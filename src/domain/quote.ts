import { type Coupon, type CouponRefusal, couponDiscount, couponRefusal } from './coupon.ts';
import { type EventInfo, hasConcluded, isEarlyBird, isRegistrationClosed } from './event-phase.ts';
import { type Cents, PROVIDER_MINIMUM } from './money.ts';
import {
  type EventType,
  findPackage,
  type Listing,
  type Package,
  type Pricing,
  priceOf,
  seatsOf,
} from './packages.ts';

/** The price of one order. Computed here for the page's preview and, again, for the charge (R-PRICE-1). */
export interface Quote {
  readonly package: Package;
  readonly seats: number;
  readonly pricing: Pricing;
  /** Price before discount, discount and what is charged, in cents; `price - discount = total`. */
  readonly price: Cents;
  readonly discount: Cents;
  readonly total: Cents;
  readonly couponCode: string | null;
  /** What the price was read from; null where it is the content's. */
  readonly listing: Listing | null;
}

export type QuoteRefusal =
  | 'registration_closed'
  | 'registration_closed_early'
  | 'package_unknown'
  | 'sale_ended'
  | 'package_not_offered'
  | 'total_below_minimum'
  | CouponRefusal;

export interface QuoteInput {
  readonly event: EventInfo;
  readonly packages: readonly Package[];
  readonly eventType: EventType;
  readonly seats: number;
  readonly coupon: Coupon | null;
  readonly now: Date;
  readonly closedByBuild: boolean;
}

export function quoteOrder(
  input: QuoteInput,
): { ok: true; quote: Quote } | { ok: false; reason: QuoteRefusal } {
  const { event, eventType, coupon, now } = input;
  if (isRegistrationClosed(event, now, input.closedByBuild)) {
    const reason = hasConcluded(event, now) ? 'registration_closed' : 'registration_closed_early';
    return { ok: false, reason };
  }
  const found = findPackage(input.packages, eventType, input.seats);
  if (!found) return { ok: false, reason: 'package_unknown' };
  if (!isOnSale(event, eventType, now)) return { ok: false, reason: 'sale_ended' };

  const pricing: Pricing = isEarlyBird(event, now) ? 'early_bird' : 'regular';
  const listing = found.listings?.[pricing] ?? null;
  if (listing && !listing.isOffered) return { ok: false, reason: 'package_not_offered' };
  const price = priceOf(found, pricing);
  const refusal =
    coupon && couponRefusal(coupon, { eventType, price, now, productId: listing?.productId ?? null });
  if (refusal) return { ok: false, reason: refusal };

  const discount = coupon ? couponDiscount(coupon, price) : 0;
  const total = price - discount;
  if (total > 0 && total < PROVIDER_MINIMUM) return { ok: false, reason: 'total_below_minimum' };
  return {
    ok: true,
    quote: {
      package: found,
      seats: seatsOf(found.size),
      pricing,
      price,
      discount,
      total,
      couponCode: coupon?.code ?? null,
      listing,
    },
  };
}

/** The training's own end of sale closes everything that includes it (R-TIME-5). */
export function isOnSale(event: EventInfo, eventType: EventType, now: Date): boolean {
  return eventType === 'conference' || now < new Date(event.trainingSaleEndsAt);
}
