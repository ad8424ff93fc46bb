import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { speakers } from '#content/speakers.ts';
import { topics } from '#content/topics.ts';
import { newsletterSignups } from '#server/db/tables.ts';
import { seeFocus, tabTo } from './keyboard.ts';
import { awaken, expectArrival, findForm, land } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('its links lead to their parts, going back restores the position, and its parts unfold', async () => {
  const page = await land(stage, { expected: [/privacy-page/, /dynamically imported module/] });
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
  await page.route(/\/assets\/privacy-page/, (route) => route.abort());
  await page.goto(`${stage.world.siteUrl}/privacy`);
  await page.getByRole('heading', { name: 'This page couldn’t be shown' }).waitFor();
  expect(await page.getByRole('link', { name: 'Go to the front page' }).getAttribute('href')).toBe('/');
  await page.unroute(/\/assets\/privacy-page/);
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'couldn’t' }).waitFor();
  await page.goBack();
  await expect.poll(y).toBe(before);

  const agenda = page.locator('#agenda');
  const rows = agenda
    .getByRole('list')
    .filter({ has: page.locator('time') })
    .locator('> li');
  expect(await rows.filter({ visible: true }).count()).toBe(0);
  await agenda.getByText('Show full schedule').click();
  expect(await rows.filter({ visible: true }).count()).toBe(12);
  expect(await agenda.getByText('Tentative', { exact: true }).isVisible()).toBe(true);
  // Its card is sticky, so that both ticket options stay in view.
  expect(
    await agenda
      .locator('article')
      .last()
      .evaluate((one) => getComputedStyle(one).position),
  ).toBe('sticky');
  await agenda.getByText('Hide full schedule').click();
  expect(await rows.filter({ visible: true }).count()).toBe(0);

  const form = await findForm(page);
  const packages = form.getByRole('group', { name: 'Choose your package' }).locator('label');
  expect(await form.getByRole('radio', { name: /^Individual Package/ }).isChecked()).toBe(true);
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
  expect(await host.getByText(speakers[0]!.bio).isVisible()).toBe(true);
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
  expect(await chosen()).toBe(1);
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
  expect(await bar(page).isVisible()).toBe(false);
  await hides('#agenda h2', false);
  expect(await bar(page).evaluate((one) => one.getBoundingClientRect().height)).toBe(64);
  expect(await bar(page).locator('p, a').allTextContents()).toEqual(['Sep 20 · from $20', 'Register']);
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
  expect(await firstName.isVisible()).toBe(false);
  await form.getByRole('button', { name: 'Continue' }).click();
  expect(await firstName.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await form.getByText('There is a problem').count()).toBe(0);
  await form.getByRole('button', { name: 'Continue' }).click();
  await form.getByText('There is a problem').waitFor();

  const row = page.getByRole('group', { name: 'A day like ours, in ten pictures' });
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => row.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
  // On a wide screen there is nothing to scroll, so it isn't focusable.
  await page.setViewportSize({ width: 1280, height: 800 });
  await row.evaluate((one) => (one as HTMLElement).focus());
  expect(await row.evaluate((one) => one === document.activeElement)).toBe(false);

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
  expect(await address.locator('span').evaluate(linesOf)).toEqual([1, 1, 1]);
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
    'Adults children will tell',
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
  expect(await isInSpeakers()).toBe(true);

  for (const part of ['#agenda', '#speakers']) {
    const details = page.locator(`${part} details`).first();
    const isOpen = () => details.evaluate((one: HTMLDetailsElement) => one.open);
    await details.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await isOpen()).toBe(true);
    await page.keyboard.press('Enter');
    expect(await isOpen()).toBe(false);
  }
});

const CALL = '**/api/newsletter/signup';
const REFUSED = /^\d{3} POST .*\/api\/newsletter\/signup$/;
type Source = 'registration_section' | 'footer';

const stored = () =>
  stage.world.database.db
    .select({ email: newsletterSignups.email, source: newsletterSignups.source })
    .from(newsletterSignups);
const boxOf = (page: Page, source: Source) => page.locator(`#newsletter-signup-${source}`);
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

async function fillIn(box: Locator, email: string) {
  await box.getByLabel('First name').fill('Nell');
  await box.getByLabel('Last name').fill('Letter');
  await box.getByLabel('Email').fill(email);
  // Before hydration it is a plain form post, which another test covers.
  await box.locator('xpath=ancestor::*[@data-ready]').waitFor();
}

async function signUp(page: Page, source: Source, email: string) {
  const box = boxOf(page, source);
  await fillIn(box, email);
  await box.getByRole('button', { name: 'Keep me posted' }).click();
  return box;
}

test('a visitor corrects and retries a signup once at a time, dismisses its toast, and signs up nobody twice', async () => {
  const page = await land(stage, { browserClock: '2025-07-15T16:00:00Z', expected: [REFUSED] });
  const box = boxOf(page, 'footer');
  await box.getByLabel('Email').fill('nobody');
  await box.locator('xpath=ancestor::*[@data-ready]').waitFor();
  await box.getByRole('button').click();
  for (const words of ['First name is required', 'Last name is required', 'Valid email is required']) {
    await box.getByText(words).waitFor();
  }
  expect(await box.getByLabel('First name').evaluate((one) => one === document.activeElement)).toBe(true);

  await page.route(CALL, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: '{"code":"unavailable","message":"The list is full today."}',
    }),
  );
  await signUp(page, 'footer', 'again@example.org');
  await expect.poll(() => toasts(page).allInnerTexts()).toEqual(['Signup Failed\nThe list is full today.']);
  await box.getByText('Signup Failed').waitFor();
  await box.getByText('The list is full today.').waitFor();
  expect(await box.getByLabel('Email').inputValue()).toBe('again@example.org');
  await page.unroute(CALL);

  let calls = 0;
  let letGo = () => {};
  const mayGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(CALL, async (route) => {
    calls += 1;
    await mayGo;
    await route.continue();
  });
  await box.getByRole('button').dblclick();
  const busy = box.getByRole('button', { name: 'Signing up…' });
  await busy.waitFor();
  expect(await busy.isDisabled()).toBe(true);
  await box.getByLabel('Email').press('Enter');
  letGo();
  await box.getByRole('heading', { name: 'Thank You!' }).waitFor();
  expect(await box.getByRole('textbox').count()).toBe(0);
  await page.unroute(CALL);
  expect({ calls, rows: await stored() }).toEqual({
    calls: 1,
    rows: [{ email: 'again@example.org', source: 'footer' }],
  });

  // One toast at a time: the second replaces the first.
  const card = toasts(page);
  await expect
    .poll(() => card.allInnerTexts())
    .toEqual(['Welcome aboard!\nYou are signed up for 2026 summit updates.']);
  await page.keyboard.press('F8');
  const viewport = page.getByRole('region', { name: /Notifications/ }).getByRole('list');
  await expect.poll(() => viewport.evaluate((one) => one.contains(document.activeElement))).toBe(true);

  const swipe = async (by: number) => {
    const { x, y } = (await card.boundingBox())!;
    await page.mouse.move(x + 150, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + 150 + by / 2, y + 8);
    await page.mouse.move(x + 150 + by, y + 8);
    await page.mouse.up();
  };
  await swipe(45);
  expect(await card.getAttribute('data-state')).toBe('open');
  await swipe(60);
  await expect.poll(() => card.count()).toBe(0);

  await page.mouse.move(4, 4);
  const second = await signUp(page, 'registration_section', 'AGAIN@example.org');
  await second.getByRole('heading', { name: 'Thank You!' }).waitFor();
  await expect
    .poll(() => card.allInnerTexts())
    .toEqual(['Already Subscribed\nThis email is already signed up for newsletter updates.']);
  expect(await stored()).toHaveLength(1);
  await page.clock.fastForward(3900);
  expect(await card.count()).toBe(1);
  await page.clock.fastForward(1200);
  await expect.poll(() => card.count()).toBe(0);
});

test('without JavaScript, menu, details and newsletter work; prices, seats and contact are readable', async () => {
  const page = await land(stage, {
    expected: [/^400 POST .*\/api\/newsletter\/signup$/],
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  await page.getByRole('banner').locator('summary').click();
  await page.getByRole('banner').getByRole('link', { name: 'Agenda' }).click();
  await expectArrival(page.locator('#agenda'));
  await page.getByText('Show full schedule').click();
  expect(await page.getByRole('heading', { name: 'Teen panel' }).isVisible()).toBe(true);
  const tile = page.locator('#speakers li').filter({ hasText: speakers[0]!.name });
  await tile.getByRole('heading').click();
  expect(await tile.getByText(speakers[0]!.bio).isVisible()).toBe(true);
  // Buttons that can't work aren't shown.
  expect(await page.getByRole('button', { name: /rotation$/ }).isVisible()).toBe(false);

  await page.getByRole('link', { name: 'Register for September 20th Summit' }).click();
  const section = page.locator('#registration');
  await expectArrival(section);
  expect(await section.getByRole('textbox').count()).toBe(0);
  expect((await section.allInnerTexts())[0]!.split(/\n+/)).toEqual([
    'Take your seat',
    'Three minutes, no account. You can check everything before you pay.',
    'The registration form needs JavaScript. You can also register by phone or email: (303) 555-0142, hello@example.org',
    'Conference',
    'September 20 · 300 seats left',
    'Individual Package',
    '$20',
    'instead of',
    '$99',
    'SAVE $79',
    '10-Person Package',
    '$200',
    'instead of',
    '$792',
    'SAVE $592',
    'Training + conference',
    'September 19–20 · 60 seats left',
    'Individual Package',
    '$1,500',
    '5-Person Package',
    '$3,500',
    '10-Person Package',
    '$5,000',
  ]);
  expect(
    await section.getByRole('link').evaluateAll((links) => links.map((one) => one.getAttribute('href'))),
  ).toEqual(['tel:+13035550142', 'mailto:hello@example.org']);

  // A browser takes this for an address.
  await send(page, 'noah@example');
  await page.getByRole('link', { name: 'Valid email is required' }).waitFor();
  expect({
    firstName: await page.getByLabel('First name').inputValue(),
    lastName: await page.getByLabel('Last name').inputValue(),
    email: await page.getByLabel('Email').inputValue(),
    organization: await page.getByLabel('Organization').inputValue(),
  }).toEqual({
    firstName: 'Noah',
    lastName: 'Scriptless',
    email: 'noah@example',
    organization: 'Plain & Co',
  });
  await page.getByLabel('Email').fill('noah.second@example.org');
  await page.getByRole('button').click();
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor();

  const rows = await stored();
  expect(rows.filter(({ email }) => email.startsWith('noah'))).toEqual([
    { email: 'noah.second@example.org', source: 'registration_section' },
  ]);

  await page.goto(`${stage.world.siteUrl}/register`);
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1, name: 'Save your seat' }).waitFor();
  expect([await main.getByRole('textbox').count(), await main.getByRole('button').count()]).toEqual([0, 0]);
  const [words] = await main.allInnerTexts();
  for (const said of ['The registration form needs JavaScript.', '300 seats left', '$20', '$5,000'])
    expect(words).toContain(said);
});

async function send(page: Page, email: string) {
  const form = page.locator('#newsletter-signup-registration_section form');
  await form.getByLabel('First name').fill('Noah');
  await form.getByLabel('Last name').fill('Scriptless');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Organization').fill('Plain & Co');
  await form.getByRole('button').click();
}
