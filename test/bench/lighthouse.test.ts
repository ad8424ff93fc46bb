import { expect, test } from 'vitest';
import { slowdownFor } from './lighthouse.ts';

test.each([
  ['below the least known index', 90, 1],
  ['at the least known index', 150, 1],
  ['between two known indexes', 475, 1.5],
  ['at a known index', 1300, 3],
  ['at the index for which Lighthouse is right by itself', 1533, 4],
  ['at the greatest known index', 2000, 6],
  ['beyond the greatest known index', 2600, 6],
])('a machine %s (%i) is slowed down by a factor of %d', (_, index, slowdown) => {
  expect(slowdownFor(index)).toBe(slowdown);
});
