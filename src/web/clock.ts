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

/** Called with the `X-Now` header (milliseconds since 1970) of each answer. */
export function hearServerTime(header: string | null): void {
  const time = Number(header);
  if (!header || !Number.isFinite(time)) return;
  serverTime = time;
  heardAt = performance.now();
}
