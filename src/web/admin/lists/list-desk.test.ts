import { afterEach, expect, test, vi } from 'vitest';
import { type Drawn, findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { NewsletterTab } from '../newsletter/newsletter-tab.tsx';
import { ListDesk } from './list-desk.tsx';

let search = {};
vi.mock('./address.ts', () => ({ useAddress: () => ({ search, change: () => {} }) }));

afterEach(() => vi.unstubAllGlobals());

test('the number of rows is announced after a search, after a filter, and once neither is left', async () => {
  search = {};
  const list = { rows: [1, 2], total: 2, isOutdated: false, error: null, refetch: () => {} };
  const texts = { title: 'Orders', emptyTitle: 'No orders yet', actions: null };
  const desk = await mount(() => ListDesk({ list, ...texts, children: () => null }));
  const said = async (next: object) => {
    search = next;
    await desk.render();
    return textIn(findByProp(desk.result, 'role'));
  };
  expect(await said({})).toBe('');
  expect(await said({ q: 'ada' })).toBe('2 found');
  expect(await said({ status: 'completed' })).toBe('2 found');
  expect(await said({})).toBe('All 2 listed');
});

test.each([
  [[1], false, 'This may be out of date'],
  [[1], true, 'Orders could not be loaded'],
  [undefined, false, 'Orders could not be loaded'],
])('a failure above the rows %j of an earlier search %s: %s', async (rows, isOutdated, title) => {
  search = {};
  const list = { rows, total: 1, isOutdated, error: new Error(), refetch: () => {} };
  const texts = { title: 'Orders', emptyTitle: 'No orders yet', actions: null };
  const { result } = await mount(() => ListDesk({ list, ...texts, children: () => null }));
  const { type: Failure, props } = findByProp(result, 'query');
  expect(Failure(props).props).toMatchObject({ title });
});

test('a search that finds no signups suggests what signups can be searched for', async () => {
  search = { q: 'DSS000042' };
  vi.stubGlobal('fetch', async () => Response.json({ signups: [] }));
  const { result } = await mount(() => {
    const { type: Desk, props } = NewsletterTab() as Drawn<object>;
    return Desk(props);
  });
  expect(textIn(result)).toContain('Try part of a name, an email address or an organization.');
});
