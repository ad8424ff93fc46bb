import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import { useSelection } from './use-selection.ts';

afterEach(() => vi.unstubAllGlobals());

/** Ada and Ben are selected; then the list shows `ids` of `total` rows. */
async function selectedAfter(list: { ids: number[]; total: number; isOutdated?: boolean }) {
  let shown: typeof list = { ids: [1, 2, 3], total: 3 };
  const selection = await mount(() => {
    const { ids, total, isOutdated = false } = shown;
    return useSelection('', { rows: ids.map((id) => ({ id })), total, isOutdated });
  });
  await selection.act(() => selection.result.toggle(1, 'Ada'));
  await selection.act(() => selection.result.toggle(2, 'Ben'));
  shown = list;
  await selection.render();
  return [...selection.result.rows.values()];
}

test('a row that somebody else deleted is no longer selected', async () => {
  expect(await selectedAfter({ ids: [1, 3], total: 2 })).toEqual(['Ada']);
  expect(await selectedAfter({ ids: [], total: 0 })).toEqual([]);
});

test('rows that may be on another page, or in the list that is still loading, stay selected', async () => {
  expect(await selectedAfter({ ids: [3, 4], total: 4 })).toEqual(['Ada', 'Ben']);
  expect(await selectedAfter({ ids: [3, 4], total: 2, isOutdated: true })).toEqual(['Ada', 'Ben']);
});
