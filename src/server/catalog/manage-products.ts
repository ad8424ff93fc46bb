import { isDeepStrictEqual } from 'node:util';
import type Stripe from 'stripe';
import type {
  configureStripeProduct,
  ProductMapping,
  StripeProduct,
  validateProductMappings,
} from '#contract/catalog.ts';
import type { ParsedOf } from '#contract/route.ts';
import { driftWords } from '#contract/words/catalog.ts';
import {
  type Drift,
  findDrift,
  type Mapping,
  mappingsOf,
  sortMappings,
  sortProducts,
} from '#domain/catalog.ts';
import { isEarlyBird } from '#domain/event-phase.ts';
import { PRICINGS } from '#domain/packages.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { max } from '../db/drizzle.ts';
import { lockId } from '../db/lock-id.ts';
import { catalogProducts } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { readMirror, refreshCatalog } from './mirror.ts';
import { connectStripe, isKeyRefused, isStripeAway } from './stripe-connection.ts';

/** The provider's products as they are now, fetched from the provider. */
export async function listStripeProducts(ctx: Context): Promise<StripeProduct[]> {
  return atStripe(ctx, async (stripe) => {
    const products = stripe.products.list({ limit: 100, expand: ['data.default_price'] });
    return sortProducts(await Array.fromAsync(products)).map(present);
  });
}

/** Switches a product on or off at the provider, which also starts or stops its sale here. */
export async function toggleProduct(
  ctx: Context,
  productId: string,
  active: boolean,
): Promise<StripeProduct> {
  const product = await atStripe(ctx, (stripe) =>
    stripe.products.update(productId, { active, expand: ['default_price'] }),
  );
  await noteChange(ctx, 'product_toggled', { productId, active });
  return present(product);
}

/** PostgreSQL ends a transaction that is idle for 20 s. */
const WITHIN_TRANSACTION = { timeout: 4_000, maxNetworkRetries: 0 };

/** Refuses if the product has changed since the form opened. */
export async function configureProduct(
  ctx: Context,
  productId: string,
  { metadata, seen }: ParsedOf<typeof configureStripeProduct.body>,
): Promise<StripeProduct> {
  const product = await ctx.db.transaction(async (tx) => {
    // Stripe has no conditional updates, so two of ours take turns between read and write.
    await lockId(tx, productId);
    return atStripe(ctx, async (stripe) => {
      const before =
        seen && (await stripe.products.retrieve(productId, undefined, WITHIN_TRANSACTION)).metadata;
      // If it has all of this already, this may be a retry after a lost response.
      const isStored = before && isDeepStrictEqual({ ...before, ...metadata }, before);
      if (before && !isStored && !isDeepStrictEqual(before, seen)) throw new Refusal('changed_meanwhile');
      return stripe.products.update(productId, { metadata, expand: ['default_price'] }, WITHIN_TRANSACTION);
    });
  });
  await noteChange(ctx, 'product_configured', { productId, ...metadata });
  return present(product);
}

export async function listMappings(ctx: Context): Promise<ProductMapping[]> {
  if (!ctx.settings.stripe) throw new Refusal('stripe_not_configured');
  return sortMappings(mappingsOf(await readMirror(ctx))).map(presentMapping);
}

/** The valid products in the provider's current catalog, what is wrong with the others, and all other differences. */
export async function validateMappings(
  ctx: Context,
): Promise<ParsedOf<typeof validateProductMappings.response>> {
  if (!ctx.settings.stripe) throw new Refusal('stripe_not_configured');
  const isCurrent = await tryRefresh(ctx);
  const products = await readMirror(ctx);
  const { event, packages } = ctx.content;
  const pricings = isEarlyBird(event, ctx.now) ? PRICINGS : (['regular'] as const);
  const found = findDrift(packages, products, { isCurrent, readAt: await lastReading(ctx) }, pricings);
  const present = ({ productId, reason }: Drift) => ({ productId, error: driftWords(reason) });
  const drift = found.filter((one) => one.kind !== 'invalid').map(present);
  const invalid = found.flatMap(({ kind, productId, reason }) =>
    kind === 'invalid' && productId ? [{ productId, error: driftWords(reason) }] : [],
  );
  const valid = sortMappings(mappingsOf(products))
    .filter((one) => !invalid.some(({ productId }) => productId === one.productId))
    .map(presentMapping);
  const summary = `${valid.length} valid, ${invalid.length} invalid, ${drift.length} to review.`;
  return { valid, invalid, summary, drift };
}

/** Runs a call to Stripe; its errors become sentences. */
export async function atStripe<T>(ctx: Context, work: (stripe: Stripe) => Promise<T>): Promise<T> {
  if (!ctx.settings.stripe) throw new Refusal('stripe_not_configured');
  try {
    return await work(connectStripe(ctx.settings.stripe));
  } catch (error) {
    if (isStripeAway(error)) throw new Refusal('stripe_away', { cause: error });
    if (isKeyRefused(error)) throw new Refusal('stripe_key_refused', { cause: error });
    const { type, message } = error as { type?: string; message?: string };
    if (type === 'StripeInvalidRequestError') throw new Refusal('stripe_refused', { message, cause: error });
    throw error;
  }
}

async function noteChange(ctx: Context, action: string, details: Record<string, unknown>): Promise<void> {
  await ctx.db.transaction((tx) => recordAudit(tx, ctx, { action, details }));
  // If it fails, the change is still made, and the mirror follows with the webhook or the next refresh.
  await tryRefresh(ctx);
}

async function tryRefresh(ctx: Context): Promise<boolean> {
  try {
    await refreshCatalog(ctx);
    return true;
  } catch (error) {
    ctx.log.warn({ err: error }, 'the catalog mirror could not be refreshed');
    return false;
  }
}

async function lastReading(ctx: Context): Promise<Date | null> {
  const [row] = await ctx.db.select({ seenAt: max(catalogProducts.seenAt) }).from(catalogProducts);
  return row?.seenAt ?? null;
}

function present(product: Stripe.Product): StripeProduct {
  const price = typeof product.default_price === 'object' ? product.default_price : null;
  return { ...product, defaultPrice: price && { amount: price.unit_amount, currency: price.currency } };
}

function presentMapping(one: Mapping): ProductMapping {
  return {
    ...one,
    teamSize: TEAM_SIZES[one.size],
    pricing: one.pricing === 'early_bird' ? 'early-bird' : 'regular',
    active: one.isOffered,
  };
}

const TEAM_SIZES = { individual: 'individual', small_group: 'group-5', large_group: 'group-10' } as const;
