import { boot } from './boot.ts';

/** The server's time at its latest response. Counting from it makes a visitor's wrong clock irrelevant. */
let synced: { readonly time: number; readonly at: number } | null = null;

export function now(): Date {
  // The server renders a page at a fixed moment.
  if (!synced && typeof document === 'undefined') return new Date(boot.now);
  synced ??= { time: Date.parse(boot.now), at: arrivedAt() };
  return new Date(synced.time + performance.now() - synced.at);
}

export function millisecondsSinceSync(): number {
  return performance.now() - (synced?.at ?? arrivedAt());
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

/** Reads the `X-Now` header of each response: milliseconds since 1970. */
export function syncClock(header: string | null): void {
  const time = Number(header);
  if (!header || !Number.isFinite(time)) return;
  synced = { time, at: performance.now() };
}

/** `boot.now` is the time when the page was sent, which can be long before its script runs. */
function arrivedAt(): number {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.responseStart ?? 0;
}
