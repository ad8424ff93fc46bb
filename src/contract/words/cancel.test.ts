import { expect, test } from 'vitest';
import { endsWhenWords, ruleWords } from './cancel.ts';

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

const steps = [
  { until: '2025-09-05', percent: 100 },
  { until: '2025-09-12', percent: 50 },
];
const KEPT =
  'If you keep some of the seats, that percentage applies to the difference between what you paid and today’s price of the seats you keep.';

test.each([
  ['keep_price', 10, ''],
  ['reprice', 1, ''],
  ['reprice', 10, ` ${KEPT}`],
] as const)('the rule in words: %s, %i seats', (seatValue, seats, more) => {
  expect(ruleWords({ steps, seatValue }, seats)).toBe(
    `Cancel by September 5 for a 100% refund, by September 12 for a 50% refund; after that, there is no refund.${more}`,
  );
});
