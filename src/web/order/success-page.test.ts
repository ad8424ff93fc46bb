import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { sampleLanding } from '#test/render-landing.ts';
import { sampleOrder } from '#test/sample-order.ts';
import { setBoot } from '../boot.ts';
import { registrationQuery } from './order-queries.ts';
import { SuccessPage } from './success-page.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: 'a',
  getRouteApi: () => ({ useSearch: () => ({ id: 'T1' }), useNavigate: () => () => undefined }),
  useNavigate: () => undefined,
  useRouter: () => ({}),
  useRouterState: () => undefined,
}));

test('a buyer is in as long as the order has seats', () => {
  setBoot(sampleLanding.boot);
  const headingWith = (seatsReturned: number) => {
    const client = new QueryClient();
    const order = sampleOrder({ teamMemberCount: 2, seatsReturned });
    client.setQueryData(registrationQuery('T1').queryKey, { order, registrations: [] });
    const html = renderToString(createElement(QueryClientProvider, { client }, createElement(SuccessPage)));
    return /<h1[^>]*>(?:<span[^>]*>)?([^<]*)/.exec(html)?.[1];
  };
  expect([0, 1, 2].map(headingWith)).toEqual([
    'You&#x27;re in, Jane!',
    'You&#x27;re in, Jane!',
    'Your registration',
  ]);
});
