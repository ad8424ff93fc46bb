import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { landingTexts } from '#content/landing-texts.ts';
import { newsletter } from '#content/newsletter.ts';
import { speakers } from '#content/speakers.ts';
import { texts } from '#content/texts.ts';
import type { Boot } from '#contract/boot.ts';
import type { SpeakerMarker } from '#domain/program.ts';
import { setBoot } from '../boot.ts';
import { renderPage } from '../render-page.tsx';
import { Agenda } from './agenda.tsx';
import { Gallery } from './gallery.tsx';
import { Hero } from './hero.tsx';
import { type LandingData, LandingProvider } from './landing-data.tsx';
import { RegistrationSection } from './registration-section.tsx';
import { Speakers } from './speakers.tsx';
import { TicketOptions } from './ticket-options.tsx';

const sample: LandingData & { boot: Boot } = {
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
    hasOrders: false,
    isTestMode: false,
  },
  capacity: null,
  speakers: null,
  pictures: { gallery: {}, speakers: {}, sponsors: {} },
};

function rendered(part: FunctionComponent, data: Partial<LandingData> = {}, boot: object = {}): string {
  const value = { ...sample, ...data };
  setBoot({ ...sample.boot, ...boot });
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

/** Where no script runs, per package: its name, and what it costs or why it cannot be had. */
function offers(page: string): string[] {
  const list = /<noscript>(.*?)<\/noscript>/s.exec(page)![1]!;
  return [...list.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, line]) => {
    const [name, ...said] = line!.split(/<[^>]+>/).filter((one) => one.trim() !== '');
    return `${name}: ${said[0]}`;
  });
}

describe('speakers', () => {
  const namesOf = (isShown: (marker: SpeakerMarker | null) => boolean) =>
    speakers.filter((one) => isShown(one.marker)).map((one) => one.name);
  const announced = [
    ...namesOf((marker) => marker === 'keynote'),
    ...namesOf((marker) => marker === 'emcee' || marker === null),
  ];

  test.each([[null], [[]]])('those of the content where the server gave %j', (none) => {
    const page = rendered(Speakers, { speakers: none });
    expect([...page.matchAll(/<h3[^>]*>([^<]*)/g)].map((match) => match[1])).toEqual([
      ...announced,
      'Coming soon',
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
    expect([page.toLowerCase().includes('secret'), page.includes('Coming soon')]).toEqual([false, true]);
  });
});

test.each([
  ['2025-08-01T05:59:59Z', 'Coming July'],
  ['2025-08-01T06:00:00Z', 'Coming soon'],
])('at %s who is not announced is %s', (now, words) => {
  expect(rendered(Speakers, {}, { now })).toContain(words);
});

/** All that is seen, heard or followed, in one line. */
function wordsAt(now: string): string {
  return renderPage('landing', { ...sample, boot: { ...sample.boot, now } })
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

test('from the end of the program on, nothing speaks of the day as still to come', () => {
  const before = [
    landingTexts.agenda.title,
    landingTexts.ticketOptions.title,
    landingTexts.ticketOptions.intro,
    landingTexts.venue.eyebrow,
    landingTexts.venue.needs,
    landingTexts.organizations.title,
    landingTexts.gallery.intro,
    landingTexts.speakers.intro,
    landingTexts.sponsors.title,
    landingTexts.sponsors.intro,
    landingTexts.topics.secure,
    texts.underWay,
  ];
  const after = [
    texts.concluded.title,
    landingTexts.agenda.titleAfter,
    landingTexts.ticketOptions.titleAfter,
    landingTexts.ticketOptions.introAfter,
    landingTexts.venue.eyebrowAfter,
    landingTexts.organizations.titleAfter,
    landingTexts.gallery.introAfter,
    landingTexts.speakers.introAfter,
    landingTexts.sponsors.titleAfter,
    landingTexts.sponsors.introAfter,
  ];
  const shown = (now: string) => {
    const words = wordsAt(now);
    return [...before, ...after].filter((one) => words.includes(one));
  };
  expect(shown('2025-09-20T22:59:59Z')).toEqual(before);
  for (const now of ['2025-09-20T23:00:00Z', '2025-09-21T06:00:00Z']) expect(shown(now)).toEqual(after);
});

test('after the event nobody is still to be announced, and nothing of the day may still change', () => {
  const says = (part: FunctionComponent, words: string) =>
    ['2025-09-20T18:00:00Z', '2025-09-21T06:00:00Z'].map((now) =>
      rendered(part, {}, { now }).includes(words),
    );
  expect(says(Speakers, 'Coming soon')).toEqual([true, false]);
  expect(says(Agenda, landingTexts.agenda.tentative)).toEqual([true, false]);
  expect(says(Agenda, landingTexts.agenda.tentativeNote)).toEqual([true, false]);
});

describe('the two ways to come', () => {
  /** Per way: its name and what it costs or why it cannot be had; then whether one can choose. */
  const ways = (data: Partial<LandingData>, boot: object = {}) => {
    const page = rendered(TicketOptions, data, boot);
    const figures = [...page.matchAll(/<h4[^>]*>([^<]*)<\/h4>(.*?)<ul/gs)].map(([, name, rest]) => {
      const figure = />([^<>]*(?:\$[\d,]+|Sold out|has ended)[^<>]*)</.exec(rest!);
      return `${name}: ${figure?.[1] ?? ''}`;
    });
    return [...figures, page.includes(landingTexts.ticketOptions.choose)];
  };

  test('cost what the least of them costs', () => {
    expect(ways({ capacity: seatsLeft(60, 300) })).toEqual([
      'Conference: $20',
      'Training + conference: $1,500',
      true,
    ]);
  });

  test('say it where the training can no longer be bought', () => {
    expect(ways({ capacity: seatsLeft(60, 300) }, { now: '2025-09-19T15:00:00Z' })).toEqual([
      'Conference: $20',
      'Training + conference: The sale has ended',
      true,
    ]);
  });

  test('say it where one is sold out, and offer no choice where both are', () => {
    expect(ways({ capacity: seatsLeft(0, 300) })).toEqual([
      'Conference: $20',
      'Training + conference: Sold out',
      true,
    ]);
    expect(ways({ capacity: seatsLeft(60, 0) })).toEqual([
      'Conference: Sold out',
      'Training + conference: Sold out',
      false,
    ]);
  });
});

describe('the hero', () => {
  const { soldOut } = landingTexts.registration;
  const listing = { eventType: 'conference', productId: 'prod_1', priceId: 'price_1' };

  /** What the main button says and where it leads. */
  const button = (page: string) => {
    const [, href, label] = /<a href="([^"]*)" class="[^"]*bg-beacon[^"]*">([^<]*)/.exec(page)!;
    return { href, label };
  };

  test('names a price and invites while there are seats', () => {
    const page = rendered(Hero, { capacity: seatsLeft(60, 300) });
    expect(button(page)).toEqual({ href: '#registration', label: landingTexts.registerButton });
    expect([page.includes('$20<'), page.includes(soldOut)]).toEqual([true, false]);
  });

  test('offers to tell if a seat opens once all are sold', () => {
    const page = rendered(Hero, { capacity: seatsLeft(60, 0) });
    expect(button(page)).toEqual({ href: '#newsletter', label: 'Tell me if a seat opens' });
    expect([page.includes('$20<'), page.includes(soldOut)]).toEqual([false, true]);
  });

  test('promises no seat where nothing is on sale for another reason', () => {
    const none = (size: string) => ({
      ...listing,
      size,
      pricing: 'regular',
      amount: 20_00,
      isOffered: false,
    });
    const isOffered = { capacity: seatsLeft(0, 300) };
    const page = rendered(Hero, isOffered, { listings: [none('individual'), none('large_group')] });
    expect(button(page)).toEqual({ href: '#newsletter', label: landingTexts.hero.getUpdates });
  });

  test.each([
    [20_00, false],
    [15_00, true],
  ])('early bird at %i cents against 2000 later is said: %s', (amount, isSaid) => {
    const boot = {
      now: '2025-07-15T16:00:00Z',
      listings: [{ ...listing, size: 'individual', pricing: 'early_bird', amount, isOffered: true }],
    };
    const { earlyBirdFrom, priceFrom } = landingTexts.hero;
    expect(rendered(Hero, {}, boot)).toContain(`${isSaid ? earlyBirdFrom : priceFrom} <strong`);
    expect(rendered(RegistrationSection, {}, boot).includes('August 6, 5:59 PM')).toBe(isSaid);
  });

  /** The line that shows, without its markup. */
  const happening = (now: string) => {
    const page = rendered(Hero, {}, { now });
    const lines = [...page.matchAll(/<p(?: hidden="")? data-from.*?<\/p>/gs)].map(([line]) => line);
    return lines.filter((one) => !one.startsWith('<p hidden')).map((one) => one.replaceAll(/<[^>]+>/g, ''));
  };

  test.each([
    ['2025-09-20T05:59:59Z', []],
    ['2025-09-20T06:00:00Z', ['Up next: Doors and check-in, at 8:00 AM']],
    ['2025-09-20T14:00:00Z', ['Happening now: Doors and check-in, until 9:00 AM']],
    ['2025-09-20T15:59:59Z', ['Happening now: Keynote: what children meet online this year, until 10:00 AM']],
    [
      '2025-09-20T16:00:00Z',
      ['Up next: Keynote: how grooming works, and where it can be stopped, at 10:15 AM'],
    ],
    ['2025-09-20T22:59:59Z', ['Happening now: Closing, until 5:00 PM']],
    ['2025-09-20T23:00:00Z', []],
  ])('at %s it says what is on: %j', (now, lines) => {
    expect(happening(now)).toEqual(lines);
  });

  test('on the event day it leads to the ticket and the hall, and registering is a plain link', () => {
    const now = '2025-09-20T15:30:00Z';
    const page = rendered(Hero, { capacity: seatsLeft(0, 300) }, { now });
    expect(button(page)).toEqual({ href: '/confirmation', label: 'Open my ticket' });
    expect(page).toMatch(/<a href="https:\/\/www.google.com\/maps[^"]*"[^>]*>Find the hall/);
    expect(page).toMatch(/<a href="#registration" class="link[^"]*">Register for September 20th Summit/);
    const [soldOutPage, closedPage] = [
      rendered(Hero, { capacity: seatsLeft(0, 0) }, { now }),
      rendered(Hero, {}, { now, closedByBuild: true }),
    ];
    expect([soldOutPage, closedPage].map((one) => one.includes('#registration'))).toEqual([false, false]);
    expect([soldOutPage.includes(soldOut), closedPage.includes('newsletter-signup-hero')]).toEqual([
      true,
      true,
    ]);
  });

  test('once it is over, pictures of the day stand beside the message', () => {
    const file = { file: 'stage.avif', type: 'image/avif' as const, width: 800, height: 600 };
    const stage = { width: 800, height: 600, sources: [file] };
    const shows = (now: string) => {
      const pictures = { ...sample.pictures, gallery: { stage } };
      return rendered(Hero, { pictures }, { now }).includes('/assets/stage.avif');
    };
    expect([shows('2025-09-20T22:59:59Z'), shows('2025-09-20T23:00:00Z')]).toEqual([false, true]);
  });

  test('says which time zone its times are in', () => {
    expect(rendered(Hero).replaceAll(/<[^>]+>/g, '')).toContain('Starts September 20, 9:00 AM in Denver');
  });

  test('closed by the build, the countdown comes before the newsletter', () => {
    const page = rendered(Hero, {}, { closedByBuild: true });
    const places = [page.indexOf('role="timer"'), page.indexOf('id="newsletter-signup-hero"')];
    expect(places.every((one) => one > 0) && places[0]! < places[1]!).toBe(true);
  });
});

test('no two newsletter forms have one name', () => {
  const page = renderPage('landing', { ...sample, boot: { ...sample.boot, closedByBuild: true } });
  const names = [...page.matchAll(/<form[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name);
  expect(names).toEqual([
    newsletter.names.hero,
    newsletter.names.registration_section,
    newsletter.names.footer,
  ]);
  expect(new Set(names).size).toBe(3);
});

describe('registration', () => {
  test('every listed package has its price', () => {
    expect(offers(rendered(RegistrationSection, { capacity: seatsLeft(60, 300) }))).toEqual([
      'Individual Package: $20',
      '10-Person Package: $200',
      'Individual Package: $1,500',
      '5-Person Package: $3,500',
      '10-Person Package: $5,000',
    ]);
  });

  test('packages that do not fit the seats left say so', () => {
    const { tooFew, soldOut } = landingTexts.registration;
    const page = rendered(RegistrationSection, { capacity: seatsLeft(0, 7) });
    expect(offers(page)).toEqual([
      'Individual Package: $20',
      `10-Person Package: ${tooFew}`,
      `Individual Package: ${soldOut}`,
      `5-Person Package: ${soldOut}`,
      `10-Person Package: ${soldOut}`,
    ]);
    expect(page.match(/Only 7 seats left/g)).toHaveLength(2);
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
    expect(page.includes('$20<')).toBe(false);
    expect(offers(page).slice(0, 3)).toEqual([
      'Individual Package: $25.50',
      '10-Person Package: This package is not on sale at the moment.',
      'Individual Package: $1,500',
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
    const place = { eventType: 'conference', size: 'individual', pricing: 'early_bird' };
    const cheaper = { ...place, productId: 'prod_1', priceId: 'price_1', amount: 15_00, isOffered: true };
    const page = rendered(RegistrationSection, {}, { now, listings: [cheaper] });
    expect(page.includes('August 6, 5:59 PM')).toBe(shows);
  });

  test('sold out, one notice stands in place of packages and Continue', () => {
    const page = rendered(RegistrationSection, { capacity: seatsLeft(60, 0) });
    expect(page.match(/Sold out/g)).toHaveLength(1);
    expect(page).toContain('href="/#newsletter"');
    for (const gone of ['type="radio"', 'Continue', '<noscript>', 'Your order', 'noscript:hidden'])
      expect([gone, page.includes(gone)]).toEqual([gone, false]);
  });

  test('closed by the build says closed and not that the event is over', () => {
    const page = rendered(RegistrationSection, {}, { closedByBuild: true });
    expect([
      page.includes('Registration is now closed'),
      page.includes('concluded'),
      page.includes('<form'),
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

describe('what it says at each moment', () => {
  const says = (boot: Partial<Boot>) => {
    const page = renderPage('landing', { ...sample, boot: { ...sample.boot, ...boot } });
    const hero = /<section id="hero".*?<\/section>/s.exec(page)![0];
    const part = /<section id="registration".*?<\/section>/s.exec(page)![0];
    return {
      headline: /<h1[^>]*>([^<]*)/.exec(hero)![1],
      register: hero.includes(landingTexts.registerButton),
      countdown: hero.includes('role="timer"'),
      isUnderWay: hero.includes(texts.underWay),
      heroNewsletter: hero.includes('id="newsletter-signup-hero"'),
      headerButton: />([^<]*)<\/a><details/.exec(/<header.*?<\/header>/s.exec(page)![0])![1],
      registration: /<h2[^>]*>([^<]*)/.exec(part)![1],
      guide: part.includes('href="/participant-guide.pdf"'),
    };
  };
  const selling = {
    headline: landingTexts.headline,
    register: true,
    countdown: true,
    isUnderWay: false,
    heroNewsletter: false,
    headerButton: 'Register',
    registration: landingTexts.registration.title,
    guide: false,
  };
  const over = {
    ...selling,
    headline: texts.concluded.title,
    countdown: false,
    register: false,
    heroNewsletter: true,
    headerButton: 'Get updates',
  };

  test.each([
    ['early bird', { now: '2025-07-15T16:00:00Z' }, selling],
    ['regular', { now: '2025-08-20T16:00:00Z' }, selling],
    ['the morning', { now: '2025-09-20T14:00:00Z' }, { ...selling, headerButton: 'Open my ticket' }],
    [
      'under way',
      { now: '2025-09-20T18:00:00Z' },
      { ...selling, countdown: false, isUnderWay: true, headerButton: 'Open my ticket' },
    ],
    // Seats are sold until midnight, but nothing invites to a day that is over.
    ['ended', { now: '2025-09-20T23:30:00Z' }, over],
    ['past', { now: '2025-09-22T16:00:00Z' }, { ...over, registration: texts.closed.thanks, guide: true }],
    [
      'closed by the build',
      { closedByBuild: true },
      {
        ...selling,
        register: false,
        heroNewsletter: true,
        headerButton: 'Get updates',
        registration: texts.closed.thanks,
        guide: true,
      },
    ],
  ])('%s', (_, boot, expected) => {
    expect(says(boot)).toEqual(expected);
  });
});

test('sold out, nothing invites to register', () => {
  const page = renderPage('landing', { ...sample, capacity: seatsLeft(60, 0) });
  expect([
    page.includes(landingTexts.registerButton),
    page.includes(landingTexts.topics.secure),
    /<header.*?<\/header>/s.exec(page)![0].includes('href="#newsletter"'),
  ]).toEqual([false, false, true]);
});

test.each([
  ['2025-08-20T16:00:00Z', '#newsletter'],
  ['2025-09-21T06:00:00Z', '#newsletter-signup-hero'],
])('at %s the gallery leads to %s', (now, anchor) => {
  const link = /href="([^"]*)"[^>]*>Get 2026 Updates/.exec(rendered(Gallery, {}, { now }));
  expect(link?.[1]).toBe(anchor);
});
