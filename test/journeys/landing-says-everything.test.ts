import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { event } from '#content/event.ts';
import { gallery } from '#content/gallery.ts';
import { landingTexts } from '#content/landing-texts.ts';
import { newsletter } from '#content/newsletter.ts';
import { schedule } from '#content/schedule.ts';
import { speakers } from '#content/speakers.ts';
import { speakerOrganisations } from '#content/sponsors.ts';
import { topics } from '#content/topics.ts';
import { expectArrival, findForm, land } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();
/** One page for all tests that only read it or follow its links. */
let page: Page;
beforeAll(async () => {
  page = await land(stage, { reducedMotion: 'reduce' });
});

test('the sections stand in their order, under their anchors', async () => {
  const headings = page.locator('h1, h2').filter({ visible: true });
  expect(await headings.allInnerTexts()).toEqual([
    landingTexts.headline,
    landingTexts.topics.title,
    landingTexts.agenda.title,
    event.venue.name,
    landingTexts.organisations.title,
    landingTexts.registration.title,
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
});

test.each([
  ['Topics', '#topics'],
  ['Speakers', '#speakers'],
  ['Agenda', '#agenda'],
  ['Sponsors', '#sponsors'],
  ['Contact', '#contact'],
])('the header leads to %s', async (name, anchor) => {
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
  await expectArrival(page.locator(anchor));
});

test('the hero says what, when, where and for how much, and leads to registration', async () => {
  const hero = page.locator('#hero');
  await hero.getByText('Saturday, 20 September 2025').waitFor();
  await hero.getByText('Sturm Hall - Davis Auditorium, Denver').waitFor();
  await hero.getByText('Early-bird seats from $20, lunch included.').waitFor();
  expect(await hero.getByRole('heading', { level: 1 }).textContent()).toBe(landingTexts.headline);
  await hero.getByRole('link', { name: 'Register for September 20th Summit' }).click();
  await expectArrival(page.locator('#registration'));
});

test('the countdown goes by the server, whatever the browser takes for the time', async () => {
  const serverLeft = () =>
    Math.floor((Date.parse('2025-09-20T15:00:00Z') - stage.world.sandbox.clock.now().getTime()) / 1000);
  for (const browserClock of ['2019-02-03T04:05:06Z', '2031-02-03T04:05:06Z']) {
    const own = await land(stage, { at: '2025-09-18T14:58:58Z', browserClock });
    const before = serverLeft();
    const left = await secondsLeft(own);
    // A busy machine may be seconds late; the browsers' clocks are years away.
    expect(left).toBeLessThanOrEqual(before + 10);
    expect(left).toBeGreaterThanOrEqual(serverLeft() - 10);

    // It has slept for half an hour, asks the server, and goes on second by second from what that says.
    await own.clock.pauseAt(new Date(Date.parse(browserClock) + 30 * 60_000));
    await expect
      .poll(async () => {
        await own.clock.runFor(1000);
        return Math.abs((await secondsLeft(own)) - serverLeft());
      })
      .toBeLessThan(60);
    const each = [await secondsLeft(own)];
    for (let second = 0; second < 3; second += 1) {
      await own.clock.runFor(1000);
      each.push(await secondsLeft(own));
    }
    const [first = 0] = each;
    expect(each).toEqual([first, first - 1, first - 2, first - 3]);
  }
});

/** What the tiles of the countdown say, in seconds. */
async function secondsLeft(own: Page): Promise<number> {
  const tiles = await own.getByRole('timer').locator('span:first-child').allTextContents();
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = tiles.map(Number);
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

test('the highlight goes on every 4000 ms; who points at a topic chooses it, and the button stops it', async () => {
  const page = await land(stage, { browserClock: '2025-07-15T16:00:00Z' });
  const cards = page.locator('#topics li');
  const chosen = () =>
    cards.evaluateAll((all) => all.findIndex((one) => one.querySelector('[aria-pressed=true]')));
  const sentence = () => page.locator('#topics p').filter({ visible: true }).first().textContent();
  await page.locator('#topics').scrollIntoViewIfNeeded();
  // It begins when its script has come, which takes a busy machine seconds.
  await expect.poll(chosen, { timeout: 30_000 }).toBe(1);
  await page.clock.pauseAt(new Date('2025-07-15T17:00:00Z'));

  await cards.nth(2).hover();
  await expect.poll(chosen).toBe(2);
  await expect.poll(sentence).toBe(topics[2]!.sentence);
  await page.clock.runFor(9000);
  expect(await chosen()).toBe(2);

  // From the moment it is let go: not before its time, then one after the other.
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

test.each(['Secure Your Spot Today', 'Choose your ticket'])('"%s" leads to registration', async (name) => {
  await page.getByRole('link', { name }).click();
  await expectArrival(page.locator('#registration'));
});

test('the schedule is shown with every part of the day, and hidden again', async () => {
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
  const tracks = schedule.items.flatMap((one) => one.tracks.map(({ title }) => title));
  for (const title of tracks) await agenda.getByText(title).waitFor();
  expect(await agenda.getByText('Tentative', { exact: true }).isVisible()).toBe(true);
  await agenda.getByText('Hide full schedule').click();
  await expect.poll(() => rows.filter({ visible: true }).count()).toBe(0);
});

test('a card tells the two ways to come, with days, prices and what they bring', async () => {
  const card = page.getByRole('article').filter({ hasText: landingTexts.ticketOptions.title });
  expect((await card.allInnerTexts())[0]!.split(/\n+/)).toEqual([
    'Two ways to come',
    'Both include the whole conference day.',
    'Conference',
    'from $20',
    '20 September',
    'All keynotes and breakouts on 20 September',
    'Lunch',
    'Slides and resource list',
    'Training + conference',
    'from $1,500',
    '19 September and 20 September',
    'Training day on 19 September with certification',
    'The whole conference on 20 September, lunch included',
    'One-year curriculum licence',
    'Choose your ticket',
  ]);
});

test('the venue comes with its address and three reasons, and the strip with four organisations', async () => {
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
  const strip = page.getByRole('region', { name: landingTexts.organisations.title }).getByRole('listitem');
  expect(await strip.allInnerTexts()).toEqual(speakerOrganisations);
  expect(speakerOrganisations).toHaveLength(4);
});

test('speakers carry their markers, and who is not announced is blurred and unnamed', async () => {
  // The page of the other tests has followed the clock by now, and what a mystery says goes by that.
  const page = await land(stage, { reducedMotion: 'reduce' });
  const tiles = page.locator('#speakers li');
  const said = await tiles.evaluateAll((all) =>
    all.map((one) => ({
      marker: /EMCEE|KEYNOTE/.exec(one.textContent!)?.[0] ?? null,
      name: one.querySelector('h3')!.textContent,
    })),
  );
  const markers = { emcee: 'EMCEE', keynote: 'KEYNOTE', mystery: null };
  expect(said).toEqual(
    speakers.map(({ name, marker }) => ({
      marker: marker && markers[marker],
      name: marker === 'mystery' ? 'Coming July' : name,
    })),
  );
  const mystery = tiles.last();
  const blur = await mystery.locator('svg, img').evaluate((one) => getComputedStyle(one).filter);
  expect(blur).toMatch(/^blur\(/);
  await tiles.first().getByText('Host of the day', { exact: true }).click();
  expect(await tiles.first().getByText(speakers[0]!.bio).isVisible()).toBe(true);
});

test('sponsors stand by tier, the presenting ones as Premiere', async () => {
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
    ['Sample Beacon Fund', 'Sample Harbour Bank'],
    ['Sample Open School'],
    ['Sample North Clinic', 'Sample River Radio'],
    ['Sample Corner Bakery', 'Sample City Library'],
  ]);
});

test('the gallery shows ten pictures, and its button leads to the newsletter', async () => {
  const section = page.getByRole('region', { name: landingTexts.gallery.title });
  const pictures = section.getByRole('figure');
  expect(await pictures.allInnerTexts()).toEqual(gallery.map((one) => one.caption));
  expect(gallery).toHaveLength(10);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    const image = picture.locator('img');
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
      .toBe(true);
  }
  await section.getByRole('link', { name: 'Get 2026 Updates' }).click();
  await expectArrival(page.locator('#newsletter'));
});

test('the packages have their prices, savings and seats', async () => {
  const form = await findForm(page);
  const packages = form.getByRole('group', { name: 'Choose your package' }).locator('label');
  const said = async () => (await packages.allInnerTexts()).map((one) => one.split(/\n+/));
  const includes = ['All keynotes and breakouts on 20 September', 'Lunch', 'Slides and resource list'];
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
});

test('the footer has the quick links, the contact and a way in for staff', async () => {
  const footer = page.getByRole('contentinfo');
  const links = await footer
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
    ['Privacy', '/privacy'],
    ['Admin', '/api/login'],
  ]);
  await footer.getByRole('link', { name: 'Venue' }).click();
  await expectArrival(page.locator('#venue'));
});
