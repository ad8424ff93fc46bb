import type Stripe from 'stripe';
import { type Endpoint, endpoint } from './api.ts';
import { buildProduct, createPrice, findProduct } from './catalog-objects.ts';
import type { Core } from './core.ts';
import { previously } from './events.ts';
import { pageOf, pagingByTime } from './pages.ts';
import { currency, flag, hash, integer, mergeMetadata, metadata, text } from './params.ts';
import { noSuch } from './refusal.ts';

const createParams = hash(
  {
    name: text,
    default_price_data: hash({ currency, unit_amount: integer }, 'currency', 'unit_amount'),
    description: text,
    metadata,
  },
  'name',
);

const updateParams = hash({ active: flag, default_price: text, metadata, name: text });

export function productEndpoints(core: Core): Endpoint[] {
  const { products } = core.state;
  return [
    endpoint('POST', '/v1/products', createParams, (params) => create(core, params)),
    endpoint('GET', '/v1/products', hash(pagingByTime), (query) =>
      pageOf(products.list(), query, '/v1/products'),
    ),
    endpoint('GET', '/v1/products/:id', hash({}), (_, id) => findProduct(core, id)),
    endpoint('POST', '/v1/products/:id', updateParams, (params, id) => update(core, id, params)),
  ];
}

function create(core: Core, params: ReturnType<typeof createParams>): Stripe.Product {
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

function update(core: Core, id: string, params: ReturnType<typeof updateParams>): Stripe.Product {
  const { metadata: changes, ...given } = params;
  const old = findProduct(core, id);
  if (given.default_price !== undefined && core.state.prices.get(given.default_price)?.product !== id) {
    throw noSuch('price', given.default_price, 'default_price');
  }
  const product: Stripe.Product = {
    ...old,
    ...given,
    metadata: mergeMetadata(old.metadata, changes),
    updated: core.state.seconds(),
  };
  core.state.products.put(id, product);
  core.events.record('product.updated', product, previously(old, product));
  return product;
}
