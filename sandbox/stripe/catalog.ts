import type Stripe from 'stripe';
import * as z from 'zod';
import { type Endpoint, endpoint } from './api.ts';
import { buildProduct, createPrice, findProduct } from './catalog-objects.ts';
import type { Core } from './core.ts';
import { pageOf, pagingParams } from './pages.ts';
import { currency, integer, metadata, noParams, text } from './params.ts';

const createPriceParams = z.strictObject({ currency, product: text, unit_amount: integer });

const createParams = z.strictObject({
  name: text,
  default_price_data: z.strictObject({ currency, unit_amount: integer }).optional(),
  description: text.optional(),
  metadata,
});

const updateParams = z.strictObject({
  active: z.stringbool().optional(),
  default_price: text.optional(),
  metadata,
  name: text.optional(),
});

export function catalogEndpoints(core: Core): Endpoint[] {
  const { products, prices } = core.state;
  return [
    endpoint('POST', '/v1/products', createParams, (params) => create(core, params)),
    endpoint('GET', '/v1/products', pagingParams, (query) => pageOf(products.list(), query, '/v1/products')),
    endpoint('GET', '/v1/products/:id', noParams, (_, id) => findProduct(core, id)),
    endpoint('POST', '/v1/products/:id', updateParams, (params, id) => update(core, id, params)),
    endpoint('POST', '/v1/prices', createPriceParams, (params) => createPrice(core, params)),
    endpoint('GET', '/v1/prices', pagingParams, (query) => pageOf(prices.list(), query, '/v1/prices')),
  ];
}

function create(core: Core, params: z.output<typeof createParams>): Stripe.Product {
  const { default_price_data: priceData, ...given } = params;
  const product = buildProduct(core, given);
  core.state.products.put(product.id, product);
  core.events.record('product.created', product);
  if (!priceData) return product;
  const price = createPrice(core, { ...priceData, product: product.id });
  const priced = { ...product, default_price: price.id };
  core.state.products.put(priced.id, priced);
  return priced;
}

function update(core: Core, id: string, params: z.output<typeof updateParams>): Stripe.Product {
  const { metadata: changes, ...given } = params;
  const old = findProduct(core, id);
  const product: Stripe.Product = {
    ...old,
    ...given,
    metadata: merged(old.metadata, changes),
    updated: core.state.seconds(),
  };
  core.state.products.put(id, product);
  core.events.record('product.updated', product);
  return product;
}

/** An empty value deletes its key. */
function merged(old: Stripe.Metadata, change: Stripe.Metadata): Stripe.Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''));
}
