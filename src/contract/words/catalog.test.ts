import { expect, test } from 'vitest';
import type { DriftReason } from '#domain/catalog.ts';
import { driftWords } from './catalog.ts';

test.each<[DriftReason, string]>([
  [
    { kind: 'wrong_metadata', key: 'event_type', value: undefined, allowed: ['conference', 'both'] },
    'The metadata event_type is missing.',
  ],
  [
    { kind: 'wrong_metadata', key: 'team_size', value: '7', allowed: ['individual', 'large_group'] },
    "The metadata team_size is '7', which is not one of individual, large_group.",
  ],
  [{ kind: 'no_price' }, 'The product has no default price.'],
  [{ kind: 'wrong_currency', currency: 'eur' }, 'The price is in EUR, not in USD.'],
  [{ kind: 'no_amount' }, 'The price has no fixed amount.'],
  [{ kind: 'below_minimum' }, 'The price is below $0.50, the smallest amount that can be paid by card.'],
  [{ kind: 'price_inactive' }, 'The default price is not active.'],
  [{ kind: 'not_sold' }, 'No package with this event type and team size is sold.'],
  [{ kind: 'same_place', as: 'prod_1' }, 'prod_1 is mapped to the same package and price.'],
  [
    { kind: 'switched_off', pricing: 'early_bird' },
    'The product is turned off: no one can buy this package at the early-bird price.',
  ],
  [
    { kind: 'other_price', content: 20_00, provider: 25_50 },
    'The site’s own price is $20.00, the provider’s is $25.50; the provider’s price is charged.',
  ],
  [
    { kind: 'not_mapped', eventType: 'both', size: 'small_group', pricing: 'early_bird' },
    'No product is mapped for Both days, 5 people, early bird; the site’s own price is charged.',
  ],
  [
    { kind: 'provider_silent', readAt: new Date('2025-07-15T16:00:00Z') },
    'The provider is not responding; its prices as of 2025-07-15 at 16:00 UTC apply.',
  ],
  [
    { kind: 'provider_silent', readAt: null },
    'The provider is not responding; the site’s own prices are charged.',
  ],
])('%j: %s', (reason, sentence) => {
  expect(driftWords(reason)).toBe(sentence);
});
