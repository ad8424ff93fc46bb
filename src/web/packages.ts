import { packages as ofContent } from '#content/packages.ts';
import { listPackages } from '#contract/packages.ts';
import { type Package, withListings } from '#domain/packages.ts';
import { call } from './api.ts';
import { boot } from './boot.ts';

let told: readonly Package[] | null = null;

/** What is sold, at the latest prices from the server: with the page, or refreshed since. */
export function currentPackages(): readonly Package[] {
  return told ?? withListings(ofContent, boot.listings);
}

/** For a page that was told that its price is outdated. */
export async function refreshPackages(): Promise<void> {
  told = await call(listPackages);
}
