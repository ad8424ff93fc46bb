import { expect, test } from 'vitest';
import { whenWhereWho, whyNotValid } from './door-words.ts';

test('the day is told if it is not today', () => {
  const one = { at: Date.parse('2025-09-20T14:42:00Z'), door: 'Main entrance', by: 'Maria' };
  expect([whenWhereWho(one), whenWhereWho(one, '2025-09-20'), whenWhereWho(one, '2025-09-21')]).toEqual([
    'at 8:42, Main entrance, by Maria',
    'at 8:42, Main entrance, by Maria',
    'on September 20 at 8:42, Main entrance, by Maria',
  ]);
});

test.each([
  ['admit', null],
  ['already_in', null],
  ['wrong_day', 'Other day'],
  ['not_paid', 'Not valid'],
] as const)('a list says of a ticket with the verdict %s: %s', (verdict, words) => {
  expect(whyNotValid({ verdict })).toBe(words);
});
