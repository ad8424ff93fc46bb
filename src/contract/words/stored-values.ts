import type { Completeness } from '#domain/attendee.ts';
import type { EventType, PackageSize, Pricing } from '#domain/packages.ts';

// Stored values as people read them.

export const EVENT_TYPE_NAMES: Record<EventType, string> = {
  conference: 'Conference',
  trainer: 'Training',
  both: 'Both days',
};

export const PACKAGE_SIZE_NAMES: Record<PackageSize, string> = {
  individual: peopleText(1),
  small_group: peopleText(5),
  large_group: peopleText(10),
};

export const PRICING_NAMES: Record<Pricing, string> = { early_bird: 'Early bird', regular: 'Regular' };

export const PROVIDER_NAMES: Record<string, string> = { stripe: 'Stripe', square: 'Square' };

export const COMPLETENESS_NAMES: Record<Completeness, string> = {
  complete: 'Complete',
  partial: 'Partial',
  needed: 'Needed',
};

/** As product mappings spell sizes and pricings. */
export const MAPPING_NAMES = {
  individual: PACKAGE_SIZE_NAMES.individual,
  'group-5': PACKAGE_SIZE_NAMES.small_group,
  'group-10': PACKAGE_SIZE_NAMES.large_group,
  'early-bird': PRICING_NAMES.early_bird,
  regular: PRICING_NAMES.regular,
};

export const SIGNUP_SOURCE_NAMES = {
  hero_section: 'Hero form',
  footer: 'Footer form',
  registration_section: 'Registration form',
};

/** `1 person`, `10 people`. */
export function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}
