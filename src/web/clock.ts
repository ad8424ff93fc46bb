import { boot } from './boot.ts';

/** The server's clock, counted on from its latest answer: a visitor's wrong clock changes nothing. */
let serverTime = Date.parse(boot.now);
let heardAt = performance.now();

export function now(): Date {
  return new Date(serverTime + (performance.now() - heardAt));
}

export function millisecondsSinceHeard(): number {
  return performance.now() - heardAt;
}

const watching = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** Calls `look` every second until the returned function is called. All callers share one timer. */
export function everySecond(look: () => void): () => void {
  watching.add(look);
  ticking ??= setInterval(() => {
    for (const one of watching) one();
  }, 1000);
  return () => {
    watching.delete(look);
    if (watching.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** Called with the `X-Now` header (milliseconds since 1970) of each answer. */
export function hearServerTime(header: string | null): void {
  const time = Number(header);
  if (!header || !Number.isFinite(time)) return;
  serverTime = time;
  heardAt = performance.now();
}
