import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { speakers } from '#content/speakers.ts';
import { texts } from '#content/texts.ts';
import { Gallery } from './gallery.tsx';
import { type LandingData, LandingProvider } from './landing-data.tsx';
import { RegistrationSection } from './registration-section.tsx';
import { Speakers } from './speakers.tsx';

const sample: LandingData = {
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
  },
  capacity: null,
  speakers: null,
  pictures: { gallery: {}, speakers: {}, sponsors: {} },
};

function rendered(part: FunctionComponent, data: Partial<LandingData> = {}, boot: object = {}): string {
  const value = { ...sample, ...data, boot: { ...sample.boot, ...boot } };
  const page = renderToString(createElement(LandingProvider, { value }, createElement(part)));
  return page.replaceAll('<!-- -->', '');
}

function seatsLeft(training: number, conference: number): LandingData['capacity'] {
  const day = (eventDate: string, maxCapacity: number, remaining: number) => ({
    eventDate,
    maxCapacity,
    currentRegistrations: maxCapacity - remaining,
    remaining,
    status: 'available' as const,
  });
  return [day('2025-09-19', 60, training), day('2025-09-20', 300, conference)];
}

/** Per ticket: its name and whether it can be had or why not. */
function offers(page: string): string[] {
  return [...page.matchAll(/<article.*?<\/article>/g)].map(([ticket]) => {
    const name = /<h4[^>]*>([^<]*)/.exec(ticket)![1];
    const link = /<a href="([^"]*)"/.exec(ticket)?.[1];
    return `${name}: ${link ?? /text-error">([^<]*)/.exec(ticket)![1]}`;
  });
}

describe('speakers', () => {
  const announced = speakers.filter((one) => one.marker !== 'mystery').map((one) => one.name);

  test.each([[null], [[]]])('those of the content where the server gave %j', (none) => {
    const page = rendered(Speakers, { speakers: none });
    expect([...page.matchAll(/<h3[^>]*>([^<]*)/g)].map((match) => match[1])).toEqual([
      ...announced,
      'Coming July',
    ]);
  });

  test('a mystery is not named', () => {
    const mystery = {
      name: 'Sample Secret',
      title: 'Secret title',
      imageUrl: '/secret.jpg',
      featured: false,
      bio: 'Secret bio',
      marker: 'mystery' as const,
    };
    const page = rendered(Speakers, { speakers: [mystery] });
    expect([page.toLowerCase().includes('secret'), page.includes('Coming July')]).toEqual([false, true]);
  });
});

describe('registration', () => {
  test('every listed package leads to the form', () => {
    expect(offers(rendered(RegistrationSection, { capacity: seatsLeft(60, 300) }))).toEqual([
      'Individual Package: /register',
      '10-Person Package: /register',
      'Individual Package: /register',
      '5-Person Package: /register',
      '10-Person Package: /register',
    ]);
  });

  test('packages that do not fit the seats left say so', () => {
    expect(offers(rendered(RegistrationSection, { capacity: seatsLeft(0, 7) }))).toEqual([
      'Individual Package: /register',
      `10-Person Package: ${texts.registration.tooFew}`,
      `Individual Package: ${texts.registration.soldOut}`,
      `5-Person Package: ${texts.registration.soldOut}`,
      `10-Person Package: ${texts.registration.soldOut}`,
    ]);
  });

  test('packages cost what is in force, and what is not offered says so', () => {
    const place = { eventType: 'conference', pricing: 'regular' };
    const told = { productId: 'prod_1', priceId: 'price_1' };
    const page = rendered(
      RegistrationSection,
      {},
      {
        listings: [
          { ...place, ...told, size: 'individual', amount: 25_50, isOffered: true },
          { ...place, ...told, size: 'large_group', amount: 200_00, isOffered: false },
        ],
      },
    );
    expect([page.includes('$25.50'), page.includes('$20<')]).toEqual([true, false]);
    expect(offers(page).slice(0, 3)).toEqual([
      'Individual Package: /register',
      '10-Person Package: This package is not on sale at the moment.',
      'Individual Package: /register',
    ]);
  });

  test('without figures nothing is said of seats', () => {
    expect(rendered(RegistrationSection)).not.toMatch(/seats? left|Sold out/);
  });

  test.each([
    ['2025-07-15T16:00:00Z', true],
    ['2025-08-06T23:59:59Z', true],
    ['2025-08-07T00:00:00Z', false],
  ])('at %s the early bird note shows: %s', (now, shows) => {
    expect(rendered(RegistrationSection, {}, { now }).includes('6 August, 5:59 PM')).toBe(shows);
  });

  test('closed by the build says closed and not that the event is over', () => {
    const page = rendered(RegistrationSection, {}, { closedByBuild: true });
    expect([
      page.includes('Registration is now closed'),
      page.includes('concluded'),
      page.includes('/register'),
    ]).toEqual([true, false, false]);
  });

  test('over, it thanks and leads to the guide', () => {
    const page = rendered(RegistrationSection, {}, { now: '2025-09-21T06:00:00Z' });
    expect([
      page.includes('Registration is now closed'),
      page.includes(texts.closed.thanks),
      page.includes('href="/participant-guide.pdf"'),
      page.includes('2130 S High St, Denver, CO 80210'),
    ]).toEqual([true, true, true, true]);
  });
});

test.each([
  ['2025-08-20T16:00:00Z', '#newsletter'],
  ['2025-09-21T06:00:00Z', '#newsletter-signup-hero'],
])('at %s the gallery leads to %s', (now, anchor) => {
  const link = /href="([^"]*)"[^>]*>Get 2026 Updates/.exec(rendered(Gallery, {}, { now }));
  expect(link?.[1]).toBe(anchor);
});
