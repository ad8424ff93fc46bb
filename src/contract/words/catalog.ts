import type { DriftReason } from '#domain/catalog.ts';
import { formatUsd, PROVIDER_MINIMUM } from '#domain/money.ts';
import { EVENT_TYPE_NAMES, PACKAGE_SIZE_NAMES, PRICING_NAMES } from './stored-values.ts';

/** What is wrong with a product, as staff read it. */
export function driftWords(reason: DriftReason): string {
  switch (reason.kind) {
    case 'wrong_metadata':
      return reason.value === undefined
        ? `The metadata ${reason.key} is missing.`
        : `The metadata ${reason.key} is '${reason.value}', which is not one of ${reason.allowed.join(', ')}.`;
    case 'no_price':
      return 'The product has no default price.';
    case 'wrong_currency':
      return `The price is in ${reason.currency.toUpperCase()}, not in USD.`;
    case 'no_amount':
      return 'The price has no fixed amount.';
    case 'below_minimum':
      return `The price is below ${formatUsd(PROVIDER_MINIMUM)}, the smallest amount that can be paid by card.`;
    case 'price_inactive':
      return 'The default price is not active.';
    case 'not_sold':
      return 'No package with this event type and team size is sold.';
    case 'same_place':
      return `${reason.as} is mapped to the same package and price.`;
    case 'switched_off':
      return `The product is turned off: no one can buy this package at the ${PRICING_NAMES[reason.pricing].toLowerCase().replace(' ', '-')} price.`;
    case 'other_price':
      return `The site’s own price is ${formatUsd(reason.content)}, the provider’s is ${formatUsd(reason.provider)}; the provider’s price is charged.`;
    case 'not_mapped':
      return `No product is mapped for ${placeWords(reason)}; the site’s own price is charged.`;
    case 'provider_silent':
      return `The provider is not responding; ${reason.readAt ? `its prices as of ${minute(reason.readAt)} UTC apply` : 'the site’s own prices are charged'}.`;
  }
}

/** `Both days, 5 people, early bird`. */
function placeWords({ eventType, size, pricing }: Extract<DriftReason, { kind: 'not_mapped' }>): string {
  return `${EVENT_TYPE_NAMES[eventType]}, ${PACKAGE_SIZE_NAMES[size]}, ${PRICING_NAMES[pricing].toLowerCase()}`;
}

function minute(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' at ');
}
