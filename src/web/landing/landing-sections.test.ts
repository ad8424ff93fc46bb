import type { FunctionComponent } from 'react';
import { describe, expect, test } from 'vitest';
import * as landingTexts from '#content/landing-texts.ts';
import { newsletter } from '#content/newsletter.ts';
import { speakers } from '#content/speakers.ts';
import { texts } from '#content/texts.ts';
import type { Boot } from '#contract/boot.ts';
import type { SpeakerMarker } from '#domain/program.ts';
import { renderSection, sampleLanding, seatsLeft } from '#test/render-landing.ts';
import { renderPage } from '../render-page.tsx';
import { Agenda, figuresOf } from './agenda.tsx';
import { Gallery } from './gallery.tsx';
import type { LandingData } from './landing-data.tsx';
import { NewsletterSection } from './newsletter-section.tsx';
import { Speakers } from './speakers.tsx';
import { TicketOptions } from './ticket-options.tsx';

describe('speakers', () => {
  const namesOf = (isShown: (marker: SpeakerMarker | null) => boolean) =>
    speakers.filter((one) => isShown(one.marker)).map((one) => one.name);
  const announced = [
    ...namesOf((marker) => marker === 'keynote'),
    ...namesOf((marker) => marker === 'emcee' || marker === null),
  ];

  test.each([[null], [[]]])("are the content's when the server has %j", (none) => {
    const page = renderSection(Speakers, { speakers: none });
    expect([...page.matchAll(/<h3[^>]*>([^<]*)/g)].map((match) => match[1])).toEqual([
      ...announced,
      'Coming soon',
    ]);
  });

  test('a mystery speaker is not named', () => {
    const mystery = {
      name: 'Sample Secret',
      title: 'Secret title',
      imageUrl: '/secret.jpg',
      featured: false,
      bio: 'Secret bio',
      marker: 'mystery' as const,
    };
    const page = renderSection(Speakers, { speakers: [mystery] });
    expect([page.toLowerCase().includes('secret'), page.includes('Coming soon')]).toEqual([false, true]);
  });
});

test.each([
  ['2025-08-01T05:59:59Z', 'Coming July'],
  ['2025-08-01T06:00:00Z', 'Coming soon'],
])('at %s an unannounced speaker is %s', (now, words) => {
  expect(renderSection(Speakers, {}, { now })).toContain(words);
});

test('figures of the day say one or many', () => {
  const items = (['keynote', 'panel', 'panel', 'break'] as const).map((kind) => ({ kind }));
  expect(figuresOf(items).map(({ count, label }) => `${count} ${label}`)).toEqual([
    '1 keynote',
    '0 breakout rounds',
    '2 teen panels',
  ]);
});

/** All text, labels and links in one line. */
function wordsAt(now: string): string {
  return renderPage('landing', { ...sampleLanding, boot: { ...sampleLanding.boot, now } })
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

test('once the program is over, no section refers to the day as upcoming', () => {
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

test('after the event no speaker is "Coming soon", and the agenda is no longer tentative', () => {
  const says = (part: FunctionComponent, words: string) =>
    ['2025-09-20T18:00:00Z', '2025-09-21T06:00:00Z'].map((now) =>
      renderSection(part, {}, { now }).includes(words),
    );
  expect(says(Speakers, 'Coming soon')).toEqual([true, false]);
  expect(says(Agenda, landingTexts.agenda.tentative)).toEqual([true, false]);
  expect(says(Agenda, landingTexts.agenda.tentativeNote)).toEqual([true, false]);
});

describe('the two ticket options', () => {
  /** Per option: its name, and its price or why it is unavailable; then whether it can be chosen. */
  const ways = (data: Partial<LandingData>, boot: object = {}) => {
    const page = renderSection(TicketOptions, data, boot);
    const figures = [...page.matchAll(/<h4[^>]*>([^<]*)<\/h4>(.*?)<ul/gs)].map(([, name, rest]) => {
      const figure = />([^<>]*(?:\$[\d,]+|Sold out|No longer on sale)[^<>]*)</.exec(rest!);
      return `${name}: ${figure?.[1] ?? ''}`;
    });
    return [...figures, page.includes(landingTexts.ticketOptions.choose)];
  };

  test('show the lowest price of their packages', () => {
    expect(ways({ capacity: seatsLeft(60, 300) })).toEqual([
      'Conference: $20',
      'Training + conference: $1,500',
      true,
    ]);
  });

  test("say when the training's sale has ended", () => {
    expect(ways({ capacity: seatsLeft(60, 300) }, { now: '2025-09-19T15:00:00Z' })).toEqual([
      'Conference: $20',
      'Training + conference: No longer on sale',
      true,
    ]);
  });

  test('show which is sold out, and offer no choice when both are', () => {
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

test('each newsletter form has a unique name', () => {
  const page = renderPage('landing', {
    ...sampleLanding,
    boot: { ...sampleLanding.boot, closedByBuild: true },
  });
  const names = [...page.matchAll(/<form[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name);
  expect(names).toEqual([
    newsletter.names.hero,
    newsletter.names.registration_section,
    newsletter.names.footer,
  ]);
  expect(new Set(names).size).toBe(3);
});

describe('headline and buttons at each moment', () => {
  const says = (boot: Partial<Boot>) => {
    const page = renderPage('landing', { ...sampleLanding, boot: { ...sampleLanding.boot, ...boot } });
    const hero = /<section id="hero".*?<\/section>/s.exec(page)![0];
    const part = /<section id="registration".*?<\/section>/s.exec(page)![0];
    return {
      headline: /<h1[^>]*>([^<]*)/.exec(hero)![1],
      register: hero.includes(landingTexts.registerButton()),
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
    // Sales continue until midnight, but nothing invites visitors to a day that is over.
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

test('when sold out, nothing invites visitors to register', () => {
  const page = renderPage('landing', { ...sampleLanding, capacity: seatsLeft(60, 0) });
  expect([
    page.includes(landingTexts.registerButton()),
    page.includes(landingTexts.topics.secure),
    /<header.*?<\/header>/s.exec(page)![0].includes('href="#newsletter"'),
  ]).toEqual([false, false, true]);
});

test('when sold out, the linked newsletter form says it announces free seats', () => {
  const { allTakenText } = landingTexts.registration;
  const form = (capacity: LandingData['capacity']) =>
    renderSection(NewsletterSection, { capacity }).replace(/<script.*?<\/script>/gs, '');
  expect([seatsLeft(60, 0), seatsLeft(60, 1)].map((one) => form(one).includes(allTakenText))).toEqual([
    true,
    false,
  ]);
});

test('when sold out, the registration page names no steps to a seat', () => {
  const page = (conference: number) =>
    renderPage('register', { ...sampleLanding, capacity: seatsLeft(0, conference) });
  const says = (text: string) => [0, 1].map((left) => page(left).includes(`${text}<`));
  expect([says(landingTexts.registration.allTaken), says('Save your seat'), says('Review')]).toEqual([
    [true, false],
    [false, true],
    [false, true],
  ]);
});

test.each([
  ['2025-08-20T16:00:00Z', '#newsletter'],
  ['2025-09-21T06:00:00Z', '#newsletter-signup-hero'],
])('at %s the gallery links to %s', (now, anchor) => {
  const link = /href="([^"]*)"[^>]*>Get 2026 Updates/.exec(renderSection(Gallery, {}, { now }));
  expect(link?.[1]).toBe(anchor);
});
