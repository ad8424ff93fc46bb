import type { StripeProduct } from '#contract/catalog.ts';
import { PACKAGE_SIZES, type Pricing, packageSizeOf, seatsOf } from '#domain/packages.ts';
import { EVENT_TYPE_NAMES, PRICING_NAMES, peopleText } from '../lists/value-names.ts';

export const PRICING_WORDS: Readonly<Record<Pricing, string>> = {
  early_bird: PRICING_NAMES['early-bird'],
  regular: PRICING_NAMES.regular,
};

/** What a product is sold as, in words; undefined where it isn't configured, and an unknown value as it is. */
export function productWords({ metadata }: Pick<StripeProduct, 'metadata'>) {
  const { event_type, pricing_type, team_size } = metadata;
  const size = PACKAGE_SIZES.find((one) => one === team_size) ?? packageSizeOf(Number(team_size));
  return {
    eventType: wordOf(EVENT_TYPE_NAMES, event_type),
    pricing: wordOf(PRICING_WORDS, pricing_type),
    teamSize: size ? peopleText(seatsOf(size)) : team_size,
  };
}

function wordOf(words: Readonly<Record<string, string>>, value: string | undefined): string | undefined {
  return value && Object.hasOwn(words, value) ? words[value] : value;
}
