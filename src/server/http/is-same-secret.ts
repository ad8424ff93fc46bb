import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time. */
export function isSameSecret(given: string, wanted: string): boolean {
  const print = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(print(given), print(wanted));
}
