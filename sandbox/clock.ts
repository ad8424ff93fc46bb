import type { Store } from './store.ts';

export interface Clock {
  now(): Date;
  set(date: Date): void;
}

export interface ClockStart {
  /** Overrides the stored clock. */
  readonly startAt?: Date;
  /** Where the clock starts if none is stored; now by default. */
  readonly firstAt?: Date;
}

/** The demo's business clock: real time plus an offset, which survives a restart in the store. */
export function createClock({ startAt, firstAt, store }: ClockStart & { store?: Store }): Clock {
  const kept = store?.collection<number>('clock');
  let offset = kept?.get('offset') ?? 0;

  const set = (date: Date) => {
    offset = date.getTime() - Date.now();
    kept?.put('offset', offset);
  };
  const start = startAt ?? (kept?.get('offset') === undefined ? firstAt : undefined);
  if (start) set(start);

  return { now: () => new Date(Date.now() + offset), set };
}
