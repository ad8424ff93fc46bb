import { expect, test } from 'vitest';
import { type BurstKey, createKeyBurst } from './key-burst.ts';

const CODE = 'T4Q0H2JX9M7K3W5R8Y1C6V0D2E4F';

/** What the last key was to a burst in which each key comes `gap` ms after the one before. */
function type(keys: readonly string[], gap: number | ((index: number) => number)): BurstKey | null {
  const take = createKeyBurst();
  let now = 1_000;
  let last: BurstKey | null = null;
  keys.forEach((key, index) => {
    now += typeof gap === 'number' ? gap : gap(index);
    last = take(key, now);
  });
  return last;
}

test.each([
  ['a cable scanner', CODE, 2],
  ['a slow wireless scanner', CODE, 45],
  ['a practice ticket, whose code has spaces', 'PRACTICE VALID', 10],
])('%s is understood', (_, code, gap) => {
  expect(type([...code, 'Enter'], gap)).toEqual({ text: code });
});

test('a scanner that presses Shift for capitals, and hesitates once, is understood', () => {
  const keys = [...CODE].flatMap((letter) => ['Shift', letter]);
  expect(type([...keys, 'Enter'], (index) => (index === 20 ? 140 : 5))).toEqual({ text: CODE });
});

test.each([
  ['somebody who types a name', 'Maximiliane Sample', 120],
  ['a very fast typist', 'Maximiliane Sample', 60],
  ['a short code', 'K7QX', 5],
])('%s is no scanner', (_, text, gap) => {
  expect(type([...text, 'Enter'], gap)).toBe('typed');
});

test('letters that were left standing are not put before the next code', () => {
  expect(type([...'abc', ...CODE, 'Enter'], (index) => (index === 3 ? 2_000 : 5))).toEqual({ text: CODE });
});

test('a key that is no letter ends a burst', () => {
  expect(type([...CODE, 'Backspace', 'Enter'], 5)).toBe('typed');
});

test('within a burst, no key means anything else', () => {
  expect([type([...'PRACTICE', ' '], 5), type([...'a '], 5), type([...'my name is', ' '], 110)]).toEqual([
    'inside',
    'typed',
    'typed',
  ]);
});
