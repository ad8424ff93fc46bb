import type Stripe from 'stripe';
import * as z from 'zod';
import type { Endpoint } from '#sandbox/endpoint.ts';
import { newId } from '#sandbox/new-id.ts';
import { endpoint } from './api.ts';
import type { Core } from './core.ts';
import { pageOf, pagingParams } from './pages.ts';
import { currency, integer, metadata, noParams, text } from './params.ts';
import { noSuch } from './refusal.ts';
import type { WirePrice } from './state.ts';

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

export function findProduct({ state }: Core, id: string, param = 'id'): Stripe.Product {
  const product = state.products.get(id);
  if (!product) throw noSuch('product', id, param);
  return product;
}

interface ProductFields {
  readonly name: string;
  readonly active?: boolean;
  readonly description?: string;
  readonly metadata?: Record<string, string>;
}

export function buildProduct({ state }: Core, given: ProductFields): Stripe.Product {
  return {
    id: newId('prod_', 14),
    object: 'product',
    active: given.active ?? true,
    created: state.seconds(),
    default_price: null,
    description: given.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: given.metadata ?? {},
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: state.seconds(),
    url: null,
  };
}

interface PriceFields {
  readonly product: string;
  readonly currency: string;
  readonly unit_amount: number;
  readonly active?: boolean;
}

function createPrice(core: Core, given: PriceFields): WirePrice {
  const price = buildPrice(core, given);
  core.state.prices.put(price.id, price);
  // On the wire a decimal is a string; the SDK makes it an object.
  core.events.record('price.created', price as unknown as Stripe.Price);
  return price;
}

export function buildPrice({ state }: Core, given: PriceFields): WirePrice {
  return {
    id: newId('price_'),
    object: 'price',
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created: state.seconds(),
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: given.product,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: given.unit_amount,
    unit_amount_decimal: String(given.unit_amount),
  };
}
