import { expect, test } from 'vitest';
import { isFiltered, readAdminSearch } from './admin-search.ts';

test('an address is parsed as it was written', () => {
  const search = {
    tab: 'orders',
    q: 'lee',
    page: 3,
    size: 100,
    sort: 'amount',
    direction: 'asc',
    status: 'completed',
    eventType: 'both',
    attendees: 'partial',
    order: 42,
  };
  expect(readAdminSearch(search)).toEqual(search);
});

test.each([
  [{ page: '0' }, {}],
  [{ page: 'x' }, {}],
  [{ page: '2' }, { page: 2 }],
  [{ size: '100' }, { size: 100 }],
  [{ size: 25 }, {}],
  [{ size: 1000 }, {}],
  [{ sort: 'password' }, {}],
  [{ direction: 'up' }, {}],
  [{ status: 'paid' }, {}],
  [{ order: -1 }, {}],
  [{ q: 1234 }, { q: '1234' }],
  [{ q: 'x'.repeat(500) }, { q: 'x'.repeat(200) }],
])('%j is reduced to %j', (given, left) => {
  expect(readAdminSearch(given)).toEqual(left);
});

test('each filter narrows the list, and nothing else does', () => {
  const others = { tab: 'orders', q: 'lee', page: 3, size: 100, sort: 'amount', direction: 'asc', order: 42 };
  expect(isFiltered(readAdminSearch(others))).toBe(false);
  for (const filter of [{ status: 'completed' }, { eventType: 'both' }, { attendees: 'partial' }])
    expect(isFiltered(readAdminSearch({ ...others, ...filter }))).toBe(true);
});
