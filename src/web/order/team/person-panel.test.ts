import { expect, test } from 'vitest';
import type { Team } from '#contract/team.ts';
import { removalWords } from './person-panel.tsx';

const order = { organizerEmail: 'jane@example.org' } as Team['order'];
const unmailed = 'The ticket stops working immediately, and the seat is free again. There is no refund.';

test.each([
  [
    'ada@example.org',
    'The ticket stops working immediately, and the seat is free again. We will email ada@example.org. There is no refund.',
  ],
  ['Jane@example.org', unmailed],
  ['erased@example.invalid', unmailed],
])('removing %s says who is emailed', (email, words) => {
  expect(removalWords({ order }, { email })).toBe(words);
});
