import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import type { Boot } from '#contract/boot.ts';
import { setBoot } from '#web/boot.ts';
import { type LandingData, LandingProvider } from '#web/landing/landing-data.tsx';

/** The landing page's data on an ordinary day, without seats or speakers from the server. */
export const sampleLanding: LandingData & { boot: Boot } = {
  boot: {
    now: '2025-08-20T16:00:00Z',
    closedByBuild: false,
    user: null,
    contact: { phone: '(303) 555-0100', email: 'summit@example.org' },
    publicUrl: 'https://summit.example.org',
    paymentProviders: ['stripe'],
    listings: [],
    square: null,
    analyticsId: null,
    wallets: [],
    hasOrders: false,
    isTestMode: false,
  },
  capacity: null,
  speakers: null,
  pictures: { gallery: {}, speakers: {}, sponsors: {} },
};

/** The HTML of one section. */
export function renderSection(
  part: FunctionComponent,
  data: Partial<LandingData> = {},
  boot: object = {},
): string {
  const value = { ...sampleLanding, ...data };
  setBoot({ ...sampleLanding.boot, ...boot });
  const page = renderToString(createElement(LandingProvider, { value }, createElement(part)));
  return page.replaceAll('<!-- -->', '');
}

/** The capacity of both days with that many seats left. */
export function seatsLeft(training: number, conference: number): LandingData['capacity'] {
  const day = (eventDate: string, maxCapacity: number, remaining: number) => ({
    eventDate,
    maxCapacity,
    currentRegistrations: maxCapacity - remaining,
    remaining,
    status: 'available' as const,
  });
  return [day('2025-09-19', 60, training), day('2025-09-20', 300, conference)];
}
