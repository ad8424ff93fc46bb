import { expect, test } from 'vitest';
import { removalWords } from './person-panel.tsx';

test.each([
  [
    true,
    'The ticket stops working immediately, and the seat is free again. We will email ada@example.org. There is no refund.',
  ],
  [false, 'The ticket stops working immediately, and the seat is free again. There is no refund.'],
])('a person’s removal announces an email only if one is sent: %s', (isTold, words) => {
  expect(removalWords({ email: 'ada@example.org', isTold })).toBe(words);
});
