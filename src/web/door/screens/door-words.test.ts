import { expect, test } from 'vitest';
import { dayWhenWhereWho } from './door-words.ts';

test('the day is told if it is not today', () => {
  const one = { at: Date.parse('2025-09-20T14:42:00Z'), door: 'Main entrance', by: 'Maria' };
  expect([dayWhenWhereWho(one, '2025-09-20'), dayWhenWhereWho(one, '2025-09-21')]).toEqual([
    'at 8:42, Main entrance, by Maria',
    'on September 20 at 8:42, Main entrance, by Maria',
  ]);
});
