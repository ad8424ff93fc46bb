import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PAGES } from '#contract/paths.ts';
import { ListDesk } from './list-desk.tsx';

/** What a screen reader is told of a list with two rows at an address. */
async function saidOf(address: string) {
  const list = { rows: [1, 2], total: 2, isOutdated: false, error: null, refetch: () => {} };
  const texts = { title: 'Orders', emptyTitle: 'No orders yet', actions: null };
  const root = createRootRoute();
  const desk = createRoute({
    getParentRoute: () => root,
    path: PAGES.admin,
    component: () => ListDesk({ list, ...texts, children: () => null }),
  });
  const router = createRouter({
    routeTree: root.addChildren([desk]),
    history: createMemoryHistory({ initialEntries: [PAGES.admin + address] }),
  });
  await router.load();
  const page = renderToString(createElement(RouterProvider, { router: router as never }));
  return page.match(/role="status"[^>]*>([^<]*)/)?.[1];
}

test('the number of rows found is announced after a search and after a filter', async () => {
  expect(await saidOf('')).toBe('');
  expect(await saidOf('?q=ada')).toBe('2 found');
  expect(await saidOf('?status=completed')).toBe('2 found');
});
