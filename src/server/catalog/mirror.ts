import type Stripe from 'stripe';
import { type CatalogProduct, packagesInForce } from '#domain/catalog.ts';
import type { Package } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { asc, eq, gt, lt, sql } from '../db/drizzle.ts';
import { prepared } from '../db/prepared.ts';
import { catalogPrices, catalogProducts } from '../db/tables.ts';
import { connectStripe } from './stripe-connection.ts';

/** Copies the provider's current products and prices into the mirror; deleted ones are removed. */
export async function refreshCatalog(ctx: Context): Promise<void> {
  if (!ctx.settings.stripe) return;
  const stripe = connectStripe(ctx.settings.stripe);
  const seenAt = ctx.protocolNow();
  const products = await Array.fromAsync(stripe.products.list({ limit: 100 }));
  const prices = await Array.fromAsync(stripe.prices.list({ limit: 100 }));
  await ctx.db.transaction(async (tx) => {
    // This lock blocks other refreshes, not readers.
    await tx.execute(sql`LOCK TABLE ${catalogProducts} IN SHARE ROW EXCLUSIVE MODE`);
    const [newer] = await tx
      .select()
      .from(catalogProducts)
      .where(gt(catalogProducts.seenAt, seenAt))
      .limit(1);
    if (newer) return;
    for (const product of products) {
      const row = productRow(product, seenAt);
      await tx
        .insert(catalogProducts)
        .values(row)
        .onConflictDoUpdate({ target: catalogProducts.id, set: row });
    }
    for (const price of prices) {
      const row = priceRow(price, seenAt);
      await tx.insert(catalogPrices).values(row).onConflictDoUpdate({ target: catalogPrices.id, set: row });
    }
    await tx.delete(catalogProducts).where(lt(catalogProducts.seenAt, seenAt));
    await tx.delete(catalogPrices).where(lt(catalogPrices.seenAt, seenAt));
  });
}

/** The mirror's products with their default prices, oldest first. */
export async function readMirror(ctx: Pick<Context, 'db'>): Promise<CatalogProduct[]> {
  const rows = await readProducts(ctx.db).execute();
  return rows.map(({ catalog_products: product, catalog_prices: price }) => ({
    id: product.id,
    name: product.name,
    description: product.description,
    active: product.active,
    metadata: product.metadata,
    price: price && {
      id: price.id,
      amount: price.unitAmount,
      currency: price.currency,
      active: price.active,
    },
  }));
}

const readProducts = prepared((db) =>
  db
    .select()
    .from(catalogProducts)
    .leftJoin(catalogPrices, eq(catalogPrices.id, catalogProducts.defaultPriceId))
    .orderBy(asc(catalogProducts.createdAt), asc(catalogProducts.id))
    .prepare('read_products'),
);

/** What is sold and for how much, from the mirror: checkout never waits for the provider (R-CATALOG-2). */
export async function readPackages(ctx: Pick<Context, 'db' | 'content' | 'settings'>): Promise<Package[]> {
  return packagesInForce(ctx.content.packages, ctx.settings.stripe ? await readMirror(ctx) : []);
}

function productRow(product: Stripe.Product, seenAt: Date): typeof catalogProducts.$inferInsert {
  const price = product.default_price;
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    active: product.active,
    defaultPriceId: typeof price === 'string' ? price : (price?.id ?? null),
    metadata: product.metadata,
    createdAt: new Date(product.created * 1000),
    updatedAt: new Date(product.updated * 1000),
    seenAt,
  };
}

function priceRow(price: Stripe.Price, seenAt: Date): typeof catalogPrices.$inferInsert {
  return {
    id: price.id,
    productId: typeof price.product === 'string' ? price.product : price.product.id,
    unitAmount: price.unit_amount,
    currency: price.currency,
    active: price.active,
    createdAt: new Date(price.created * 1000),
    seenAt,
  };
}
