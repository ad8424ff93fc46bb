import { expect, test } from 'vitest';
import { type BurstKey, createKeyBurst } from './key-burst.ts';

const CODE = 'T4Q0H2JX9M7K3W5R8Y1C6V0D2E4F';

/** The result of the last key in a burst with `gap` ms between keys. */
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
])('%s is recognized', (_, code, gap) => {
  expect(type([...code, 'Enter'], gap)).toEqual({ text: code });
});

test('a scanner that presses Shift for capitals and hesitates once is recognized', () => {
  const keys = [...CODE].flatMap((letter) => ['Shift', letter]);
  expect(type([...keys, 'Enter'], (index) => (index === 20 ? 140 : 5))).toEqual({ text: CODE });
});

test.each([
  ['somebody who types a name', 'Maximiliane Sample', 120],
  ['a very fast typist', 'Maximiliane Sample', 60],
  ['a short code', 'K7QX', 5],
])('%s is not a scanner', (_, text, gap) => {
  expect(type([...text, 'Enter'], gap)).toBe('typed');
});

test('leftover letters are not prepended to the next code', () => {
  expect(type([...'abc', ...CODE, 'Enter'], (index) => (index === 3 ? 2_000 : 5))).toEqual({ text: CODE });
});

test('a key other than a letter ends a burst', () => {
  expect(type([...CODE, 'Backspace', 'Enter'], 5)).toBe('typed');
});

test('within a burst, keys have no other effect', () => {
  expect([type([...'PRACTICE', ' '], 5), type([...'a '], 5), type([...'my name is', ' '], 110)]).toEqual([
    'inside',
    'typed',
    'typed',
  ]);
});
