import { expect, test } from 'vitest';
import { endsWhenWords } from './cancel.ts';

test.each([
  [0, 0, ''],
  [20_00, 0, ''],
  [0, 1, 'This ticket stops working immediately.'],
  [0, 2, 'These tickets stop working immediately.'],
  [
    20_00,
    1,
    'This ticket stops working once the payment provider confirms the refund; until then it is valid.',
  ],
  [
    20_00,
    3,
    'These tickets stop working once the payment provider confirms the refund; until then they are valid.',
  ],
])('%i cents back and %i tickets: %s', (amount, tickets, words) => {
  expect(endsWhenWords(amount, tickets)).toBe(words);
});
