import type Stripe from 'stripe';
import { newId } from '#sandbox/new-id.ts';
import type { Core } from './core.ts';
import { noSuch } from './refusal.ts';
import type { WirePrice } from './state.ts';

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

export function createPrice(core: Core, given: PriceFields): WirePrice {
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
