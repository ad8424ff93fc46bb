import { event } from '#content/event.ts';
import { QUOTE_WORDS } from '#contract/words/quotes.ts';
import { type EventType, type PackageSize, seatsOf } from '#domain/packages.ts';
import { type Quote, quoteOrder } from '#domain/quote.ts';
import { boot } from '../boot.ts';
import { now } from '../clock.ts';
import { packagesInForce } from '../packages.ts';
import { useSale } from '../sale.ts';
import { type CapacityDays, freeSeats } from './seat-figures.ts';

/** What the chosen package costs now, or why it cannot be had; then the amount is 0. */
export type Offer = { quote: Quote; reason: null } | { quote: Quote | null; reason: string };

/** Renders anew when the clock changes what is offered. */
export function useOffer(choice: { eventType: EventType; size: PackageSize }, days: CapacityDays): Offer {
  useSale();
  const seats = seatsOf(choice.size);
  const quoted = quoteOrder({
    event,
    packages: packagesInForce(),
    eventType: choice.eventType,
    seats,
    coupon: null,
    now: now(),
    closedByBuild: boot.closedByBuild,
  });
  if (!quoted.ok)
    return { quote: null, reason: `${QUOTE_WORDS[quoted.reason]} Choose another one to continue.` };
  const left = freeSeats(days, choice.eventType);
  if (left !== null && left < seats) return { quote: quoted.quote, reason: notEnoughSeats(left) };
  return { quote: quoted.quote, reason: null };
}

export function notEnoughSeats(left: number): string {
  return left <= 0 ? 'This package is sold out.' : 'There are not enough seats left for this package.';
}
