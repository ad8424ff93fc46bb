import { type Cents, CURRENCY } from './money.ts';
import {
  EVENT_TYPES,
  type EventType,
  PACKAGE_SIZES,
  type Package,
  type PackageSize,
  PRICINGS,
  type Pricing,
  packageSizeOf,
  priceOf,
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
  /** Null where a product is missing. */
  readonly productId: string | null;
  readonly error: string;
}

/** Everything in which the provider's catalogue, its mirror and the content differ (R-CATALOG-3). */
export function findDrift(packages: readonly Package[], products: readonly CatalogProduct[]): Drift[] {
  const drift: Drift[] = [];
  for (const product of products.filter(isOurs)) {
    const read = readMapping(product);
    if ('error' in read) drift.push({ productId: product.id, error: read.error });
  }
  const mappings = mappingsOf(products);
  for (const mapping of mappings) {
    const sold = packages.find((one) => one.eventType === mapping.eventType && one.size === mapping.size);
    const rival = chosen(mappings, mapping, mapping.pricing);
    if (!sold) {
      drift.push({
        productId: mapping.productId,
        error: 'Nothing of this event type and team size is sold.',
      });
    } else if (rival && rival.productId !== mapping.productId) {
      drift.push({ productId: mapping.productId, error: `${rival.productId} is mapped to the same place.` });
    } else if (mapping.amount !== priceOf(sold, mapping.pricing)) {
      const [here, there] = [priceOf(sold, mapping.pricing), mapping.amount].map((cents) =>
        (cents / 100).toFixed(2),
      );
      drift.push({
        productId: mapping.productId,
        error: `The content says $${here}, the provider $${there}; the provider's price is charged.`,
      });
    }
  }
  for (const one of packages) {
    for (const pricing of PRICINGS) {
      if (!chosen(mappings, one, pricing)) {
        const what = `${one.eventType}, ${one.size.replace('_', ' ')}, ${pricing.replace('_', ' ')}`;
        drift.push({
          productId: null,
          error: `No product is mapped for ${what}; the content's price is charged.`,
        });
      }
    }
  }
  return drift;
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
  return PACKAGE_SIZES.find((one) => one === text) ?? packageSizeOf(Number(text));
}

function wrongWord(key: string, value: string | undefined, words: readonly string[]): string {
  return value === undefined
    ? `The metadata ${key} is missing.`
    : `The metadata ${key} is '${value}', which is none of ${words.join(', ')}.`;
}
