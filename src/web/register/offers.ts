import { event } from '#content/event.ts';
import * as landingTexts from '#content/landing-texts.ts';
import { QUOTE_WORDS } from '#contract/words/quotes.ts';
import { type Offer, type OfferRefusal, offerOf } from '#domain/offer.ts';
import type { Package } from '#domain/packages.ts';
import { boot } from '../boot.ts';
import { now } from '../clock.ts';
import { currentPackages } from '../packages.ts';
import { type CapacityDays, freeSeats } from './seat-figures.ts';

/** The offer for a package at the server's time, with the seats left. */
export function offerNow(one: Package, days: CapacityDays): Offer {
  return offerOf({
    event,
    package: one,
    now: now(),
    closedByBuild: boot.closedByBuild,
    seatsLeft: freeSeats(days, one.eventType),
  });
}

/** The offers of all listed packages. */
export function offersOf(days: CapacityDays): Offer[] {
  return currentPackages()
    .filter((one) => one.listed)
    .map((one) => offerNow(one, days));
}

/** The offers of each event type, in their order on the page. */
export function byEventType(offers: readonly Offer[]): Offer[][] {
  const eventTypes = new Set(offers.map((one) => one.package.eventType));
  return [...eventTypes].map((eventType) => offers.filter((one) => one.package.eventType === eventType));
}

/** The cheapest of the available `offers`; if none is available, why the first isn't. */
export function cheapestOf(
  offers: readonly Offer[],
): { offer: Offer; refusal: null } | { offer: null; refusal: OfferRefusal } {
  const [offer] = offers.filter(({ refusal }) => refusal === null).toSorted((a, b) => a.price - b.price);
  return offer ? { offer, refusal: null } : { offer: null, refusal: offers[0]!.refusal! };
}

export function refusalLabel(refusal: OfferRefusal): string {
  const { saleEnded, soldOut, tooFew } = landingTexts.registration;
  if (refusal === 'sale_ended') return saleEnded;
  if (refusal === 'sold_out') return soldOut;
  return refusal === 'too_few_seats' ? tooFew : QUOTE_WORDS[refusal];
}
