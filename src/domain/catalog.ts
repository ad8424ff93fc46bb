import { type Cents, CURRENCY, PROVIDER_MINIMUM } from './money.ts';
import {
  EVENT_TYPES,
  type EventType,
  PACKAGE_SIZES,
  type Package,
  type PackageSize,
  type PlacedListing,
  PRICINGS,
  type Pricing,
  priceOf,
  seatsOf,
  withListings,
} from './packages.ts';

/** A product of the card provider, as mirrored. Amounts are in the currency's smallest unit. */
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

/** Which package and pricing a product is for. */
export interface Mapping extends PlacedListing {
  readonly name: string;
  readonly description: string | null;
}

/** Why a product can't be sold as it is. */
export type ProductFault =
  | {
      readonly kind: 'wrong_metadata';
      readonly key: string;
      readonly value: string | undefined;
      readonly allowed: readonly string[];
    }
  | { readonly kind: 'no_price' | 'no_amount' | 'below_minimum' | 'price_inactive' }
  | { readonly kind: 'wrong_currency'; readonly currency: string };

/** Which package and pricing a product's metadata names, or why that can't be read (R-CATALOG-1). */
export function readMapping(
  product: CatalogProduct,
): { readonly mapping: Mapping } | { readonly fault: ProductFault } {
  const { metadata, price } = product;
  const eventType = EVENT_TYPES.find((one) => one === metadata.event_type);
  if (!eventType) return { fault: wrongMetadata('event_type', metadata.event_type, EVENT_TYPES) };
  const size = readSize(metadata.team_size);
  if (!size) return { fault: wrongMetadata('team_size', metadata.team_size, PACKAGE_SIZES) };
  const pricing = PRICINGS.find((one) => one === metadata.pricing_type);
  if (!pricing) return { fault: wrongMetadata('pricing_type', metadata.pricing_type, PRICINGS) };
  if (!['true', 'false', undefined].includes(metadata.enabled)) {
    return { fault: wrongMetadata('enabled', metadata.enabled, ['true', 'false']) };
  }
  if (!price) return { fault: { kind: 'no_price' } };
  if (price.currency !== CURRENCY) return { fault: { kind: 'wrong_currency', currency: price.currency } };
  if (price.amount === null) return { fault: { kind: 'no_amount' } };
  // A price of 0, say a mistake at the provider, would give tickets away.
  if (price.amount < PROVIDER_MINIMUM) return { fault: { kind: 'below_minimum' } };
  if (!price.active) return { fault: { kind: 'price_inactive' } };
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
      // Otherwise it isn't sold.
      isOffered: product.active && metadata.enabled !== 'false',
    },
  };
}

/** Products without our metadata are ignored. */
function isOurs({ metadata }: CatalogProduct): boolean {
  return ['event_type', 'team_size', 'pricing_type'].some((key) => metadata[key] !== undefined);
}

/**
 * What is sold, at current prices: the mapped product's, or the content's without one. Of two products for the same
 * package, the one on sale wins, otherwise the first (R-CATALOG-2).
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

/** The mapped products in the provider's order. */
export function mappingsOf(products: readonly CatalogProduct[]): Mapping[] {
  return products.filter(isOurs).flatMap((product) => {
    const read = readMapping(product);
    return 'mapping' in read ? [read.mapping] : [];
  });
}

/** Sorted as packages are listed: by event type, size and pricing. */
export function sortMappings(mappings: readonly Mapping[]): Mapping[] {
  return mappings.toSorted((one, other) => rankOf(one).localeCompare(rankOf(other)));
}

/** The same for products; those without a package come last. */
export function sortProducts<Product extends Pick<CatalogProduct, 'metadata'>>(
  products: readonly Product[],
): Product[] {
  const rank = ({ metadata }: Product) =>
    rankOf({
      eventType: EVENT_TYPES.find((one) => one === metadata.event_type),
      size: readSize(metadata.team_size),
      pricing: PRICINGS.find((one) => one === metadata.pricing_type),
    });
  return products.toSorted((one, other) => rank(one).localeCompare(rank(other)));
}

function rankOf({
  eventType,
  size,
  pricing,
}: {
  eventType?: EventType;
  size?: PackageSize;
  pricing?: Pricing;
}) {
  const place = <Value>(all: readonly Value[], value: Value | undefined) =>
    value === undefined ? all.length : all.indexOf(value);
  return [place(EVENT_TYPES, eventType), place(PACKAGE_SIZES, size), place(PRICINGS, pricing)].join();
}

export interface Drift {
  /** `invalid`: something is wrong with this product. `differs`: it is sold at another price than the content's. */
  readonly kind: 'invalid' | 'differs' | 'missing' | 'old';
  /** Null when it isn't about one of the provider's products. */
  readonly productId: string | null;
  readonly reason: DriftReason;
}

export type DriftReason =
  | ProductFault
  | { readonly kind: 'provider_silent'; readonly readAt: Date | null }
  | { readonly kind: 'not_sold' }
  | { readonly kind: 'same_place'; readonly as: string }
  | { readonly kind: 'switched_off'; readonly pricing: Pricing }
  | { readonly kind: 'other_price'; readonly content: Cents; readonly provider: Cents }
  | {
      readonly kind: 'not_mapped';
      readonly eventType: EventType;
      readonly size: PackageSize;
      readonly pricing: Pricing;
    };

/** How fresh the mirror is: whether the provider responds now, and when it last did (null for never). */
export interface Reading {
  readonly isCurrent: boolean;
  readonly readAt: Date | null;
}

/**
 * Every difference between the provider's catalog, its mirror and the content (R-CATALOG-3). `pricings` are those
 * charged now or later: once early bird is over, its products may be switched off, changed or deleted.
 */
export function findDrift(
  packages: readonly Package[],
  products: readonly CatalogProduct[],
  reading: Reading,
  pricings: readonly Pricing[],
): Drift[] {
  const { isCurrent, readAt } = reading;
  const old: Drift = { kind: 'old', productId: null, reason: { kind: 'provider_silent', readAt } };
  return [
    ...(isCurrent ? [] : [old]),
    ...productDrift(packages, products, pricings),
    ...missingProducts(packages, mappingsOf(products), pricings),
  ];
}

function productDrift(
  packages: readonly Package[],
  products: readonly CatalogProduct[],
  pricings: readonly Pricing[],
): Drift[] {
  const mappings = mappingsOf(products);
  return products.filter(isOurs).flatMap((product) => {
    const read = readMapping(product);
    if ('fault' in read) return { kind: 'invalid' as const, productId: product.id, reason: read.fault };
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
  if (!sold) return { kind: 'invalid', productId, reason: { kind: 'not_sold' } };
  const rival = chosen(mappings, mapping, pricing);
  if (rival && rival.productId !== productId) {
    // A replaced product may stay in the account, switched off.
    if (!mapping.isOffered) return null;
    return { kind: 'invalid', productId, reason: { kind: 'same_place', as: rival.productId } };
  }
  if (!mapping.isOffered) return { kind: 'invalid', productId, reason: { kind: 'switched_off', pricing } };
  const own = priceOf(sold, pricing);
  if (amount === own) return null;
  return { kind: 'differs', productId, reason: { kind: 'other_price', content: own, provider: amount } };
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
        const { eventType, size } = one;
        return { kind: 'missing', productId: null, reason: { kind: 'not_mapped', eventType, size, pricing } };
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

/** `individual`, `small_group`, `large_group`; 1, 5 and 10 are accepted too. */
function readSize(text: string | undefined): PackageSize | undefined {
  return PACKAGE_SIZES.find((one) => one === text || String(seatsOf(one)) === text);
}

function wrongMetadata(key: string, value: string | undefined, allowed: readonly string[]): ProductFault {
  return { kind: 'wrong_metadata', key, value, allowed };
}
