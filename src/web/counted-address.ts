import { KEYED_PREFIXES } from '#contract/paths.ts';

/** The address of a page as it is told to the one who counts visits: without what opens an order. */
export function countedAddress(address: string): string {
  const { origin, pathname, href } = new URL(address);
  const isKeyed = KEYED_PREFIXES.some((prefix) => pathname.startsWith(prefix));
  return isKeyed ? `${origin}/${pathname.split('/')[1]}` : href;
}
