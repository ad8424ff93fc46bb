import { expect, test } from 'vitest';
import { event } from '#content/event.ts';
import * as landingTexts from '#content/landing-texts.ts';
import { newsletter } from '#content/newsletter.ts';
import { schedule } from '#content/schedule.ts';
import { speakers } from '#content/speakers.ts';
import { speakerOrganizations } from '#content/sponsors.ts';
import { venueNotes } from '#content/venue-notes.ts';
import { renderSection, sampleLanding, seatsLeft } from '#test/render-landing.ts';
import { renderPage } from '../render-page.tsx';
import { Agenda } from './agenda.tsx';
import { Organizations } from './organizations.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { RegistrationSection } from './registration-section.tsx';
import { Speakers } from './speakers.tsx';
import { Sponsors } from './sponsors.tsx';
import { TicketOptions } from './ticket-options.tsx';
import { Venue } from './venue.tsx';

const boot = { ...sampleLanding.boot, now: '2025-07-15T16:00:00Z' };
const capacity = seatsLeft(60, 300);

/** The texts between tags. */
function wordsOf(html: string): string[] {
  return html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<(script|noscript|svg).*?<\/\1>/gs, '')
    .split(/<[^>]+>/)
    .map((one) => one.replaceAll('&amp;', '&').trim())
    .filter((one) => one !== '');
}

const textsOf = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}(?: [^>]*)?>.*?</${tag}>`, 'gs'))].map(([one]) =>
    wordsOf(one).join(' '),
  );

test('the page has its headings and anchors in order', () => {
  const page = renderPage('landing', { ...sampleLanding, capacity, boot });
  expect(textsOf(page, 'h[12]')).toEqual([
    landingTexts.headline,
    landingTexts.topics.title,
    landingTexts.agenda.title,
    event.venue.name,
    landingTexts.organizations.title,
    landingTexts.registration.title,
    'Your order',
    landingTexts.gallery.title,
    landingTexts.speakers.title,
    newsletter.title,
    landingTexts.sponsors.title,
    newsletter.title,
    'Quick links',
    'Contact',
  ]);
  expect([...page.matchAll(/<section[^>]* id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
    'hero',
    'topics',
    'agenda',
    'venue',
    'registration',
    'speakers',
    'newsletter',
    'sponsors',
    'contact',
  ]);
  const footer = /<footer.*<\/footer>/s.exec(page)![0];
  const links = [...footer.matchAll(/<a href="([^"]*)".*?<\/a>/gs)];
  expect(links.map(([link, href]) => [wordsOf(link).join(' '), href])).toEqual([
    ['Agenda', '/#agenda'],
    ['Speakers', '/#speakers'],
    ['Venue', '/#venue'],
    ['Registration', '/#registration'],
    ['(303) 555-0100', 'tel:+13035550100'],
    // It may break at its @.
    ['summit@ example.org', 'mailto:summit@example.org'],
    ['Need help now? Report to the CyberTipline', 'https://report.cybertip.org/'],
    ['Find my ticket', '/find-my-ticket'],
    ['Privacy', '/privacy'],
    ['Admin', '/api/login'],
  ]);
});

test('the schedule has every session with its time and tracks', () => {
  const agenda = renderSection(Agenda, {}, boot);
  const rows = /<details.*<\/details>/s.exec(agenda)![0];
  expect(textsOf(rows, 'time')).toEqual([
    '8:00–9:00 AM',
    '9:00–9:20 AM',
    '9:20–10:00 AM',
    '10:15–11:00 AM',
    '11:00 AM–12:00 PM',
    '12:00–1:30 PM',
    '1:30–2:00 PM',
    '2:00–2:30 PM',
    '2:30–3:10 PM',
    '3:10–4:00 PM',
    '4:00–4:40 PM',
    '4:40–5:00 PM',
  ]);
  expect(textsOf(rows, 'h\\d')).toEqual(schedule.items.map((one) => one.title));
  const words = wordsOf(rows);
  const tracks = schedule.items.flatMap((one) => one.tracks.map(({ title }) => title));
  expect(tracks.filter((one) => !words.includes(one))).toEqual([]);
  expect(wordsOf(agenda)).toContain('Tentative');
});

test('the two ticket options show days, prices and contents', () => {
  expect(wordsOf(renderSection(TicketOptions, { capacity }, boot))).toEqual([
    'Two ways to attend',
    'Both include the whole conference day.',
    'Conference',
    'from',
    '$20',
    'September 20',
    'Keynotes and breakouts on September 20',
    'Lunch',
    'Slides and resource list',
    'Training + conference',
    'from',
    '$1,500',
    'September 19–20',
    'Training day on September 19 with certification',
    'The whole conference on September 20, lunch included',
    'One-year curriculum license',
    'Choose your ticket',
  ]);
});

test('the venue has its address and reasons, and the organizations follow', () => {
  const venue = renderSection(Venue);
  expect(wordsOf(/<address.*<\/address>/s.exec(venue)![0])).toEqual([
    'University of Denver',
    '2130 S High St',
    'Denver, CO 80210',
  ]);
  expect(textsOf(venue, 'h3')).toEqual(venueNotes.map((one) => one.title));
  expect(venueNotes).toHaveLength(3);
  expect(textsOf(renderSection(Organizations), 'li')).toEqual(speakerOrganizations);
  expect(speakerOrganizations).toHaveLength(4);
});

test('the form has seats per day, and contents and savings per package', () => {
  const form = renderSection(RegistrationSection, { capacity }, boot);
  const choices = (legend: string) => {
    const group = new RegExp(`<fieldset[^>]*><legend[^>]*>${legend}.*?</fieldset>`, 's').exec(form)![0];
    return [...group.matchAll(/<label.*?<\/label>/gs)].map(([label]) => wordsOf(label));
  };
  expect(choices('Which days will you attend\\?').map((words) => words.at(-1))).toEqual([
    '300 seats left',
    '60 seats left',
  ]);
  const includes = ['Keynotes and breakouts on September 20', 'Lunch', 'Slides and resource list'];
  expect(choices('Choose your package')).toEqual([
    [
      'Individual Package',
      'MOST POPULAR',
      'One seat at the conference.',
      ...includes,
      '$20',
      'instead of',
      '$99',
      'SAVE $79',
    ],
    [
      '10-Person Package',
      'Ten seats at one price, named now or later.',
      ...includes,
      '$200',
      'instead of',
      '$792',
      'SAVE $592',
    ],
  ]);
  expect(textsOf(form.replace(/<noscript>.*<\/noscript>/s, ''), 's')).toEqual(['$99', '$792']);
});

test('each speaker has a marker, and keynotes have their session', () => {
  const tiles = [...renderSection(Speakers, {}, boot).matchAll(/<li.*?<\/li>/gs)].map(([one]) =>
    wordsOf(one),
  );
  const marked = (marker: (typeof speakers)[number]['marker']) =>
    speakers.filter((one) => one.marker === marker).map((one) => one.name);
  const isMarker = (text: string) => text === 'KEYNOTE' || text === 'EMCEE';
  expect(tiles.map((tile) => [tile.find((text) => !isMarker(text)), tile.find(isMarker)])).toEqual([
    ...marked('keynote').map((name) => [name, 'KEYNOTE']),
    ...marked('emcee').map((name) => [name, 'EMCEE']),
    ...marked(null).map((name) => [name, undefined]),
    ['Coming July', undefined],
  ]);
  expect(tiles[0]).toContain('9:20–10:00 AM');
  expect(tiles[0]).toContain('Keynote: what children face online this year');
});

test('sponsors are listed by tier', () => {
  const page = renderSection(Sponsors);
  const levels = page.split('<h3').slice(1);
  expect(
    levels.map((level) => [
      wordsOf(`<h3${level}`)[0],
      [...level.matchAll(/<a .*?<\/a>/gs)].map(([a]) => wordsOf(a)[0]),
    ]),
  ).toEqual([
    ['Premiere', ['Sample Beacon Fund', 'Sample Harbor Bank']],
    ['Platinum', ['Sample Open School']],
    ['Gold', ['Sample North Clinic', 'Sample River Radio']],
    ['Silver', ['Sample Corner Bakery', 'Sample City Library']],
  ]);
});

test.each([
  ['2025-07-15T16:00:00Z', ['Sep 20', '· from $20', 'Register']],
  ['2025-09-20T14:10:00Z', ['Today', 'Open my ticket']],
  ['2025-09-22T16:00:00Z', []],
])("at %s the phone's bar says %j", (now, words) => {
  expect(wordsOf(renderSection(PhoneBar, { capacity }, { now }))).toEqual(words);
});
