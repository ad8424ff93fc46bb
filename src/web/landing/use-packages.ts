import { packages } from '#content/packages.ts';
import { type Package, withListings } from '#domain/packages.ts';
import { useLanding } from './landing-data.tsx';

/** What is sold and listed, at the prices in force. */
export function usePackages(): Package[] {
  return withListings(packages, useLanding().boot.listings).filter((one) => one.listed);
}
