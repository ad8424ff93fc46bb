import type Stripe from 'stripe';
import { type Endpoint, endpoint } from './api.ts';
import { buildProduct, createPrice, findProduct } from './catalogue-objects.ts';
import type { Core } from './core.ts';
import { previously } from './events.ts';
import { pageOf, pagingByTime } from './pages.ts';
import {
  currency,
  flag,
  hash,
  integer,
  list,
  mergeMetadata,
  metadata,
  notSimulated,
  only,
  type ParamsOf,
  text,
  textOrNull,
  url,
} from './params.ts';
import { invalid, noSuch } from './refusal.ts';

const features = list(hash({ name: text }, 'name'));

const createParams = hash(
  {
    name: text,
    active: flag,
    default_price_data: hash({ currency, unit_amount: integer, metadata }, 'currency', 'unit_amount'),
    description: text,
    id: text,
    images: list(url),
    marketing_features: features,
    metadata,
    package_dimensions: notSimulated,
    shippable: flag,
    statement_descriptor: text,
    tax_code: text,
    tax_details: notSimulated,
    type: only('service'),
    unit_label: text,
    url: url,
  } satisfies ParamsOf<Stripe.ProductCreateParams>,
  'name',
);

const updateParams = hash({
  active: flag,
  default_price: text,
  description: textOrNull,
  images: list(url),
  marketing_features: features,
  metadata,
  name: text,
  package_dimensions: notSimulated,
  shippable: flag,
  statement_descriptor: text,
  tax_code: textOrNull,
  tax_details: notSimulated,
  unit_label: textOrNull,
  url: textOrNull,
} satisfies ParamsOf<Stripe.ProductUpdateParams>);

const listParams = hash({
  ...pagingByTime,
  active: flag,
  ids: list(text),
  shippable: flag,
  type: text,
  url: text,
} satisfies ParamsOf<Stripe.ProductListParams>);

export function productEndpoints(core: Core): Endpoint[] {
  const { products } = core.state;
  return [
    endpoint('POST', '/v1/products', createParams, (params) => create(core, params)),
    endpoint('GET', '/v1/products', listParams, ({ active, ids, shippable, type, url: page, ...paging }) => {
      const found = products
        .list()
        .filter((one) => active === undefined || one.active === active)
        .filter((one) => !ids || ids.includes(one.id))
        .filter((one) => shippable === undefined || one.shippable === shippable)
        .filter((one) => (!type || one.type === type) && (!page || one.url === page));
      return pageOf(found, paging, '/v1/products');
    }),
    endpoint('GET', '/v1/products/:id', hash({}), (_, id) => findProduct(core, id)),
    endpoint('POST', '/v1/products/:id', updateParams, (params, id) => update(core, id, params)),
  ];
}

type CreateParams = ReturnType<typeof createParams>;

function create(core: Core, params: CreateParams): Stripe.Product {
  const { default_price_data: priceData, type: _, ...given } = params;
  if (given.id !== undefined && core.state.products.get(given.id)) {
    throw invalid(`Product already exists: ${given.id}`, 'resource_already_exists', 'id');
  }
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
  const { package_dimensions: _p, tax_details: _t, metadata: changes, ...given } = params;
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
