import { expect, test } from 'vitest';
import { slowdownFor } from './lighthouse.ts';

test.each([
  ['below what is known, a machine is taken to be as slow as the phone', 90, 1],
  ['at the least index', 150, 1],
  ['between two', 475, 1.5],
  ['at one of them', 1300, 3],
  ['where Lighthouse is right by itself', 1533, 4],
  ['at the greatest', 2000, 6],
  ['beyond what is known', 2600, 6],
])('%s', (_, index, slowdown) => {
  expect(slowdownFor(index)).toBe(slowdown);
});
