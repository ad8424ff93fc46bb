import type Stripe from 'stripe';
import { type Endpoint, endpoint } from './api.ts';
import { asInSdk, buildProduct, createPrice, findPrice, findProduct } from './catalogue-objects.ts';
import type { Core } from './core.ts';
import { previously } from './events.ts';
import { pageOf, pagingByTime } from './pages.ts';
import {
  atLeast,
  currency,
  flag,
  hash,
  list,
  mergeMetadata,
  metadata,
  notSimulated,
  oneOf,
  only,
  type ParamsOf,
  text,
  textOrNull,
} from './params.ts';
import { invalid } from './refusal.ts';
import type { WirePrice } from './state.ts';

const taxBehavior = oneOf('exclusive', 'inclusive', 'unspecified');

const createParams = hash(
  {
    currency,
    active: flag,
    billing_scheme: only('per_unit'),
    currency_options: notSimulated,
    custom_unit_amount: notSimulated,
    lookup_key: text,
    metadata,
    nickname: text,
    product: text,
    product_data: hash(
      {
        name: text,
        active: flag,
        id: text,
        metadata,
        statement_descriptor: text,
        tax_code: text,
        tax_details: notSimulated,
        unit_label: text,
      } satisfies ParamsOf<Stripe.PriceCreateParams.ProductData>,
      'name',
    ),
    recurring: notSimulated,
    tax_behavior: taxBehavior,
    tiers: notSimulated,
    tiers_mode: notSimulated,
    transfer_lookup_key: flag,
    transform_quantity: notSimulated,
    unit_amount: atLeast(0),
    unit_amount_decimal: wholeCents,
  } satisfies ParamsOf<Stripe.PriceCreateParams>,
  'currency',
);

const updateParams = hash({
  active: flag,
  currency_options: notSimulated,
  lookup_key: textOrNull,
  metadata,
  nickname: textOrNull,
  tax_behavior: taxBehavior,
  transfer_lookup_key: flag,
} satisfies ParamsOf<Stripe.PriceUpdateParams>);

const listParams = hash({
  ...pagingByTime,
  active: flag,
  currency,
  lookup_keys: list(text),
  product: text,
  recurring: notSimulated,
  type: oneOf('one_time', 'recurring'),
} satisfies ParamsOf<Stripe.PriceListParams>);

export function priceEndpoints(core: Core): Endpoint[] {
  const { prices } = core.state;
  return [
    endpoint('POST', '/v1/prices', createParams, (params) => create(core, params)),
    endpoint('GET', '/v1/prices', listParams, (params) => {
      const { active, currency: money, lookup_keys: keys, product, type, recurring: _, ...paging } = params;
      const found = prices
        .list()
        .filter((one) => active === undefined || one.active === active)
        .filter((one) => (!money || one.currency === money) && (!product || one.product === product))
        .filter((one) => !keys || (one.lookup_key !== null && keys.includes(one.lookup_key)))
        .filter((one) => !type || one.type === type);
      return pageOf(found, paging, '/v1/prices');
    }),
    endpoint('GET', '/v1/prices/:id', hash({}), (_, id) => findPrice(core, id)),
    endpoint('POST', '/v1/prices/:id', updateParams, (params, id) => update(core, id, params)),
  ];
}

function create(core: Core, params: ReturnType<typeof createParams>): WirePrice {
  const { product_data: productData, transfer_lookup_key: transfer, ...given } = params;
  if (!given.product === !productData) {
    throw invalid('You must specify either `product` or `product_data` when creating a price.');
  }
  const unitAmount = given.unit_amount ?? given.unit_amount_decimal;
  if (unitAmount === undefined)
    throw invalid('You must specify `unit_amount`.', 'parameter_missing', 'unit_amount');
  if (given.lookup_key !== undefined) freeLookupKey(core, given.lookup_key, transfer === true);
  const product = productData
    ? createInlineProduct(core, productData)
    : findProduct(core, given.product ?? '', 'product').id;
  return createPrice(core, { ...given, product, unit_amount: unitAmount });
}

function createInlineProduct(
  core: Core,
  data: NonNullable<ReturnType<typeof createParams>['product_data']>,
): string {
  const product = buildProduct(core, data);
  core.state.products.put(product.id, product);
  core.events.record('product.created', product);
  return product.id;
}

function update(core: Core, id: string, params: ReturnType<typeof updateParams>): WirePrice {
  const { transfer_lookup_key: transfer, metadata: changes, currency_options: _, ...given } = params;
  const old = findPrice(core, id);
  if (given.lookup_key && given.lookup_key !== old.lookup_key) {
    freeLookupKey(core, given.lookup_key, transfer === true);
  }
  const price: WirePrice = { ...old, ...given, metadata: mergeMetadata(old.metadata, changes) };
  core.state.prices.put(id, price);
  core.events.record('price.updated', asInSdk(price), previously(old, price));
  return price;
}

function freeLookupKey({ state }: Core, key: string, transfer: boolean): void {
  const holder = state.prices.list().find((one) => one.lookup_key === key);
  if (!holder) return;
  if (!transfer)
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, undefined, 'lookup_key');
  state.prices.put(holder.id, { ...holder, lookup_key: null });
}

/** The sandbox does not simulate fractions of a cent. */
function wholeCents(value: Parameters<typeof text>[0], name: string): number {
  return atLeast(0)(typeof value === 'string' ? value.replace(/\.0+$/, '') : value, name);
}
