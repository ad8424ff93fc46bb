import { event } from '#content/event.ts';
import { landingTexts } from '#content/landing-texts.ts';
import { QUOTE_WORDS } from '#contract/words/quotes.ts';
import { isEarlyBird } from '#domain/event-phase.ts';
import { isOffered, type Package, seatsOf } from '#domain/packages.ts';
import { isOnSale } from '#domain/quote.ts';
import { freeSeats } from '../register/seat-figures.ts';
import type { LandingData } from './landing-data.tsx';

/** Why a package could not be had when the page was rendered; null when it could. */
export function refusalOf(one: Package, { boot, capacity }: LandingData): string | null {
  const now = new Date(boot.now);
  if (!isOnSale(event, one.eventType, now)) return landingTexts.registration.saleEnded;
  if (!isOffered(one, isEarlyBird(event, now) ? 'early_bird' : 'regular'))
    return QUOTE_WORDS.package_not_offered;
  const left = freeSeats(capacity, one.eventType);
  if (left === null || left >= seatsOf(one.size)) return null;
  return left === 0 ? landingTexts.registration.soldOut : landingTexts.registration.tooFew;
}

/** What of `packages` could be had when the page was rendered; where nothing could, why. */
export function onSaleOf(
  packages: readonly Package[],
  data: LandingData,
): { available: readonly Package[]; refusal: string | null } {
  const available = packages.filter((one) => refusalOf(one, data) === null);
  return { available, refusal: available.length > 0 ? null : refusalOf(packages[0]!, data) };
}
