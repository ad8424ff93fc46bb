/** Whose address holds the key to an order, in its path or its query. */
const KEYED = /^\/(checkout|checkout-success|registration|confirmation)(\/|$)/;

/** The address of a page as it is told to the one who counts visits: without what opens an order. */
export function countedAddress(address: string): string {
  const { origin, pathname, href } = new URL(address);
  const [, page] = KEYED.exec(pathname) ?? [];
  return page ? `${origin}/${page}` : href;
}
