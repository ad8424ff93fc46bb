import * as z from 'zod/mini';
import { PACKAGE_SIZES } from '#domain/packages.ts';
import { eventType } from './checkout.ts';
import { route } from './route.ts';

const listing = z.object({
  productId: z.string(),
  priceId: z.string(),
  amount: z.int(),
  isOffered: z.boolean(),
});

/** The packages on sale, at current prices in cents; `listings` where those come from the card provider. */
export const listPackages = route({
  method: 'GET',
  path: '/api/packages',
  permission: 'anyone',
  response: z.array(
    z.object({
      eventType,
      size: z.enum(PACKAGE_SIZES),
      name: z.string(),
      description: z.string(),
      includes: z.array(z.string()),
      earlyBirdPrice: z.int(),
      regularPrice: z.int(),
      originalPrice: z.nullable(z.int()),
      mostPopular: z.boolean(),
      listed: z.boolean(),
      listings: z.object({ early_bird: z.optional(listing), regular: z.optional(listing) }),
    }),
  ),
});
