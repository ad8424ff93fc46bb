import type { Cents } from './money.ts';

export const EVENT_TYPES = ['conference', 'trainer', 'both'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const PACKAGE_SIZES = ['individual', 'small_group', 'large_group'] as const;
export type PackageSize = (typeof PACKAGE_SIZES)[number];

export const PRICINGS = ['early_bird', 'regular'] as const;
/** The period whose price applies. `PricingType` says whether it is for one person or a team. */
export type Pricing = (typeof PRICINGS)[number];

export const PRICING_TYPES = ['individual', 'group'] as const;
export type PricingType = (typeof PRICING_TYPES)[number];

export const TRACKS = ['caregivers', 'professionals'] as const;
export type Track = (typeof TRACKS)[number];

/** The provider's product that a price comes from. */
export interface Listing {
  readonly productId: string;
  readonly priceId: string;
  readonly amount: Cents;
  readonly isOffered: boolean;
}

/** Something for sale: a number of seats for one event type at one price. */
export interface Package {
  readonly eventType: EventType;
  readonly size: PackageSize;
  readonly name: string;
  readonly description: string;
  readonly includes: readonly string[];
  readonly earlyBirdPrice: Cents;
  readonly regularPrice: Cents;
  /** Shown struck through next to the savings; never charged. */
  readonly originalPrice: Cents | null;
  readonly mostPopular: boolean;
  /** Whether the public form offers it. Unlisted packages are sold by API only. */
  readonly listed: boolean;
  /** The products in the provider's catalog. `withListings` overwrites the two prices with their amounts. */
  readonly listings?: Readonly<Partial<Record<Pricing, Listing>>>;
}

/** Seats in a package size, the leader included (R-SEAT-1). */
export function seatsOf(size: PackageSize): number {
  return { individual: 1, small_group: 5, large_group: 10 }[size];
}

export function packageSizeOf(seats: number): PackageSize | null {
  return PACKAGE_SIZES.find((size) => seatsOf(size) === seats) ?? null;
}

export function pricingTypeOf(size: PackageSize): PricingType {
  return size === 'individual' ? 'individual' : 'group';
}

/** Only the given packages are sold; null for every other combination (R-PACKAGE-1). */
export function findPackage(
  packages: readonly Package[],
  eventType: EventType,
  seats: number,
): Package | null {
  return packages.find((one) => one.eventType === eventType && seatsOf(one.size) === seats) ?? null;
}

/**
 * The prices of 0, 1, 2 … seats of an event type, up to `most`: the cheapest packages with at least as many, because a
 * package may cost less than its seats one by one. Empty if none is sold.
 */
export function pricesBySeats(
  packages: readonly Package[],
  eventType: EventType,
  pricing: Pricing,
  most: number,
): Cents[] {
  const sold = packages.filter((one) => one.eventType === eventType);
  if (sold.length === 0) return [];
  const costs: Cents[] = [0];
  for (let seats = 1; seats <= most; seats += 1) {
    const ways = sold.map((one) => priceOf(one, pricing) + costs[Math.max(0, seats - seatsOf(one.size))]!);
    costs.push(Math.min(...ways));
  }
  return costs;
}

export function priceOf(one: Package, pricing: Pricing): Cents {
  return pricing === 'early_bird' ? one.earlyBirdPrice : one.regularPrice;
}

/** Whether early bird costs less than regular. */
export function savesEarly(one: Package): boolean {
  return one.earlyBirdPrice < one.regularPrice;
}

/** A listing with its package, as sent to pages. */
export interface PlacedListing extends Listing {
  readonly eventType: EventType;
  readonly size: PackageSize;
  readonly pricing: Pricing;
}

/** The packages at their listings' prices; those without a listing keep their own. */
export function withListings(packages: readonly Package[], placed: readonly PlacedListing[]): Package[] {
  return packages.map((one) => {
    const own = placed.filter(({ eventType, size }) => eventType === one.eventType && size === one.size);
    const listings = Object.fromEntries(
      own.map(({ pricing, productId, priceId, amount, isOffered }) => [
        pricing,
        { productId, priceId, amount, isOffered },
      ]),
    );
    return {
      ...one,
      earlyBirdPrice: listings.early_bird?.amount ?? one.earlyBirdPrice,
      regularPrice: listings.regular?.amount ?? one.regularPrice,
      listings,
    };
  });
}

/** The listings to send to pages: those that aren't sold, or whose price differs from the content. */
export function listingsToTell(content: readonly Package[], inForce: readonly Package[]): PlacedListing[] {
  return inForce.flatMap(({ eventType, size, listings = {} }) =>
    PRICINGS.flatMap((pricing) => {
      const listing = listings[pricing];
      const own = content.find((one) => one.eventType === eventType && one.size === size);
      if (!listing || !own || (listing.isOffered && listing.amount === priceOf(own, pricing))) return [];
      return [{ ...listing, eventType, size, pricing }];
    }),
  );
}

const LABELS: Record<PackageSize, string> = {
  individual: 'Individual Package',
  small_group: '5-Person Package',
  large_group: '10-Person Package',
};

/** The label of a stored order. Rows without a size are read from their amount (R-PACKAGE-2). */
export function packageLabel(order: {
  eventType: EventType;
  packageSize: PackageSize | null;
  totalAmount: Cents;
}): string {
  return LABELS[order.packageSize ?? sizeFromAmount(order.eventType, order.totalAmount)];
}

function sizeFromAmount(eventType: EventType, total: Cents): PackageSize {
  const within = (low: Cents, high: Cents) => total >= low && total <= high;
  if (eventType === 'conference') return within(630_00, 800_00) ? 'large_group' : 'individual';
  const isLarge = eventType === 'both' ? total >= 4900_00 : within(4900_00, 5100_00);
  if (isLarge) return 'large_group';
  return within(3400_00, 3600_00) ? 'small_group' : 'individual';
}
