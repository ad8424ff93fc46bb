import { QueryClient, QueryClientProvider, type UseQueryResult } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { setBoot } from '../boot.ts';
import { OrderOverview } from './order-overview.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: 'a',
  useNavigate: () => undefined,
  useRouterState: () => undefined,
}));

/** The sentence about the tickets of a paid order with this many, all on the page. */
function sentenceFor(count: number): string | undefined {
  setBoot(sampleLanding.boot);
  const registrations = Array.from({ length: count }, (_, index) =>
    sampleRegistration({ id: index + 1, qrCodeImage: '<svg/>' }),
  );
  const overview = createElement(OrderOverview, {
    data: { order: sampleOrder({ teamMemberCount: 5 }), registrations },
    query: {} as UseQueryResult<OrderWithRegistrations>,
    whereTicketsAre: 'on this page and in our email to',
  });
  const html = renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, overview));
  const texts = html.replaceAll('<!-- -->', '').replaceAll(/<\/?span[^>]*>/g, '');
  return />([^<]* in our email to [^<]*)</.exec(texts)?.[1];
}

test('where the tickets are is said only while there are any', () => {
  expect([0, 1, 2].map(sentenceFor)).toEqual([
    undefined,
    'Your ticket is on this page and in our email to jane@example.org.',
    'The tickets are on this page and in our email to jane@example.org.',
  ]);
});
