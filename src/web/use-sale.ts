import { useSyncExternalStore } from 'react';
import { event } from '#content/event.ts';
import { type Sale, saleAt } from '#domain/offer.ts';
import { boot } from './boot.ts';
import { everySecond, now } from './clock.ts';

/** Checks the server's time every second, and rerenders only when a rule's result changes. */
export function useSale(): Sale {
  return JSON.parse(useSyncExternalStore(everySecond, snapshot, snapshot)) as Sale;
}

/** A string, because snapshots are compared by identity. */
function snapshot(): string {
  return JSON.stringify(saleAt(event, now(), boot.closedByBuild));
}
