import { packages as ofContent } from '#content/packages.ts';
import { listPackages } from '#contract/packages.ts';
import { type Package, withListings } from '#domain/packages.ts';
import { call } from './api.ts';
import { boot } from './boot.ts';

let told: readonly Package[] | null = null;

/** What is sold, at the prices that the server told last: with the page, or when it was asked again. */
export function currentPackages(): readonly Package[] {
  return told ?? withListings(ofContent, boot.listings);
}

/** For a page that was told that its price holds no longer. */
export async function refreshPackages(): Promise<void> {
  told = await call(listPackages);
}
