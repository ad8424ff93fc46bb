import { useSyncExternalStore } from 'react';
import { event } from '#content/event.ts';
import { type Sale, saleAt } from '#domain/offer.ts';
import { boot } from './boot.ts';
import { everySecond, now } from './clock.ts';

/** Looks at the server's time every second and renders only when a rule changes its mind. */
export function useSale(): Sale {
  return JSON.parse(useSyncExternalStore(everySecond, snapshot, snapshot)) as Sale;
}

/** Text, because a snapshot is compared by identity. */
function snapshot(): string {
  return JSON.stringify(saleAt(event, now(), boot.closedByBuild));
}
