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
export type OfferRefusal = SaleRefusal | 'sold_out' | 'too_few_seats';

interface SaleInput {
  readonly event: EventInfo;
  readonly package: Package;
  readonly now: Date;
  readonly closedByBuild: boolean;
}

/** A package at one instant: its price, and why it is not sold then. Whether it has seats left is not looked at. */
export interface Terms {
  readonly package: Package;
  readonly seats: number;
  readonly pricing: Pricing;
  readonly price: Cents;
  /** What the price was read from; null where it is the content's. */
  readonly listing: Listing | null;
  readonly refusal: SaleRefusal | null;
}

/** The terms of a package with the seats that are left: a buyer can have it now unless there is a refusal. */
export interface Offer extends Omit<Terms, 'refusal'> {
  readonly refusal: OfferRefusal | null;
}

/**
 * Whether a buyer can have a package now, and for how much (R-OFFER-1). `seatsLeft` is null while it is not known; then
 * nothing is refused for want of seats, as the server looks again when the order is placed.
 */
export function offerOf({ seatsLeft, ...input }: SaleInput & { readonly seatsLeft: number | null }): Offer {
  const terms = termsOf(input);
  return { ...terms, refusal: terms.refusal ?? seatsRefusal(terms.seats, seatsLeft) };
}

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

/** What one saves against the price that is struck through; null where none is, or where one saves nothing. */
export function savingsOf({
  package: { originalPrice },
  price,
}: Pick<Terms, 'package' | 'price'>): Cents | null {
  return originalPrice !== null && originalPrice > price ? originalPrice - price : null;
}

/** What the clock decides for all packages at once. */
export interface Sale {
  readonly phase: EventPhase;
  readonly pricing: Pricing;
  readonly isTrainingOnSale: boolean;
  /** Registration is closed, by the clock or by the build. */
  readonly isClosed: boolean;
  /** The program is over. Registration closes later the same day; closed by the build it may close before. */
  readonly isOver: boolean;
}

export function saleAt(event: EventInfo, now: Date, closedByBuild: boolean): Sale {
  return {
    phase: eventPhase(event, now),
    pricing: pricingAt(event, now),
    isTrainingOnSale: isOnSale(event, 'trainer', now),
    isClosed: isRegistrationClosed(event, now, closedByBuild),
    isOver: hasConcluded(event, now),
  };
}

function pricingAt(event: EventInfo, now: Date): Pricing {
  return isEarlyBird(event, now) ? 'early_bird' : 'regular';
}

/** Why nothing is sold at all; null while something is. */
export function closedReason(event: EventInfo, now: Date, closedByBuild: boolean): ClosedReason | null {
  if (!isRegistrationClosed(event, now, closedByBuild)) return null;
  return hasConcluded(event, now) ? 'registration_closed' : 'registration_closed_early';
}

/** The training's own end of sale closes everything that includes it (R-TIME-5). */
function isOnSale(event: EventInfo, eventType: EventType, now: Date): boolean {
  return eventType === 'conference' || now < new Date(event.trainingSaleEndsAt);
}

function seatsRefusal(wanted: number, left: number | null): OfferRefusal | null {
  if (left === null || left >= wanted) return null;
  return left <= 0 ? 'sold_out' : 'too_few_seats';
}
