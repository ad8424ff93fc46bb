import { type Cents, CURRENCY, formatUsd } from './money.ts';
import {
  EVENT_TYPES,
  type EventType,
  PACKAGE_SIZES,
  type Package,
  type PackageSize,
  PRICINGS,
  type Pricing,
  priceOf,
  seatsOf,
  withListings,
} from './packages.ts';

/** A product of the card provider as the mirror has it; amounts in the currency's smallest unit. */
export interface CatalogProduct {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly active: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly price: {
    readonly id: string;
    readonly amount: number | null;
    readonly currency: string;
    readonly active: boolean;
  } | null;
}

/** The place of a product among what is sold. */
export interface Mapping {
  readonly productId: string;
  readonly priceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly eventType: EventType;
  readonly size: PackageSize;
  readonly pricing: Pricing;
  readonly amount: Cents;
  /** Active at the provider and enabled in its metadata: what is neither is not sold. */
  readonly isOffered: boolean;
}

/** Where a product belongs by its metadata, which are texts; a sentence when they make no sense (R-CATALOG-1). */
export function readMapping(
  product: CatalogProduct,
): { readonly mapping: Mapping } | { readonly error: string } {
  const { metadata, price } = product;
  const eventType = EVENT_TYPES.find((one) => one === metadata.event_type);
  if (!eventType) return { error: wrongWord('event_type', metadata.event_type, EVENT_TYPES) };
  const size = readSize(metadata.team_size);
  if (!size) return { error: wrongWord('team_size', metadata.team_size, PACKAGE_SIZES) };
  const pricing = PRICINGS.find((one) => one === metadata.pricing_type);
  if (!pricing) return { error: wrongWord('pricing_type', metadata.pricing_type, PRICINGS) };
  if (!['true', 'false', undefined].includes(metadata.enabled)) {
    return { error: wrongWord('enabled', metadata.enabled, ['true', 'false']) };
  }
  if (!price) return { error: 'The product has no default price.' };
  if (price.currency !== CURRENCY)
    return { error: `The price is in ${price.currency.toUpperCase()}, not in USD.` };
  if (price.amount === null) return { error: 'The price has no fixed amount.' };
  if (!price.active) return { error: 'The default price is not active.' };
  const { id: productId, name, description } = product;
  return {
    mapping: {
      productId,
      priceId: price.id,
      name,
      description,
      eventType,
      size,
      pricing,
      amount: price.amount,
      isOffered: product.active && metadata.enabled !== 'false',
    },
  };
}

/** Products that say nothing of our words are the account's own business. */
export function isOurs({ metadata }: CatalogProduct): boolean {
  return ['event_type', 'team_size', 'pricing_type'].some((key) => metadata[key] !== undefined);
}

/**
 * What is sold, at the prices in force: of the mapped product where there is one, else of the content. Of two
 * products for one place the one that is offered counts, else the first (R-CATALOG-2).
 */
export function packagesInForce(
  packages: readonly Package[],
  products: readonly CatalogProduct[],
): Package[] {
  const mappings = mappingsOf(products);
  const placed = packages.flatMap((one) =>
    PRICINGS.flatMap((pricing) => chosen(mappings, one, pricing) ?? []),
  );
  return withListings(packages, placed);
}

export function mappingsOf(products: readonly CatalogProduct[]): Mapping[] {
  return products.filter(isOurs).flatMap((product) => {
    const read = readMapping(product);
    return 'mapping' in read ? [read.mapping] : [];
  });
}

export interface Drift {
  /** `invalid`: this product is not as it has to be. */
  readonly kind: 'invalid' | 'missing' | 'old';
  /** Null where it is about no product of the provider's. */
  readonly productId: string | null;
  readonly error: string;
}

/** How the mirror came to be: whether the provider answers now, and when it last did; null for never. */
export interface Reading {
  readonly isCurrent: boolean;
  readonly readAt: Date | null;
}

/**
 * Everything in which the provider's catalogue, its mirror and the content differ (R-CATALOG-3). `pricings` are those that
 * are charged now or will be: once early bird is over, its products may be switched off, changed or gone.
 */
export function findDrift(
  packages: readonly Package[],
  products: readonly CatalogProduct[],
  reading: Reading,
  pricings: readonly Pricing[],
): Drift[] {
  return [
    ...(reading.isCurrent ? [] : [oldMirror(reading.readAt)]),
    ...productDrift(packages, products, pricings),
    ...missingProducts(packages, mappingsOf(products), pricings),
  ];
}

function oldMirror(readAt: Date | null): Drift {
  const at = readAt?.toISOString().slice(0, 16).replace('T', ' at ');
  const error = `The provider gives no answer; ${at ? `what it said on ${at} UTC holds` : "the content's prices are charged"}.`;
  return { kind: 'old', productId: null, error };
}

function productDrift(
  packages: readonly Package[],
  products: readonly CatalogProduct[],
  pricings: readonly Pricing[],
): Drift[] {
  const mappings = mappingsOf(products);
  return products.filter(isOurs).flatMap((product) => {
    const read = readMapping(product);
    if ('error' in read) return { kind: 'invalid' as const, productId: product.id, error: read.error };
    if (!pricings.includes(read.mapping.pricing)) return [];
    return mappingDrift(packages, mappings, read.mapping) ?? [];
  });
}

function mappingDrift(
  packages: readonly Package[],
  mappings: readonly Mapping[],
  mapping: Mapping,
): Drift | null {
  const { productId, eventType, size, pricing, amount } = mapping;
  const sold = packages.find((one) => one.eventType === eventType && one.size === size);
  if (!sold)
    return { kind: 'invalid', productId, error: 'Nothing of this event type and team size is sold.' };
  const rival = chosen(mappings, mapping, pricing);
  // A product that was replaced may stay in the account, switched off.
  if (rival && rival.productId !== productId && !mapping.isOffered) return null;
  if (rival && rival.productId !== productId)
    return { kind: 'invalid', productId, error: `${rival.productId} is mapped to the same place.` };
  if (!mapping.isOffered) {
    const when = pricing.replaceAll('_', ' ');
    const error = `The product is switched off: nobody can buy this package at the ${when} price.`;
    return { kind: 'invalid', productId, error };
  }
  const own = priceOf(sold, pricing);
  if (amount === own) return null;
  const error = `The content says ${formatUsd(own)}, the provider ${formatUsd(amount)}; the provider's price is charged.`;
  return { kind: 'invalid', productId, error };
}

function missingProducts(
  packages: readonly Package[],
  mappings: readonly Mapping[],
  pricings: readonly Pricing[],
): Drift[] {
  return packages.flatMap((one) =>
    pricings
      .filter((pricing) => !chosen(mappings, one, pricing))
      .map((pricing): Drift => {
        const place = [one.eventType, one.size, pricing].join(', ').replaceAll('_', ' ');
        const error = `No product is mapped for ${place}; the content's price is charged.`;
        return { kind: 'missing', productId: null, error };
      }),
  );
}

function chosen(
  mappings: readonly Mapping[],
  place: { eventType: EventType; size: PackageSize },
  pricing: Pricing,
): Mapping | null {
  const there = mappings.filter(
    (one) => one.eventType === place.eventType && one.size === place.size && one.pricing === pricing,
  );
  return there.find((one) => one.isOffered) ?? there[0] ?? null;
}

/** `individual`, `small_group`, `large_group`; 1, 5 and 10 are read too. */
function readSize(text: string | undefined): PackageSize | null {
  return PACKAGE_SIZES.find((one) => one === text || String(seatsOf(one)) === text) ?? null;
}

function wrongWord(key: string, value: string | undefined, words: readonly string[]): string {
  return value === undefined
    ? `The metadata ${key} is missing.`
    : `The metadata ${key} is '${value}', which is none of ${words.join(', ')}.`;
}
