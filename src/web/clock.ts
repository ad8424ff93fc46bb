import { boot } from './boot.ts';

/** The server's time at its latest response. Counting on from it keeps a visitor's wrong clock out. */
let serverTime = Date.parse(boot.now);
let syncedAt = performance.now();

export function now(): Date {
  return new Date(serverTime + (performance.now() - syncedAt));
}

export function millisecondsSinceSync(): number {
  return performance.now() - syncedAt;
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

/** Takes the `X-Now` header of each response: milliseconds since 1970. */
export function syncClock(header: string | null): void {
  const time = Number(header);
  if (!header || !Number.isFinite(time)) return;
  serverTime = time;
  syncedAt = performance.now();
}
