import { packages as ofContent } from '#content/packages.ts';
import { withListings } from '#domain/packages.ts';
import { boot } from './boot.ts';

/** What is sold, at the prices that the server told with the page. */
export const packages = withListings(ofContent, boot.listings);
