import type { Store } from './store.ts';

export interface Clock {
  now(): Date;
  set(date: Date): void;
}

/**
 * The demo's business clock: real time plus an offset, which survives a restart in the store. An explicit `startAt`
 * overrides it.
 */
export function createClock(options: { startAt?: Date; store?: Store } = {}): Clock {
  const kept = options.store?.collection<number>('clock');
  let offset = kept?.get('offset') ?? 0;

  const set = (date: Date) => {
    offset = date.getTime() - Date.now();
    kept?.put('offset', offset);
  };
  if (options.startAt) set(options.startAt);

  return { now: () => new Date(Date.now() + offset), set };
}
