import { OFFER_WORDS, QUOTE_WORDS } from '#contract/words/quotes.ts';
import type { Offer } from '#domain/offer.ts';
import { type EventType, findPackage, type PackageSize, seatsOf } from '#domain/packages.ts';
import { currentPackages } from '../packages.ts';
import { useSale } from '../sale.ts';
import { offerNow } from './offers.ts';
import type { CapacityDays } from './seat-figures.ts';

const ANOTHER = 'Choose another one to continue.';

/** The offer for the chosen package, and a sentence if it isn't available. Rerenders when the time changes either. */
export function useOffer(
  { eventType, size }: { eventType: EventType; size: PackageSize },
  days: CapacityDays,
): { offer: Offer | null; reason: string | null } {
  useSale();
  const chosen = findPackage(currentPackages(), eventType, seatsOf(size));
  if (!chosen) return { offer: null, reason: `${QUOTE_WORDS.package_unknown} ${ANOTHER}` };
  const offer = offerNow(chosen, days);
  const { refusal } = offer;
  if (refusal === null) return { offer, reason: null };
  const isForSeats = refusal === 'sold_out' || refusal === 'too_few_seats';
  return { offer, reason: isForSeats ? OFFER_WORDS[refusal] : `${OFFER_WORDS[refusal]} ${ANOTHER}` };
}
