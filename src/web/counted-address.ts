import { KEYED_PREFIXES } from '#contract/paths.ts';

/** A page's address as sent to analytics, without any keys. */
export function countedAddress(address: string): string {
  const { origin, pathname, href } = new URL(address);
  const isKeyed = KEYED_PREFIXES.some((prefix) => pathname.startsWith(prefix));
  return isKeyed ? `${origin}/${pathname.split('/')[1]}` : href;
}
