import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { speakers } from '#content/speakers.ts';
import { topics } from '#content/topics.ts';
import { seeFocus, tabTo } from './keyboard.ts';
import { awaken, expectArrival, findForm, land } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('its links lead to their parts, going back restores the position, and its parts unfold', async () => {
  const page = await land(stage, { expected: [/find-my-ticket-page/, /dynamically imported module/] });
  for (const [name, anchor] of [
    ['Agenda', '#agenda'],
    ['Sponsors', '#sponsors'],
    ['Register for September 20th Summit', '#registration'],
    ['Get 2026 Updates', '#newsletter'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await expectArrival(page.locator(anchor));
  }

  const y = () => page.evaluate(() => Math.round(scrollY));
  await page.locator('#sponsors').evaluate((one) => one.scrollIntoView({ behavior: 'instant' }));
  const before = await y();
  await page.reload();
  await expect.poll(y).toBe(before);
  // A page whose script is missing says so, and offers a way on.
  await page.route(/\/assets\/find-my-ticket-page/, (route) => route.abort());
  await page.goto(`${stage.world.siteUrl}/find-my-ticket`);
  await page.getByRole('heading', { name: 'This page couldn’t be shown' }).waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: 'Go to the home page' }).getAttribute('href'))
    .toBe('/');
  await page.unroute(/\/assets\/find-my-ticket-page/);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'couldn’t' }).waitFor();
  await page.goBack();
  await expect.poll(y).toBe(before);

  const agenda = page.locator('#agenda');
  const rows = agenda
    .getByRole('list')
    .filter({ has: page.locator('time') })
    .locator('> li');
  await expect.poll(() => rows.filter({ visible: true }).count()).toBe(0);
  await agenda.getByText('Show full schedule').click();
  await expect.poll(() => rows.filter({ visible: true }).count()).toBe(12);
  await expect.poll(() => agenda.getByText('Tentative', { exact: true }).isVisible()).toBe(true);
  // Its card is sticky, so that both ticket options stay in view.
  expect(
    await agenda
      .locator('article')
      .last()
      .evaluate((one) => getComputedStyle(one).position),
  ).toBe('sticky');
  await agenda.getByText('Hide full schedule').click();
  await expect.poll(() => rows.filter({ visible: true }).count()).toBe(0);

  const form = await findForm(page);
  const packages = form.getByRole('group', { name: 'Choose your package' }).locator('label');
  await expect.poll(() => form.getByRole('radio', { name: /^Individual Package/ }).isChecked()).toBe(true);
  await form.getByRole('radio', { name: /^Training \+ conference/ }).check();
  const said = (await packages.allInnerTexts()).map((one) => one.split(/\n+/));
  expect(said.map((lines) => [lines[0], lines.at(-1)])).toEqual([
    ['Individual Package', '$1,500'],
    ['5-Person Package', '$3,500'],
    ['10-Person Package', '$5,000'],
  ]);

  const picture = page.locator('figure img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
    .toBe(true);

  const tiles = page.locator('#speakers li');
  const host = tiles.filter({ hasText: speakers[0]!.name });
  await host.getByText('Host of the day', { exact: true }).click();
  await expect.poll(() => host.getByText(speakers[0]!.bio).isVisible()).toBe(true);
  const looks = await tiles.evaluateAll((all) => {
    const widthOf = (tile: Element | undefined) => tile!.querySelector('img')!.getBoundingClientRect().width;
    const emcee = all.find((one) => one.textContent.includes('EMCEE'));
    return {
      isKeynoteLarger: widthOf(all[0]) > 1.25 * widthOf(emcee),
      ofMystery: getComputedStyle(all.at(-1)!.querySelector('svg, img')!).filter,
    };
  });
  expect(looks).toEqual({ isKeynoteLarger: true, ofMystery: expect.stringMatching(/^blur\(/) });
});

test('the highlight advances by itself; pointer and keyboard select a topic, and the button stops it', async () => {
  const page = await land(stage, { browserClock: '2025-07-15T16:00:00Z', reducedMotion: 'no-preference' });
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
  await expect.poll(chosen).toBe(2);

  // From its release: not early, then one after the other.
  await page.mouse.move(4, 4);
  await expect.poll(async () => page.locator('#topics [aria-live]').getAttribute('aria-live')).toBe('off');
  await page.clock.runFor(3999);
  await expect.poll(chosen).toBe(2);
  for (const next of [3, 0]) {
    await page.clock.runFor(next === 3 ? 1 : 4000);
    await expect.poll(chosen).toBe(next);
  }

  // By keyboard, the button comes before the topics.
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('#hero a').last().focus();
  await tabTo(page, 'button', /^Stop rotation/);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Start rotation' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(chosen).toBe(1);
  await page.clock.runFor(20_000);
  await expect.poll(chosen).toBe(1);
  await page.getByRole('button', { name: 'Start rotation' }).click();
  await page.getByRole('button', { name: 'Stop rotation' }).waitFor();
  await page.mouse.move(4, 4);
  await page.clock.runFor(4000);
  await expect.poll(chosen).toBe(2);
});

const bar = (page: Page) => page.locator('#phone-bar');
const show = (page: Page, part: string) =>
  page.locator(part).evaluate((one) => one.scrollIntoView({ behavior: 'instant', block: 'center' }));

test('on a phone, the page is short, its rows snap, a bar leads to the form, and the form opens at Continue', async () => {
  const page = await land(stage, { viewport: { width: 390, height: 844 } });
  // Topics, venue, pictures and keynotes.
  const looks = await page.evaluate(async () => {
    await document.fonts.ready;
    return {
      height: document.documentElement.scrollHeight,
      rows: [...document.querySelectorAll('main .snap-row')].map((one) => [
        one.scrollWidth > one.clientWidth,
        getComputedStyle(one).scrollSnapType,
      ]),
    };
  });
  expect(looks.height).toBeLessThanOrEqual(8500);
  expect(looks.rows).toEqual(Array.from({ length: 4 }, () => [true, 'x mandatory']));

  // A bar of 64 px shows date, price and action once the hero is out of view.
  const hides = async (part: string, isHidden: boolean) => {
    await show(page, part);
    await expect.poll(async () => [part, await bar(page).isHidden()]).toEqual([part, isHidden]);
  };
  await expect.poll(() => bar(page).isVisible()).toBe(false);
  await hides('#agenda h2', false);
  expect(await bar(page).evaluate((one) => one.getBoundingClientRect().height)).toBe(64);
  await expect
    .poll(() => bar(page).locator('p, a').allTextContents())
    .toEqual(['Sep 20 · from $20', 'Register']);
  // Hidden at parts with their own form or button, and at the end.
  await hides('#registration', true);
  await hides('#speakers', false);
  await hides('#newsletter form', true);
  await hides('footer', true);
  await hides('#agenda h2', false);
  await bar(page).getByRole('link').click();
  await expect.poll(() => bar(page).isHidden()).toBe(true);

  const form = page.locator('#registration [data-ready] form');
  const firstName = form.getByLabel('First name');
  await form.waitFor();
  await expect.poll(() => firstName.isVisible()).toBe(false);
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => firstName.evaluate((one) => one === document.activeElement)).toBe(true);
  await expect.poll(() => form.getByText('There is a problem').count()).toBe(0);
  await form.getByRole('button', { name: 'Continue' }).click();
  await form.getByText('There is a problem').waitFor();

  const row = page.getByRole('group', { name: 'A day like ours, in ten pictures' });
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => row.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
  // On a wide screen there is nothing to scroll, so it isn't focusable.
  await page.setViewportSize({ width: 1280, height: 800 });
  await row.evaluate((one) => (one as HTMLElement).focus());
  await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(false);

  // The email address in the footer breaks at its @, not within a word: each part is on one line.
  await page.setViewportSize({ width: 320, height: 640 });
  const linesOf = (text: Element) =>
    [...text.childNodes].flatMap((part) => {
      if (part.nodeType !== Node.TEXT_NODE) return [];
      const range = document.createRange();
      range.selectNodeContents(part);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  const address = page.getByRole('contentinfo').getByRole('link', { name: /@/ });
  await expect.poll(() => address.locator('span').evaluate(linesOf)).toEqual([1, 1, 1]);
});

const MOST_STOPS = 150;

/** Tabs from the start to the end of the page. Throws if a stop isn't visible. */
async function tabThrough(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const { name, isReady } = await seeFocus(page);
    if (name === null) return stops;
    // Focus hydrates an island, which may add stops. Nobody tabs on within milliseconds.
    if (!isReady) await expect.poll(async () => (await seeFocus(page)).isReady, { interval: 20 }).toBe(true);
    stops.push(name);
    if (stops.length > MOST_STOPS)
      throw new Error(`Tab never reached the end of the page; last stops: ${stops.slice(-5).join(' · ')}`);
  }
}

function expectOrder(stops: readonly string[], width: number) {
  expect([stops[0], stops.at(-1)]).toEqual(['Skip to the content', 'Admin']);
  expect(stops[2]).toBe(width === 390 ? 'Menu' : 'Topics');
  const order = [
    'Register for September 20th Summit',
    'Start rotation',
    'Games and chat under 13',
    'The adults children turn to',
    'Secure Your Spot Today',
    'Show full schedule',
    'Choose your ticket',
    'Open the map',
    'Conference',
    'Individual Package',
    // On phones, the fields open once a package is chosen.
    ...(width === 390 ? [] : ['Phone']),
    'Continue',
    'Get 2026 Updates',
    'Keep me posted',
  ].map((start) => stops.findIndex((one) => one.startsWith(start)));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(stops.filter((one) => one === 'Keep me posted')).toHaveLength(2);
}

test('by keyboard, every stop is visible, on a phone and at a desk; skip link, menu, schedule and speakers open with Enter', async () => {
  const page = await land(stage, { viewport: { width: 390, height: 800 } });
  expectOrder(await tabThrough(page), 390);
  await page.setViewportSize({ width: 1280, height: 800 });
  expectOrder(await tabThrough(page), 1280);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect((await seeFocus(page)).name).toBe('Register for September 20th Summit');

  const menu = page.getByRole('banner').locator('details');
  await menu.locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect((await seeFocus(page)).name).toBe('Topics');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => menu.evaluate((one: HTMLDetailsElement) => one.open)).toBe(false);
  await page.keyboard.press('Tab');
  const isInSpeakers = () =>
    page.evaluate(() => document.querySelector('#speakers')!.contains(document.activeElement));
  await expect.poll(isInSpeakers).toBe(true);

  for (const part of ['#agenda', '#speakers']) {
    const details = page.locator(`${part} details`).first();
    const isOpen = () => details.evaluate((one: HTMLDetailsElement) => one.open);
    await details.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect.poll(isOpen).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(isOpen).toBe(false);
  }
});
