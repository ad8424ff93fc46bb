import { vi } from 'vitest';

/** Much longer than anything should take, because the machine may be busy. */
const LIMIT_MS = 15_000;

/** Retries until it no longer throws, for what the site does shortly after a response. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: LIMIT_MS, interval: 100 });
}
