import { expect, test } from 'vitest';
import { lastPage, pageAfterResize, pageInAddress } from './paged-search.ts';

test.each([
  [0, 25, 1],
  [25, 25, 1],
  [26, 25, 2],
  [100, 100, 1],
  [101, 100, 2],
] as const)('%i rows, %i a page, end on page %i', (total, size, last) => {
  expect(lastPage(total, size)).toBe(last);
});

test.each([
  [1, 25, 100, 1],
  [4, 25, 100, 1],
  [5, 25, 100, 2],
  [2, 100, 25, 5],
] as const)('the first row of page %i of %i stands on page, with %i, %i', (page, from, to, then) => {
  expect(pageAfterResize(page, from, to)).toBe(then);
});

test('the address contains only non-default values', () => {
  expect(pageInAddress(1, 25)).toEqual({});
  expect(pageInAddress(3, 100)).toEqual({ page: 3, size: 100 });
});
