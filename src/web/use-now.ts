import { useSyncExternalStore } from 'react';
import { everySecond, now } from './clock.ts';

/** The server's time in whole seconds; rerenders every second. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(everySecond, second));
}

function second(): number {
  return Math.floor(now().getTime() / 1000) * 1000;
}
