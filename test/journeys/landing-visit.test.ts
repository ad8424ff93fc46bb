import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { event } from '#content/event.ts';
import { gallery } from '#content/gallery.ts';
import { landingTexts } from '#content/landing-texts.ts';
import { newsletter } from '#content/newsletter.ts';
import { schedule } from '#content/schedule.ts';
import { speakers } from '#content/speakers.ts';
import { speakerOrganizations } from '#content/sponsors.ts';
import { topics } from '#content/topics.ts';
import { awaken, expectArrival, findForm, land } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('it is read from top to bottom', async () => {
  const page = await land(stage);
  const headings = page.locator('h1, h2').filter({ visible: true });
  expect(await headings.allInnerTexts()).toEqual([
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
  const anchors = page.locator('section[id]');
  expect(await anchors.evaluateAll((sections) => sections.map((one) => one.id))).toEqual([
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
  await readSchedule(page);
  await readTicketOptions(page);
  await readVenue(page);
  await readPackages(page);
  await seePictures(page);
  await meetSpeakers(page);
  await readSponsors(page);
  await readFooter(page);
});

async function readSchedule(page: Page) {
  const agenda = page.locator('#agenda');
  const rows = agenda
    .getByRole('list')
    .filter({ has: page.locator('time') })
    .locator('> li');
  expect(await rows.filter({ visible: true }).count()).toBe(0);
  await agenda.getByText('Show full schedule').click();
  await rows.first().waitFor();
  expect(await rows.locator('time').allInnerTexts()).toEqual([
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
  expect(await rows.getByRole('heading').allInnerTexts()).toEqual(schedule.items.map((one) => one.title));
  for (const { title } of schedule.items.flatMap((one) => one.tracks))
    await agenda.getByText(title).waitFor();
  expect(await agenda.getByText('Tentative', { exact: true }).isVisible()).toBe(true);
  // Its card is sticky, so that both ticket options stay in view.
  const card = agenda.locator('article').last();
  expect(await card.evaluate((one) => getComputedStyle(one).position)).toBe('sticky');
  await agenda.getByText('Hide full schedule').click();
  await expect.poll(() => rows.filter({ visible: true }).count()).toBe(0);
}

async function readTicketOptions(page: Page) {
  const card = page.getByRole('article').filter({ hasText: landingTexts.ticketOptions.title });
  expect((await card.allInnerTexts())[0]!.split(/\n+/)).toEqual([
    'Two ways to come',
    'Both include the whole conference day.',
    'Conference',
    'from $20',
    'September 20',
    'Keynotes and breakouts on September 20',
    'Lunch',
    'Slides and resource list',
    'Training + conference',
    'from $1,500',
    'September 19–20',
    'Training day on September 19 with certification',
    'The whole conference on September 20, lunch included',
    'One-year curriculum license',
    'Choose your ticket',
  ]);
}

async function readVenue(page: Page) {
  const venue = page.locator('#venue');
  expect((await venue.locator('address').allInnerTexts())[0]!.split('\n')).toEqual([
    'University of Denver',
    '2130 S High St',
    'Denver, CO 80210',
  ]);
  expect(await venue.getByRole('listitem').getByRole('heading').allInnerTexts()).toEqual(
    event.venue.blurbs.map((one) => one.title),
  );
  expect(await venue.getByRole('listitem').count()).toBe(3);
  const strip = page.getByRole('region', { name: landingTexts.organizations.title }).getByRole('listitem');
  expect(await strip.allInnerTexts()).toEqual(speakerOrganizations);
  expect(speakerOrganizations).toHaveLength(4);
}

async function readPackages(page: Page) {
  const form = await findForm(page);
  const packages = form.getByRole('group', { name: 'Choose your package' }).locator('label');
  const said = async () => (await packages.allInnerTexts()).map((one) => one.split(/\n+/));
  const includes = ['Keynotes and breakouts on September 20', 'Lunch', 'Slides and resource list'];
  expect(await said()).toEqual([
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
  expect(await packages.locator('s').allInnerTexts()).toEqual(['$99', '$792']);
  expect(await form.getByRole('radio', { name: /^Individual Package/ }).isChecked()).toBe(true);
  const days = form.getByRole('group', { name: 'Which days will you join?' }).locator('label');
  expect((await days.allInnerTexts()).map((one) => one.split('\n').at(-1))).toEqual([
    '300 seats left',
    '60 seats left',
  ]);
  await form.getByRole('radio', { name: /^Training \+ conference/ }).check();
  expect((await said()).map((lines) => [lines[0], lines.at(-1)])).toEqual([
    ['Individual Package', '$1,500'],
    ['5-Person Package', '$3,500'],
    ['10-Person Package', '$5,000'],
  ]);
}

async function seePictures(page: Page) {
  const pictures = page.getByRole('region', { name: landingTexts.gallery.title }).getByRole('figure');
  expect(await pictures.allInnerTexts()).toEqual(gallery.map((one) => one.caption));
  expect(gallery).toHaveLength(10);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    const image = picture.locator('img');
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
      .toBe(true);
  }
}

async function meetSpeakers(page: Page) {
  const tiles = page.locator('#speakers li');
  const said = await tiles.evaluateAll((all) =>
    all.map((one) => ({
      marker: /EMCEE|KEYNOTE/.exec(one.textContent!)?.[0] ?? null,
      name: one.querySelector('h3')!.textContent,
    })),
  );
  const markers = { emcee: 'EMCEE', keynote: 'KEYNOTE', mystery: null };
  const keynotesFirst = speakers.toSorted((a, b) => rank(a) - rank(b));
  expect(said).toEqual(
    keynotesFirst.map(({ name, marker }) => ({
      marker: marker && markers[marker],
      name: marker === 'mystery' ? 'Coming July' : name,
    })),
  );
  const blur = tiles.last().locator('svg, img');
  expect(await blur.evaluate((one) => getComputedStyle(one).filter)).toMatch(/^blur\(/);
  const host = tiles.filter({ hasText: speakers[0]!.name });
  await host.getByText('Host of the day', { exact: true }).click();
  expect(await host.getByText(speakers[0]!.bio).isVisible()).toBe(true);

  const keynote = tiles.first();
  await keynote.getByText('9:20–10:00 AM Keynote: what children meet online this year').waitFor();
  const widthOf = (tile: Locator) =>
    tile.locator('img').evaluate((one) => Math.round(one.getBoundingClientRect().width));
  expect(await widthOf(keynote)).toBeGreaterThan(1.25 * (await widthOf(host)));
}

function rank({ marker }: (typeof speakers)[number]): number {
  return marker === 'keynote' ? 0 : 1;
}

async function readSponsors(page: Page) {
  const section = page.locator('#sponsors');
  expect(await section.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    'Premiere',
    'Platinum',
    'Gold',
    'Silver',
  ]);
  const lists = await section.getByRole('list').all();
  const names = lists.map((list) =>
    list
      .getByRole('link')
      .evaluateAll((links) => links.map((one) => one.querySelector('img')?.alt ?? one.textContent)),
  );
  expect(await Promise.all(names)).toEqual([
    ['Sample Beacon Fund', 'Sample Harbor Bank'],
    ['Sample Open School'],
    ['Sample North Clinic', 'Sample River Radio'],
    ['Sample Corner Bakery', 'Sample City Library'],
  ]);
}

async function readFooter(page: Page) {
  const links = await page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => [one.textContent!.trim(), one.getAttribute('href')]));
  expect(links).toEqual([
    ['Agenda', '/#agenda'],
    ['Speakers', '/#speakers'],
    ['Venue', '/#venue'],
    ['Registration', '/#registration'],
    ['(303) 555-0142', 'tel:+13035550142'],
    ['hello@example.org', 'mailto:hello@example.org'],
    ['Need help now? Report to the CyberTipline', 'https://report.cybertip.org/'],
    ['Find my ticket', '/find-my-ticket'],
    ['Privacy', '/privacy'],
    ['Admin', '/api/login'],
  ]);
}

test('its links lead to their parts, and going back restores the position', async () => {
  const page = await land(stage);
  const follow = async (name: string, anchor: string, within = page.locator('body')) => {
    await within.getByRole('link', { name, exact: true }).first().click();
    await expectArrival(page.locator(anchor));
  };
  const header = page.getByRole('banner');
  for (const name of ['Topics', 'Speakers', 'Agenda', 'Sponsors', 'Contact'])
    await follow(name, `#${name.toLowerCase()}`, header);
  for (const name of ['Register for September 20th Summit', 'Secure Your Spot Today', 'Choose your ticket'])
    await follow(name, '#registration');
  await follow('Get 2026 Updates', '#newsletter');
  await follow('Venue', '#venue', page.getByRole('contentinfo'));

  const y = () => page.evaluate(() => Math.round(scrollY));
  await page.locator('#sponsors').evaluate((one) => one.scrollIntoView({ behavior: 'instant' }));
  const before = await y();
  await page.reload();
  await expect.poll(y).toBe(before);
  await page.goto(`${stage.world.siteUrl}/privacy`);
  await page.goBack();
  await expect.poll(y).toBe(before);
});

test('the highlight advances every 4000 ms; hovering over a topic selects it, and the button stops it', async () => {
  const page = await land(stage, {
    browserClock: '2025-07-15T16:00:00Z',
    reducedMotion: 'no-preference',
  });
  const cards = page.locator('#topics li');
  const chosen = () =>
    cards.evaluateAll((all) => all.findIndex((one) => one.querySelector('[aria-pressed=true]')));
  const sentence = () => page.locator('#topics p').filter({ visible: true }).first().textContent();
  await awaken(page.locator('#topics'));
  await page.clock.pauseAt(new Date('2025-07-15T17:00:00Z'));

  await cards.nth(2).hover();
  await expect.poll(chosen).toBe(2);
  await expect.poll(sentence).toBe(topics[2]!.sentence);
  await page.clock.runFor(9000);
  expect(await chosen()).toBe(2);

  // From its release: not early, then one after the other.
  await page.mouse.move(4, 4);
  await expect.poll(async () => page.locator('#topics [aria-live]').getAttribute('aria-live')).toBe('off');
  await page.clock.runFor(3999);
  expect(await chosen()).toBe(2);
  for (const next of [3, 0, 1, 2]) {
    await page.clock.runFor(next === 3 ? 1 : 4000);
    await expect.poll(chosen).toBe(next);
  }

  await page.getByRole('button', { name: 'Stop rotation' }).click();
  await page.getByRole('button', { name: 'Start rotation' }).waitFor();
  await page.mouse.move(4, 4);
  await page.clock.runFor(20_000);
  expect(await chosen()).toBe(2);
  await page.getByRole('button', { name: 'Start rotation' }).click();
  await page.getByRole('button', { name: 'Stop rotation' }).waitFor();
  await page.clock.runFor(4000);
  await expect.poll(chosen).toBe(3);
});

test('with reduced motion nothing moves by itself, and changes are instant', async () => {
  const page = await land(stage, { browserClock: '2025-07-15T16:00:00Z' });
  await awaken(page.locator('#topics'));
  await page.getByRole('button', { name: 'Start rotation' }).waitFor();
  const chosen = page.locator('#topics [aria-pressed=true]');
  const first = await chosen.textContent();
  await page.clock.fastForward(20_000);
  expect(await chosen.textContent()).toBe(first);
  await page.getByRole('link', { name: 'Secure Your Spot Today' }).click();
  const { top, behavior } = await page.evaluate(() => ({
    top: Math.abs(document.querySelector('#registration')!.getBoundingClientRect().top),
    behavior: getComputedStyle(document.documentElement).scrollBehavior,
  }));
  expect({ isThere: top < 120, behavior }).toEqual({ isThere: true, behavior: 'auto' });
  // The countdown's seconds would move constantly.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await page.getByRole('timer').allInnerTexts()).toEqual([expect.not.stringMatching(/sec/)]);
  const change = await page.evaluate(() => {
    const intro = document.querySelector('#registration p')!;
    const before = intro.getBoundingClientRect().height;
    document.documentElement.style.fontSize = '200%';
    const after = intro.getBoundingClientRect().height;
    return { isLarger: after > 1.5 * before, moving: document.getAnimations().length };
  });
  expect(change).toEqual({ isLarger: true, moving: 0 });
});
