import { vi } from 'vitest';

/** Far longer than anything takes that is meant to happen; a machine that does something else too may stretch it. */
const LIMIT_MS = 15_000;

/** Asks again until it no longer throws: for what the site does by itself, soon, and not as part of an answer. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: LIMIT_MS, interval: 100 });
}
