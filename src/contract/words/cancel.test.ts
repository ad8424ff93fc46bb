import { expect, test } from 'vitest';
import { endsWhenWords } from './cancel.ts';

test.each([
  [0, 0, ''],
  [20_00, 0, ''],
  [0, 1, 'This ticket ends at once.'],
  [0, 2, 'These tickets end at once.'],
  [
    20_00,
    1,
    'This ticket ends when the payment provider has confirmed the refund; until then it opens the door.',
  ],
  [
    20_00,
    3,
    'These tickets end when the payment provider has confirmed the refund; until then they open the door.',
  ],
])('%i cents back and %i tickets: %s', (amount, tickets, words) => {
  expect(endsWhenWords(amount, tickets)).toBe(words);
});
