import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Team } from '#contract/team.ts';
import { type Drawn, findButton, findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { useLookup } from '../../check-in/manual-desk.tsx';
import { createQueryClient } from '../../query-client.ts';
import { ValidationStatus } from '../mappings/validation-status.tsx';
import { teamOf } from '../orders/order-queries.ts';
import { usePagedSearch } from './paged-search.ts';

const address = vi.hoisted(() => ({ search: { q: '' }, change: () => {} }));
vi.mock('./address.ts', () => ({ useAddress: () => address }));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Counts the calls of the site, all of which get this response. */
function answer(body: unknown) {
  const calls = vi.fn(async () => Response.json(body, { headers: { 'x-total-count': '0' } }));
  vi.stubGlobal('fetch', calls);
  return calls;
}

test('a repeated search refetches the list', async () => {
  const load = vi.fn(async () => ({ data: [], total: 0 }));
  address.search = { q: 'jones' };
  const list = await mount(() => usePagedSearch('/api/some-list', load));
  for (const q of ['x', 'jones']) {
    address.search = { q };
    await list.render();
  }
  expect(load).toHaveBeenCalledTimes(3);
});

test('a repeated search of the manual lookup refetches its people', async () => {
  vi.useFakeTimers();
  const calls = answer([]);
  let search = 'jones';
  const lookup = await mount(() => useLookup(search));
  for (const next of ['x', 'jones']) {
    search = next;
    await lookup.render();
    await lookup.act(() => vi.advanceTimersByTime(500));
  }
  expect(calls).toHaveBeenCalledTimes(3);
});

test('an order that is opened again refetches its free seats', () => {
  const calls = answer({});
  const client = createQueryClient();
  const seats = teamOf(42);
  client.setQueryData(seats.queryKey, {} as Team);
  new QueryObserver(client, seats).subscribe(() => {})();
  expect(calls).toHaveBeenCalledTimes(1);
});

test('a check of the catalog that fails leaves the last findings, and the button', async () => {
  answer({ valid: [], invalid: [], drift: [], summary: 'All match.' });
  const status = await mount(() => {
    const { type, props } = ValidationStatus() as Drawn<object>;
    return type(props);
  });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await status.act(() => findButton(status.result, 'Run validation').props.onClick());
  const failure = findByProp<{ query: { error: unknown } }>(status.result, 'query');
  expect(failure.props.query.error).not.toBeNull();
  expect(textIn(status.result)).toContain('All match.');
  findButton(status.result, 'Run validation');
});
