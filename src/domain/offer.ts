import {
  type EventInfo,
  type EventPhase,
  eventPhase,
  hasConcluded,
  isEarlyBird,
  isRegistrationClosed,
} from './event-phase.ts';
import type { Cents } from './money.ts';
import { type EventType, type Listing, type Package, type Pricing, priceOf, seatsOf } from './packages.ts';

export type ClosedReason = 'registration_closed' | 'registration_closed_early';
export type SaleRefusal = ClosedReason | 'sale_ended' | 'package_not_offered';
/** Why pages don't offer a package. The server reports both `sold_out` and `too_few_seats` as `sold_out`. */
export type OfferRefusal = SaleRefusal | 'sold_out' | 'too_few_seats';

interface SaleInput {
  readonly event: EventInfo;
  readonly package: Package;
  readonly now: Date;
  /** Whether the build closed registration, whatever the time. */
  readonly closedByBuild: boolean;
}

/** A package at one instant: its price, and why it isn't sold then. Ignores the seats left. */
export interface Terms {
  readonly package: Package;
  readonly seats: number;
  readonly pricing: Pricing;
  readonly price: Cents;
  /** The provider's product that the price comes from; null if it comes from the content. */
  readonly listing: Listing | null;
  readonly refusal: SaleRefusal | null;
}

/** A package's terms, seats included: it can be bought now unless there is a refusal. */
export interface Offer extends Omit<Terms, 'refusal'> {
  readonly refusal: OfferRefusal | null;
}

/**
 * Whether a package can be bought now, and at what price (R-OFFER-1). While `seatsLeft` is unknown (null), no offer is
 * refused for lack of seats: the server checks again when it places the order.
 */
export function offerOf({ seatsLeft, ...input }: SaleInput & { readonly seatsLeft: number | null }): Offer {
  const terms = termsOf(input);
  return { ...terms, refusal: terms.refusal ?? seatsRefusal(terms.seats, seatsLeft) };
}

/** Like `offerOf`, but ignores the seats: for the quote and a coupon's preview, which don't know how many are left. */
export function termsOf({ event, package: one, now, closedByBuild }: SaleInput): Terms {
  const pricing = pricingAt(event, now);
  const listing = one.listings?.[pricing] ?? null;
  return {
    package: one,
    seats: seatsOf(one.size),
    pricing,
    price: priceOf(one, pricing),
    listing,
    refusal:
      closedReason(event, now, closedByBuild) ??
      (isOnSale(event, one.eventType, now) ? null : 'sale_ended') ??
      (listing && !listing.isOffered ? 'package_not_offered' : null),
  };
}

/** The difference from the struck-through price; null if there is none or it isn't higher. */
export function savingsOf({
  package: { originalPrice },
  price,
}: Pick<Terms, 'package' | 'price'>): Cents | null {
  return originalPrice !== null && originalPrice > price ? originalPrice - price : null;
}

/** What the time decides for all packages. */
export interface Sale {
  readonly phase: EventPhase;
  readonly pricing: Pricing;
  /** Registration is closed, by the clock or by the build. */
  readonly isClosed: boolean;
  /** The program is over. Registration closes later the same day, or earlier if the build closed it. */
  readonly isOver: boolean;
  /** It is the event's day in the event's zone, and the program isn't over. */
  readonly isOnToday: boolean;
  readonly isTrainingOnSale: boolean;
}

export function saleAt(event: EventInfo, now: Date, closedByBuild: boolean): Sale {
  return {
    phase: eventPhase(event, now),
    pricing: pricingAt(event, now),
    isClosed: isRegistrationClosed(event, now, closedByBuild),
    isOver: hasConcluded(event, now),
    isOnToday: now >= eventDayStart(event) && !hasConcluded(event, now),
    isTrainingOnSale: isOnSale(event, 'trainer', now),
  };
}

/** Midnight at the offset in `startsAt`, so that pages need no time-zone data. */
function eventDayStart({ day, startsAt }: EventInfo): Date {
  return new Date(`${day}T00:00:00${startsAt.slice(19)}`);
}

/** Which price of each package applies. */
export function pricingAt(event: EventInfo, now: Date): Pricing {
  return isEarlyBird(event, now) ? 'early_bird' : 'regular';
}

/** Why registration is closed; null while it is open. */
export function closedReason(event: EventInfo, now: Date, closedByBuild: boolean): ClosedReason | null {
  if (!isRegistrationClosed(event, now, closedByBuild)) return null;
  return hasConcluded(event, now) ? 'registration_closed' : 'registration_closed_early';
}

/** The training's own end of sale applies to everything that includes it (R-TIME-5). */
function isOnSale(event: EventInfo, eventType: EventType, now: Date): boolean {
  return eventType === 'conference' || now < new Date(event.trainingSaleEndsAt);
}

function seatsRefusal(wanted: number, left: number | null): OfferRefusal | null {
  if (left === null || left >= wanted) return null;
  return left <= 0 ? 'sold_out' : 'too_few_seats';
}
