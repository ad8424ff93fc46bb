import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import { lastPage, pageAfterResize, pageInAddress, usePagedSearch } from './paged-search.ts';

vi.mock('./address.ts', () => ({ useAddress: () => ({ search: { page: 200_000 }, change: () => {} }) }));

afterEach(() => vi.unstubAllGlobals());

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

test('a page number beyond the server’s limit is requested as the last page allowed', async () => {
  const asked: number[] = [];
  await mount(() =>
    usePagedSearch('/api/list', async ({ page }) => {
      asked.push(page);
      return { data: [], total: 0 };
    }),
  );
  expect(asked).toEqual([100_000]);
});
