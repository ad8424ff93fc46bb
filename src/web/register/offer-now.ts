import { event } from '#content/event.ts';
import { type Offer, offerOf } from '#domain/offer.ts';
import type { Package } from '#domain/packages.ts';
import { boot } from '../boot.ts';
import { now } from '../clock.ts';
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
