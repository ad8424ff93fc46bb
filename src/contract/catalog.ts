import * as z from 'zod/mini';
import { EVENT_TYPES, PACKAGE_SIZES, type PackageSize, PRICINGS, packageSizeOf } from '#domain/packages.ts';
import { eventType } from './checkout.ts';
import { route } from './route.ts';
import * as deskWords from './words/desk-fields.ts';
import * as fieldWords from './words/fields.ts';

/** A product of the card provider; `created` and `updated` in Unix seconds, the price in cents. */
const product = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  active: z.boolean(),
  created: z.int(),
  updated: z.int(),
  defaultPrice: z.nullable(z.object({ amount: z.nullable(z.int()), currency: z.string() })),
  metadata: z.record(z.string(), z.string()),
});
export type StripeProduct = z.output<typeof product>;

export const listStripeProducts = route({
  method: 'GET',
  path: '/api/admin/stripe-products',
  permission: 'admin',
  response: z.array(product),
});

export const toggleStripeProduct = route({
  method: 'POST',
  path: '/api/admin/stripe-products/{productId}/toggle',
  permission: 'admin',
  body: z.object({ active: z.boolean(deskWords.isActive) }),
  response: product,
});

const productMetadata = z.object({
  event_type: z.enum(EVENT_TYPES, fieldWords.eventType),
  pricing_type: z.enum(PRICINGS, deskWords.pricing),
  team_size: z.pipe(
    z.enum([...PACKAGE_SIZES, '1', '5', '10'], deskWords.productSize),
    z.transform((value) => packageSizeOf(Number(value)) ?? (value as PackageSize)),
  ),
  /** The string true or false. */
  enabled: z.pipe(
    z.union([z.enum(['true', 'false']), z.boolean()], deskWords.enabled),
    z.transform((value) => (String(value) === 'true' ? 'true' : 'false')),
  ),
});

/** `seen`: the metadata the form opened with; a product that has changed since is not overwritten. */
export const configureStripeProduct = route({
  method: 'POST',
  path: '/api/admin/stripe-products/{productId}/metadata',
  permission: 'admin',
  body: z.object({
    metadata: productMetadata,
    seen: z.optional(z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)))),
  }),
  response: product,
});

const mapping = z.object({
  productId: z.string(),
  priceId: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  eventType,
  teamSize: z.enum(['individual', 'group-5', 'group-10']),
  pricing: z.enum(['early-bird', 'regular']),
  /** In cents. */
  amount: z.int(),
  active: z.boolean(),
});
export type ProductMapping = z.output<typeof mapping>;

export const listProductMappings = route({
  method: 'GET',
  path: '/api/admin/product-mappings',
  permission: 'admin',
  response: z.array(mapping),
});

/**
 * `invalid`: products without a usable price. `drift`: works, but staff should know: prices that differ from the
 * content's, packages without a product, a provider that doesn't respond.
 */
export const validateProductMappings = route({
  method: 'GET',
  path: '/api/admin/product-mappings/validate',
  permission: 'admin',
  response: z.object({
    valid: z.array(mapping),
    invalid: z.array(z.object({ productId: z.string(), error: z.string() })),
    summary: z.string(),
    drift: z.array(z.object({ productId: z.nullable(z.string()), error: z.string() })),
  }),
});

/** Amounts in cents. */
export const testPricing = route({
  method: 'POST',
  path: '/api/admin/test-pricing',
  permission: 'admin',
  body: z.object({
    eventType,
    teamMemberCount: z
      .int(deskWords.teamSize)
      .check(z.gte(1, deskWords.teamSizeRange), z.lte(20, deskWords.teamSizeRange)),
    couponId: z.optional(z.nullable(z.string().check(z.maxLength(255)))),
  }),
  response: z.object({
    mapping: z.object({ name: z.string(), productId: z.nullable(z.string()) }),
    baseAmount: z.int(),
    discountAmount: z.int(),
    finalAmount: z.int(),
    priceId: z.nullable(z.string()),
  }),
});
