import type Stripe from 'stripe';
import { type CatalogProduct, packagesInForce } from '#domain/catalog.ts';
import type { Package } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { asc, gt, lt, sql } from '../db/drizzle.ts';
import { prepared } from '../db/prepared.ts';
import { catalogProducts } from '../db/tables.ts';
import { connectStripe } from './stripe-connection.ts';

/** Copies the provider's current products and prices into the mirror; deleted ones are removed. */
export async function refreshCatalog(ctx: Context): Promise<void> {
  if (!ctx.settings.stripe) return;
  const stripe = connectStripe(ctx.settings.stripe);
  const seenAt = ctx.protocolNow();
  const products = await Array.fromAsync(
    stripe.products.list({ limit: 100, expand: ['data.default_price'] }),
  );
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
    await tx.delete(catalogProducts).where(lt(catalogProducts.seenAt, seenAt));
  });
}

/** The mirror's products with their default prices, oldest first. */
export async function readMirror(ctx: Pick<Context, 'db'>): Promise<CatalogProduct[]> {
  return readProducts(ctx.db).execute();
}

const readProducts = prepared((db) => {
  const { id, name, description, active, metadata, price, createdAt } = catalogProducts;
  return db
    .select({ id, name, description, active, metadata, price })
    .from(catalogProducts)
    .orderBy(asc(createdAt), asc(id))
    .prepare('read_products');
});

/** What is sold and for how much, from the mirror: checkout never waits for the provider (R-CATALOG-2). */
export async function readPackages(ctx: Pick<Context, 'db' | 'content' | 'settings'>): Promise<Package[]> {
  return packagesInForce(ctx.content.packages, ctx.settings.stripe ? await readMirror(ctx) : []);
}

function productRow(product: Stripe.Product, seenAt: Date): typeof catalogProducts.$inferInsert {
  const { id, name, description, active, metadata } = product;
  // The list expands it, so it is never only an id.
  const price = product.default_price as Stripe.Price | null | undefined;
  return {
    id,
    name,
    description,
    active,
    metadata,
    price: price
      ? { id: price.id, amount: price.unit_amount, currency: price.currency, active: price.active }
      : null,
    createdAt: new Date(product.created * 1000),
    updatedAt: new Date(product.updated * 1000),
    seenAt,
  };
}
