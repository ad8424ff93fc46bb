import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { landingTexts } from '#content/landing-texts.ts';
import { newsletter } from '#content/newsletter.ts';
import { speakers } from '#content/speakers.ts';
import { texts } from '#content/texts.ts';
import { sql } from '#server/db/drizzle.ts';
import { findForm, land, MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

const REGISTER = 'Register for September 20th Summit';

/** What a visitor is told at a moment, gathered from all over the page. */
async function whatItSays(page: Page) {
  const hero = page.locator('#hero');
  const shows = (words: string) => hero.getByText(words).isVisible();
  return {
    headline: await hero.getByRole('heading', { level: 1 }).textContent(),
    register: await hero.getByRole('link', { name: REGISTER }).isVisible(),
    countdown: await hero.getByRole('timer').isVisible(),
    isEarlyBird: await shows('Early-bird seats from $20'),
    isUnderWay: await shows(texts.underWay),
    heroNewsletter: await page.locator('#newsletter-signup-hero form').isVisible(),
    headerButton: await page.getByRole('banner').getByRole('link').last().textContent(),
    registration: await page.locator('#registration h2').textContent(),
    guide: await page.locator('#registration a[href="/participant-guide.pdf"]').isVisible(),
    isClosed: await page.locator('#registration').getByText(texts.closed.title).isVisible(),
    concluded: (await page.locator('main').textContent())?.match(/concluded/g)?.length ?? 0,
  };
}

const selling = {
  headline: landingTexts.headline,
  register: true,
  countdown: true,
  isEarlyBird: false,
  isUnderWay: false,
  heroNewsletter: false,
  headerButton: 'Register',
  registration: landingTexts.registration.title,
  guide: false,
  isClosed: false,
  concluded: 0,
};
const over = { headline: texts.concluded.title, countdown: false, register: false, heroNewsletter: true };
const STATES = {
  earlyBird: { ...selling, isEarlyBird: true },
  regular: selling,
  underWay: { ...selling, countdown: false, isUnderWay: true },
  // Seats are sold until midnight, but nothing invites to a day that is over.
  ended: { ...selling, ...over, headerButton: 'Get updates', concluded: 1 },
  past: {
    ...selling,
    ...over,
    headerButton: 'Get updates',
    registration: texts.closed.thanks,
    guide: true,
    isClosed: true,
    concluded: 2,
  },
};
type State = keyof typeof STATES;

describe('by the clock', () => {
  const stage = setStage();
  /** Moves the clock and lets the half minute pass after which an open page hears of it. */
  const pass = async (page: Page, to: string) => {
    stage.world.moveClock(to);
    await page.clock.fastForward(31_000);
  };

  afterEach(async () => {
    await stage.world.database.db.execute(sql`UPDATE event_capacity SET current_registrations = 0`);
  });

  test.each(Object.keys(STATES) as State[])('a page that is opened when it is %s', async (state) => {
    const page = await land(stage, { at: MOMENTS[state] });
    expect(await whatItSays(page)).toEqual(STATES[state]);
  });

  test('a page that stays open goes through them all without being loaded again', async () => {
    const page = await land(stage, { browserClock: '2025-07-15T16:00:00Z' });
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const registration = page.locator('#registration');
    expect(await whatItSays(page)).toEqual(STATES.earlyBird);
    for (const state of ['regular', 'underWay', 'ended', 'past'] as const) {
      await pass(page, MOMENTS[state]);
      await expect.poll(() => whatItSays(page)).toEqual(STATES[state]);
    }
    await registration.getByText('It took place').waitFor();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });

  test('an answer that never comes is asked for anew', async () => {
    const page = await land(stage, { browserClock: '2025-07-15T16:00:00Z' });
    let asked = 0;
    await page.route(
      ({ pathname }) => pathname === '/',
      (route) => {
        asked += 1;
        if (asked > 1) return route.continue();
      },
    );
    await pass(page, MOMENTS.regular);
    await expect.poll(() => whatItSays(page), { timeout: 20_000 }).toEqual(STATES.regular);
    expect(asked).toBe(2);
  });

  test('a form that is open when registration closes gives way to a word about it', async () => {
    const page = await land(stage, { at: MOMENTS.underWay, browserClock: '2025-07-15T16:00:00Z' });
    const form = await findForm(page);
    await form.getByLabel('First name').fill('Lata');
    await pass(page, MOMENTS.past);
    const registration = page.locator('#registration');
    await registration.getByRole('heading', { name: texts.closed.title }).waitFor();
    await registration.getByText(texts.closed.text).waitFor();
    for (const fact of ['Saturday, 20 September 2025', /^Sturm Hall - Davis Auditorium/, /^2130 S High St/])
      await registration.getByText(fact).waitFor();
    expect(await form.count()).toBe(0);
  });

  test('training is no longer sold once it has begun', async () => {
    const page = await land(stage, { at: '2025-09-19T15:00:00Z' });
    const form = await findForm(page);
    const training = form.getByRole('radio', { name: /^Training \+ conference/ });
    expect(await training.isDisabled()).toBe(true);
    await form.getByText(landingTexts.registration.saleEnded).waitFor();
    expect(await form.getByRole('radio', { name: /^Conference/ }).isEnabled()).toBe(true);
  });

  test('the last seats go while the page is open, and it says so within half a minute', async () => {
    const page = await land(stage, { browserClock: '2025-07-15T16:00:00Z' });
    const form = await findForm(page);
    const seats = form.getByRole('group', { name: 'Which days will you join?' }).locator('label');
    await seats.first().getByText('300 seats left').waitFor();

    await take(300 - 9);
    await page.clock.fastForward(31_000);
    await seats.first().getByText('Only 9 seats left').waitFor();
    const ten = form.getByRole('radio', { name: /^10-Person Package/ });
    await expect.poll(() => ten.isDisabled()).toBe(true);
    await form.getByText('There are not enough seats left for this package.').waitFor();

    await take(300);
    await page.clock.fastForward(31_000);
    await seats.first().getByText('Sold out').waitFor();
    await form.getByText('This package is sold out.').first().waitFor();
    expect(await form.getByRole('radio', { checked: true }).count()).toBe(0);
    const button = form.getByRole('button', { name: 'Continue' });
    expect(await button.isDisabled()).toBe(true);
    await button.click({ force: true });
    expect(await form.getByText('There is a problem').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('with the form on the page one timer alone looks at the seats, and the clock hears of its answers', async () => {
    const page = await land(stage, { browserClock: '2025-07-15T16:00:00Z' });
    const form = await findForm(page);
    await form.getByText('300 seats left').first().waitFor();
    const looks: Promise<unknown>[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/capacity-status')) looks.push(request.response());
    });
    await page.clock.pauseAt(new Date('2025-07-15T16:02:00Z'));
    await Promise.all(looks.splice(0));
    let total = 0;
    for (let second = 0; second < 90; second += 1) {
      await page.clock.runFor(1000);
      total += (await Promise.all(looks.splice(0))).length;
    }
    expect(total).toBe(3);
  });

  test('sold out before: every ticket says so and none can be had', async () => {
    await take(300);
    const page = await land(stage, { at: '2025-07-16T16:00:00Z', javaScriptEnabled: false });
    const tickets = page.locator('#registration article');
    expect(await tickets.count()).toBe(5);
    expect(await tickets.getByText('Sold out', { exact: true }).count()).toBe(5);
    expect(await page.locator('#registration a[href="/register"]').count()).toBe(0);
    expect(await page.getByRole('link', { name: /Register|Secure Your Spot/ }).count()).toBe(0);
    expect(
      await page.getByRole('banner').getByRole('link', { name: 'Get updates' }).first().getAttribute('href'),
    ).toBe('#newsletter');
  });

  test('seats that cannot be looked at are not spoken of, and the form works', async () => {
    await stage.world.database.db.execute(sql`ALTER TABLE event_capacity RENAME TO mislaid`);
    try {
      const page = await land(stage, {
        at: '2025-07-17T16:00:00Z',
        expected: [/^net::ERR_FAILED GET .*\/api\/capacity-status$/],
        prepare: (own) => own.route('**/api/capacity-status', (route) => route.abort()),
      });
      const form = await findForm(page);
      expect(await form.getByRole('radio', { name: /^Individual Package/ }).isEnabled()).toBe(true);
      expect(await page.locator('#registration').textContent()).not.toMatch(/seats? left|sold out/i);
      expect(await form.getByRole('button', { name: 'Continue' }).isEnabled()).toBe(true);
    } finally {
      await stage.world.database.db.execute(sql`ALTER TABLE mislaid RENAME TO event_capacity`);
    }
  });

  test.each([
    [
      'cannot be read',
      'ALTER TABLE speakers RENAME TO mislaid',
      'ALTER TABLE mislaid RENAME TO speakers',
      '18',
    ],
    ['are none', 'DELETE FROM speakers', 'SELECT 1', '19'],
  ])('where the speakers %s there are nine of our own', async (_, before, after, day) => {
    await stage.world.database.db.execute(sql.raw(before));
    try {
      const page = await land(stage, { at: `2025-07-${day}T16:00:00Z` });
      expect(await page.locator('#speakers li h3').allInnerTexts()).toEqual(
        speakers.map(({ name, marker }) => (marker === 'mystery' ? 'Coming July' : name)),
      );
      expect(speakers).toHaveLength(9);
    } finally {
      await stage.world.database.db.execute(sql.raw(after));
    }
  });

  async function take(seats: number): Promise<void> {
    await stage.world.database.db.execute(
      sql`UPDATE event_capacity SET current_registrations = ${seats} WHERE event_date = '2025-09-20'`,
    );
  }
});

describe('closed by the build', () => {
  const stage = setStage({ closedByBuild: true });

  test('it says closed, and not that the event is over', async () => {
    const page = await land(stage, { at: MOMENTS.regular });
    expect(await whatItSays(page)).toEqual({
      ...selling,
      register: false,
      heroNewsletter: true,
      headerButton: 'Get updates',
      registration: texts.closed.thanks,
      guide: true,
      isClosed: true,
    });
    await page.locator('#hero').getByText(texts.closed.title).waitFor();
    expect(await page.locator('#newsletter-signup-hero h2').textContent()).toBe(newsletter.title);
  });
});
