import { QueryClient, QueryClientProvider, type UseQueryResult } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { event } from '#content/event.ts';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import type { EventType, Track } from '#domain/packages.ts';
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

/** The texts of a paid order with this many tickets, all on the page. */
function textsOf(
  count: number,
  eventType: EventType = 'conference',
  track: Track | null = 'caregivers',
  email = 'jane@example.org',
  now = sampleLanding.boot.now,
): string {
  setBoot({ ...sampleLanding.boot, now });
  const registrations = Array.from({ length: count }, (_, index) =>
    sampleRegistration({ id: index + 1, qrCodeImage: '<svg/>', track, email }),
  );
  const overview = createElement(OrderOverview, {
    data: { order: sampleOrder({ teamMemberCount: 5, eventType }), registrations },
    query: {} as UseQueryResult<OrderWithRegistrations>,
    whereTicketsAre: 'on this page and in our email to',
  });
  const html = renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, overview));
  return html.replaceAll('<!-- -->', '').replaceAll(/<\/?span[^>]*>/g, '');
}

test('where the tickets are is said only while there are any', () => {
  const sentenceOf = (html: string) => />([^<]* in our email to [^<]*)</.exec(html)?.[1];
  expect([0, 1, 2].map((count) => sentenceOf(textsOf(count)))).toEqual([
    undefined,
    'Your ticket is on this page and in our email to jane@example.org.',
    'The tickets are on this page and in our email to jane@example.org.',
  ]);
  expect(sentenceOf(textsOf(1, 'conference', null, 'zoe@example.org'))).toBe(
    'The ticket is on this page and in our email to zoe@example.org.',
  );
});

test('an ended order whose late money is being refunded does not say that no payment arrived', () => {
  const overview = createElement(OrderOverview, {
    data: { order: sampleOrder({ paymentStatus: 'expired' }), registrations: [], isBeingRefunded: true },
    query: {} as UseQueryResult<OrderWithRegistrations>,
  });
  const html = renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, overview));
  expect(html).toContain('Your payment is being refunded');
  expect(html).not.toMatch(/No payment reached us|Register again/);
});

test('the doors of the conference day are told to whoever comes on that day, on the page and on printed tickets', () => {
  const doors = (eventType: EventType) =>
    [...textsOf(1, eventType).matchAll(/Doors and check-in[^<]+/g)].map(([sentence]) => sentence);
  expect([doors('conference'), doors('both'), doors('trainer')]).toEqual([
    ['Doors and check-in open at 8:00 AM.', 'Doors and check-in, 8:00–9:00 AM'],
    [
      'Doors and check-in open at 8:00 AM on the conference day.',
      'Doors and check-in, 8:00–9:00 AM on the conference day',
    ],
    [],
  ]);
});

test('each day of the tickets has its hours, the training day too', () => {
  const hours = (eventType: EventType) =>
    textsOf(0, eventType).match(/9:00\s?AM to 5:00\s?PM, Mountain Time/g);
  expect([hours('conference'), hours('trainer'), hours('both')].map((found) => found?.length)).toEqual([
    1, 1, 2,
  ]);
});

test('a printed ticket lists the sessions of its track, and only the rounds while the track is open', () => {
  const rounds = (track: Track | null) => textsOf(1, 'both', track).match(/Breakouts[^<]*/g);
  expect(rounds('caregivers')).toEqual([
    'BreakoutsCaregivers: Family agreements that hold',
    'BreakoutsCaregivers: Games, chat and the living room',
  ]);
  expect(rounds(null)).toEqual(['Breakouts, by track', 'Breakouts, by track']);
});

test('what to bring and when to come is said until the program is over', () => {
  const isAhead = (ms: number) => {
    const now = new Date(Date.parse(event.endsAt) + ms).toISOString();
    return textsOf(1, 'conference', 'caregivers', 'jane@example.org', now).includes('s Next<');
  };
  expect([isAhead(-1), isAhead(0)]).toEqual([true, false]);
});
