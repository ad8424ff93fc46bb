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
import type { UndeliveredEmail } from '#contract/admin-orders.ts';
import { PAGES } from '#contract/paths.ts';
import { UndeliveredEmails } from './undelivered-emails.tsx';

const BENS: UndeliveredEmail = {
  ...{ id: '1', kind: 'ticket', recipient: 'ben@example.org', orderId: 42, buyer: 'Jane Sample' },
  ...{ failedAt: '2025-07-14T16:05:00.000Z', reason: '550 <b>No such user</b>' },
};

async function shown(emails: readonly UndeliveredEmail[]) {
  const root = createRootRoute();
  const desk = createRoute({
    getParentRoute: () => root,
    path: PAGES.admin,
    component: () => UndeliveredEmails({ emails }),
  });
  const router = createRouter({
    routeTree: root.addChildren([desk]),
    history: createMemoryHistory({ initialEntries: [PAGES.admin] }),
  });
  await router.load();
  const page = renderToString(createElement(RouterProvider, { router: router as never }));
  return { page, text: page.replaceAll(/(<[^>]+>|\s)+/g, ' ').trim() };
}

test('each email says what, to whom, why and when, and leads to its order', async () => {
  const { page, text } = await shown([BENS]);
  expect(text).toContain(
    '1 email wasn’t delivered Correct the address in the order: the order’s email, or the attendee’s.',
  );
  expect(text).toContain(
    'Ticket to ben@example.org 550 &lt;b&gt;No such user&lt;/b&gt; DSS000042 · Jane Sample · ',
  );
  expect(text).toContain('Jul 14, 2025, 10:05');
  expect(page).toMatch(/<button[^>]*>DSS000042</);
  expect(page).not.toContain('<details');
});

test('many are counted, and listed on demand', async () => {
  const { page, text } = await shown(Array.from({ length: 50 }, (_, id) => ({ ...BENS, id: String(id) })));
  expect(text).toContain('At least 50 emails weren’t delivered');
  expect(page).toContain('<details');
});
