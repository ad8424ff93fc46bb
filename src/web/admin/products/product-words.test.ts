import { expect, test } from 'vitest';
import { productWords } from './product-words.ts';

test.each<[Record<string, string>, Partial<ReturnType<typeof productWords>>]>([
  [
    { event_type: 'trainer', pricing_type: 'early_bird', team_size: 'large_group' },
    { eventType: 'Training', pricing: 'Early bird', teamSize: '10 people' },
  ],
  [{ team_size: 'individual' }, { teamSize: '1 person' }],
  [{ team_size: '5' }, { teamSize: '5 people' }],
  [
    { event_type: 'party', pricing_type: 'constructor', team_size: 'crowd' },
    { eventType: 'party', pricing: 'constructor', teamSize: 'crowd' },
  ],
  [{}, {}],
])('%j is sold as %j', (metadata, words) => {
  expect(productWords({ metadata })).toEqual(words);
});
