import { event } from '#content/event.ts';
import { landingTexts } from '#content/landing-texts.ts';
import { QUOTE_WORDS } from '#contract/words/quotes.ts';
import type { Cents } from '#domain/money.ts';
import { type Offer, type OfferRefusal, offerOf } from '#domain/offer.ts';
import { freeSeats } from '../register/seat-figures.ts';
import { useLanding } from './landing-data.tsx';
import { usePackages } from './use-packages.ts';

/** The offers of all listed packages at the time when the page was rendered. */
export function useOffers(): Offer[] {
  const { boot, capacity } = useLanding();
  const { closedByBuild } = boot;
  const now = new Date(boot.now);
  return usePackages().map((one) =>
    offerOf({ event, package: one, now, closedByBuild, seatsLeft: freeSeats(capacity, one.eventType) }),
  );
}

/** The offers of each event type, in their order on the page. */
export function byEventType(offers: readonly Offer[]): Offer[][] {
  const eventTypes = new Set(offers.map((one) => one.package.eventType));
  return [...eventTypes].map((eventType) => offers.filter((one) => one.package.eventType === eventType));
}

/** The lowest price among the available `offers`; if none is available, why the first isn't. */
export function cheapestOf(
  offers: readonly Offer[],
): { price: Cents; refusal: null } | { price: null; refusal: string } {
  const prices = offers.filter(({ refusal }) => refusal === null).map(({ price }) => price);
  return prices.length > 0
    ? { price: Math.min(...prices), refusal: null }
    : { price: null, refusal: refusalWords(offers[0]!.refusal!) };
}

export function refusalWords(refusal: OfferRefusal): string {
  const { saleEnded, soldOut, tooFew } = landingTexts.registration;
  if (refusal === 'sale_ended') return saleEnded;
  if (refusal === 'sold_out') return soldOut;
  return refusal === 'too_few_seats' ? tooFew : QUOTE_WORDS[refusal];
}
