import type { Page, Request } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import * as landingTexts from '#content/landing-texts.ts';
import { texts } from '#content/texts.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { refreshCatalog } from '#server/catalog/mirror.ts';
import { sql } from '#server/db/drizzle.ts';
import { newsletterSignups } from '#server/db/tables.ts';
import { awaken, expectArrival, findForm, land, MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const OWN_CLOCK = '2031-02-03T04:05:06Z';

/** Moves the clock and the half minute after which an open page notices. */
async function pass(page: Page, to: string): Promise<void> {
  stage.world.moveClock(to);
  await page.clock.fastForward(31_000);
}

async function take(seats: number): Promise<void> {
  await stage.world.database.db.execute(
    sql`UPDATE event_capacity SET current_registrations = ${seats} WHERE event_date = '2025-09-20'`,
  );
}

afterEach(() => take(0));

test('when the last seats sell out, an open page says so within half a minute and keeps the input', async () => {
  const page = await land(stage, { browserClock: OWN_CLOCK });
  await page.locator('#hero').getByText('Seats from $20').waitFor();
  // Training has begun and is no longer sold. Early bird cost the same, so its end isn't announced.
  await pass(page, '2025-09-19T15:00:00Z');
  await page.locator('#agenda').getByText('No longer on sale').waitFor();
  await expect.poll(() => page.locator('#phase-news').textContent()).toBe('');
  const form = await findForm(page);
  await expect
    .poll(() => form.getByRole('radio', { name: /^Training \+ conference/ }).isDisabled())
    .toBe(true);
  await form.getByText(landingTexts.registration.saleEnded).waitFor();
  const seats = form.getByRole('group', { name: 'Which days will you attend?' }).locator('label');
  await seats.first().getByText('300 seats left').waitFor();

  await take(300 - 9);
  await page.clock.fastForward(31_000);
  await seats.first().getByText('Only 9 seats left').waitFor();
  const ten = form.getByRole('radio', { name: /^10-Person Package/ });
  await expect.poll(() => ten.isDisabled()).toBe(true);
  await form.getByText('There are not enough seats left for this package.').waitFor();

  await take(300);
  await page.clock.fastForward(31_000);
  await page.getByRole('heading', { name: 'Every seat is taken' }).waitFor();
  await form.getByText('Sold out', { exact: true }).waitFor();
  await expect.poll(() => form.getByRole('radio').count()).toBe(0);
  await expect.poll(() => form.getByRole('button').count()).toBe(0);
  await form.getByRole('link', { name: 'Get updates about open seats' }).click();
  await expectArrival(page.locator('#newsletter'));

  await take(0);
  await page.clock.fastForward(31_000);
  await ten.check();
  await expect.poll(() => form.getByRole('button', { name: 'Continue' }).isEnabled()).toBe(true);

  await form.getByLabel('First name').fill('Lata');
  await take(300);
  await page.clock.fastForward(31_000);
  await form.getByText('Sold out', { exact: true }).waitFor();
  await expect.poll(() => form.getByLabel('First name').inputValue()).toBe('Lata');
  // Even a submission without a button checks nothing.
  await form.evaluate((one) => (one as HTMLFormElement).requestSubmit());
  await expect.poll(() => form.getByText('There is a problem').count()).toBe(0);
});

test('an open page follows the event to its end by the server’s time, announces it, and is not reloaded', async () => {
  const packages = content.packages.map((one) => ({ ...one, earlyBirdPrice: one.earlyBirdPrice - 5_00 }));
  await seedCatalog(stage.world.sandbox.url, 'sk_test_world', packages);
  await refreshCatalog(stage.world.context());
  const page = await land(stage, { browserClock: OWN_CLOCK });
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const hero = page.locator('#hero');
  await hero.getByText('Early-bird seats from $15').waitFor();
  const news = page.locator('#phase-news');
  await seeCountdown(page);
  await seeCalm(page);
  await pass(page, MOMENTS.regular);
  await hero.getByText('Seats from $20').waitFor();
  await expect.poll(() => news.textContent()).toBe('Early-bird prices have ended.');

  // A request without a response is repeated.
  let asked = 0;
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
    },
  );
  await pass(page, MOMENTS.morning);
  await expect.poll(() => asked).toBe(1);
  await page.clock.fastForward(11_000);
  await hero.getByText(/^Happening now: Doors and check-in, until 9:00/).waitFor();
  expect(asked).toBeGreaterThan(1);
  await pass(page, '2025-09-20T15:30:00Z');
  await expect.poll(() => news.textContent()).toBe('The summit is under way');
  await followSchedule(page);

  const form = await findForm(page);
  await form.getByLabel('First name').fill('Lata');
  await pass(page, MOMENTS.ended);
  await expect.poll(() => news.textContent()).toBe('The summit has concluded');
  await hero.getByText(/^Thank you to everyone/).waitFor();
  await pass(page, MOMENTS.past);
  await expect.poll(() => news.textContent()).toBe('Registration is now closed');
  await hero.getByText(/^Thank you to everyone/).waitFor();
  await seeThanks(page);
  await expect.poll(() => form.count()).toBe(0);
  await expect
    .poll(() => page.getByRole('banner').getByRole('link').last().textContent())
    .toBe('Get updates');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  // Replaced parts hydrate like any other.
  const signup = page.locator('#newsletter-signup-hero');
  await signup.getByLabel('First name').fill('Ada');
  await page.locator('[data-ready] #newsletter-signup-hero').waitFor();
  await signup.getByRole('button').click();
  await signup.getByText('Last name is required').waitFor();
  await expect.poll(() => signup.getByLabel('First name').inputValue()).toBe('Ada');
  await signup.getByLabel('Last name').fill('Hero');
  await signup.getByLabel('Email').fill('hero@example.org');
  await signup.getByRole('button').click();
  await signup.getByRole('heading', { name: 'Thank You!' }).waitFor();
  const { email, source } = newsletterSignups;
  expect(await stage.world.database.db.select({ email, source }).from(newsletterSignups)).toEqual([
    { email: 'hero@example.org', source: 'hero' },
  ]);
});

/** On the event day, the line advances without a request. */
async function followSchedule(page: Page) {
  const line = page.locator('#hero [data-from]').filter({ visible: true });
  await expect
    .poll(() => line.allInnerTexts())
    .toEqual(['Happening now: Keynote: what children face online this year, until 10:00 AM']);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const [at, words] of [
    ['16:05', 'Up next: Keynote: how grooming works, and where it can be stopped, at 10:15 AM'],
    ['16:30', 'Happening now: Keynote: how grooming works, and where it can be stopped, until 11:00 AM'],
    ['18:00', 'Happening now: Lunch, until 1:30 PM'],
  ]) {
    await pass(page, `2025-09-20T${at}:00Z`);
    await expect.poll(() => line.allInnerTexts()).toEqual([words]);
  }
  // The browser may fetch pictures and the icon at any time.
  const isExpected = (path: string) => path === '/api/capacity-status' || path.startsWith('/assets/');
  expect(asked.filter((path) => !isExpected(path))).toEqual([]);
}

async function seeThanks(page: Page) {
  const registration = page.locator('#registration');
  await registration.getByText('Time and place').waitFor();
  await registration.getByRole('heading', { name: texts.closed.thanks }).waitFor();
  await registration.getByText(texts.closed.title).waitFor();
  for (const fact of ['Saturday, September 20, 2025', /^Sturm Hall - Davis Auditorium/, /^2130 S High St/])
    await registration.getByText(fact).waitFor();
}

/** The server's time counts, though the browser's clock is years away. */
async function seeCountdown(page: Page) {
  const serverLeft = () =>
    Math.floor((Date.parse('2025-09-20T15:00:00Z') - stage.world.sandbox.clock.now().getTime()) / 1000);
  const before = serverLeft();
  const left = await secondsLeft(page);
  // A busy machine may be seconds late.
  expect(left).toBeLessThanOrEqual(before + 10);
  expect(left).toBeGreaterThanOrEqual(serverLeft() - 10);

  // After half an hour of sleep it asks the server, and continues from that time.
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().includes('/api/')) open.add(request);
  });
  // A request whose body nobody reads does not finish.
  page.on('response', (response) => open.delete(response.request()));
  await page.clock.pauseAt(new Date(Date.parse(OWN_CLOCK) + 30 * 60_000));
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return Math.abs((await secondsLeft(page)) - serverLeft()) < 60 && open.size === 0;
    })
    .toBe(true);
  // Each response sets the clock, and the server's does not stand still. The next tick shows the last one's time.
  await page.clock.runFor(1000);
  const each = [await secondsLeft(page)];
  for (let second = 0; second < 3; second += 1) {
    await page.clock.runFor(1000);
    each.push(await secondsLeft(page));
  }
  const [first = 0] = each;
  expect(each).toEqual([first, first - 1, first - 2, first - 3]);
  await page.clock.resume();
}

/** With reduced motion, nothing moves by itself, and changes are instant. */
async function seeCalm(page: Page) {
  await awaken(page.locator('#topics'));
  await page.getByRole('button', { name: 'Start rotation' }).waitFor();
  const chosen = page.locator('#topics [aria-pressed=true]');
  const first = await chosen.textContent();
  await page.clock.fastForward(20_000);
  await expect.poll(() => chosen.textContent()).toBe(first);
  await page.getByRole('link', { name: 'Secure Your Spot Today' }).click();
  await expectArrival(page.locator('#registration'));
  const behavior = await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  expect(behavior).toBe('auto');
  // The countdown's seconds would move constantly.
  await page.evaluate(() => scrollTo(0, 0));
  await expect
    .poll(() => page.getByRole('timer').allInnerTexts())
    .toEqual([expect.not.stringMatching(/sec/)]);
  const change = await page.evaluate(() => {
    const intro = document.querySelector('#registration p')!;
    const before = intro.getBoundingClientRect().height;
    document.documentElement.style.fontSize = '200%';
    const after = intro.getBoundingClientRect().height;
    const moving = document.getAnimations().length;
    document.documentElement.style.fontSize = '';
    return { isLarger: after > 1.5 * before, moving };
  });
  expect(change).toEqual({ isLarger: true, moving: 0 });
}

/** The countdown's tiles in seconds. */
async function secondsLeft(page: Page): Promise<number> {
  const tiles = await page.getByRole('timer').locator('span:first-child').allTextContents();
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = tiles.map(Number);
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
