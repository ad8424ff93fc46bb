import type { StripeProduct } from '#contract/catalog.ts';
import { EVENT_TYPE_NAMES, PACKAGE_SIZE_NAMES, PRICING_NAMES } from '#contract/words/stored-values.ts';
import { formatAmount } from '#domain/money.ts';
import { packageSizeOf } from '#domain/packages.ts';

/** A product's package in words; undefined where unconfigured, and unknown values unchanged. */
export function productWords({ metadata }: Pick<StripeProduct, 'metadata'>) {
  const { event_type, pricing_type, team_size } = metadata;
  return {
    eventType: wordOf(EVENT_TYPE_NAMES, event_type),
    pricing: wordOf(PRICING_NAMES, pricing_type),
    // Older products have a numeric size.
    teamSize: wordOf(PACKAGE_SIZE_NAMES, packageSizeOf(Number(team_size)) ?? team_size),
  };
}

export function priceText({ defaultPrice }: StripeProduct): string {
  if (!defaultPrice) return 'No price';
  if (defaultPrice.amount === null) return 'No fixed price';
  return formatAmount(defaultPrice.amount, defaultPrice.currency);
}

function wordOf(words: Readonly<Record<string, string>>, value: string | undefined): string | undefined {
  return value && Object.hasOwn(words, value) ? words[value] : value;
}
