import { packages as ofContent } from '#content/packages.ts';
import { listPackages } from '#contract/packages.ts';
import { type Package, withListings } from '#domain/packages.ts';
import { call } from './api.ts';
import { boot } from './boot.ts';

let told: readonly Package[] | null = null;

/** The packages at the server's latest prices: from the page, or refreshed since. */
export function currentPackages(): readonly Package[] {
  return told ?? withListings(ofContent, boot.listings);
}

/** For a page whose price was refused as stale. */
export async function refreshPackages(): Promise<void> {
  told = await call(listPackages);
}
