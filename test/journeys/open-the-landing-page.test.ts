import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { EARLY_BIRD } from '#test/world.ts';
import { type Landing, land as landOn, MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const MINUTE = 60_000;
const KILOBYTE = 1000;

const land = (options: Landing = {}) => landOn(stage, options);

const pressed = (page: Page) => page.locator('#topics [aria-pressed=true]').textContent();
const awake = (page: Page) =>
  page
    .locator('[data-awake=now]')
    .evaluateAll((islands) => islands.map((one) => one.getAttribute('data-island')));

test('before it is touched it counts down, and its script weighs next to nothing', async () => {
  const page = await stage.browser.open();
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js'))
      sizes.push(
        response
          .request()
          .sizes()
          .then((one) => one.responseBodySize),
      );
  });
  stage.world.moveClock(EARLY_BIRD);
  await page.goto(stage.world.siteUrl, { waitUntil: 'networkidle' });
  const timer = page.getByRole('timer');
  const atFirst = await timer.textContent();
  await expect.poll(() => timer.textContent()).not.toBe(atFirst);
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect({ isLoaded: total > 0, isSmall: total < 15 * KILOBYTE, awake: await awake(page) }).toEqual({
    isLoaded: true,
    isSmall: true,
    awake: [],
  });
});

test('what is further down is laid out by itself, and before somebody who comes back is put there', async () => {
  const page = await land();
  await expect.poll(() => page.locator('[data-later]').count()).toBe(0);
  const top = () =>
    page.locator('#sponsors').evaluate((section) => Math.round(section.getBoundingClientRect().top));
  await page.locator('#sponsors').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }));
  const before = await top();
  await page.reload({ waitUntil: 'networkidle' });
  await expect.poll(top).toBe(before);
});

test('who comes back is put where they were at once; only links that are followed are followed smoothly', async () => {
  const page = await land();
  const { behavior, y } = await page.evaluate(() => {
    document.querySelector('#agenda')!.scrollIntoView();
    return { behavior: getComputedStyle(document.documentElement).scrollBehavior, y: scrollY };
  });
  expect({ behavior, isAway: y > 500 }).toEqual({ behavior: 'auto', isAway: true });
  await page.goto(`${stage.world.siteUrl}/register`);
  await page.addInitScript(() => {
    const ways: number[] = [];
    Object.assign(window, { ways });
    addEventListener('scroll', () => ways.push(Math.round(scrollY)));
  });
  await page.goBack({ waitUntil: 'networkidle' });
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(Math.round(y));
  const ways = await page.evaluate(() => (window as unknown as { ways: number[] }).ways);
  expect([...new Set(ways)]).toEqual([Math.round(y)]);
  await page.getByRole('banner').getByRole('link', { name: 'Sponsors' }).click();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('smooth');
});

test('what is further down is laid out one part a picture, however many idle moments a picture has', async () => {
  const page = await stage.browser.open();
  await page.addInitScript(() => {
    Object.assign(window, { most: 0, parts: 0, requestIdleCallback: (act: () => void) => setTimeout(act) });
    let inPicture = 0;
    const countAnew = () => {
      inPicture = 0;
      requestAnimationFrame(countAnew);
    };
    requestAnimationFrame(countAnew);
    const counts = window as unknown as { most: number; parts: number };
    new MutationObserver((changes) => {
      inPicture += changes.length;
      counts.parts += changes.length;
      counts.most = Math.max(counts.most, inPicture);
    }).observe(document, { subtree: true, attributeFilter: ['data-later'] });
  });
  stage.world.moveClock(EARLY_BIRD);
  await page.goto(stage.world.siteUrl);
  await expect.poll(() => page.locator('[data-later]').count()).toBe(0);
  const { most, parts } = await page.evaluate(() => {
    const counts = window as unknown as { most: number; parts: number };
    return { most: counts.most, parts: counts.parts };
  });
  expect(parts).toBeGreaterThan(5);
  expect(most).toBe(1);
});

test('in a tab that was opened in the background all of it waits ready', async () => {
  const page = await stage.browser.open();
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    window.requestAnimationFrame = () => 0;
  });
  stage.world.moveClock(EARLY_BIRD);
  await page.goto(stage.world.siteUrl);
  await expect.poll(() => page.locator('[data-later]').count()).toBe(0);
});

test('no form is laid out with the first view, and a link to one leads there', async () => {
  const countForms = (page: Page) =>
    page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () =>
        Object.assign(window, { formsAtFirst: document.forms.length }),
      );
    });
  const page = await land({ prepare: countForms });
  const counted = () =>
    page.evaluate(() => [
      (window as unknown as { formsAtFirst: number }).formsAtFirst,
      document.querySelectorAll('[id^=newsletter-signup-] form').length,
    ]);
  expect(await counted()).toEqual([0, 2]);
  for (const hash of ['#newsletter', '#newsletter-signup-footer', '#sponsors']) {
    const visitor = await land({ hash });
    const top = () => visitor.locator(hash).evaluate((one) => Math.round(one.getBoundingClientRect().top));
    await expect.poll(top).toBe(96);
  }
});

test('the arcs are there at once, and rise by themselves after the first view', async () => {
  const noteRises = (page: Page) =>
    page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const rises = document.getAnimations().map(({ effect }) => {
          const { delay, duration } = effect!.getTiming();
          const frames = (effect as KeyframeEffect).getKeyframes();
          return {
            from: Math.round(delay!),
            for: duration,
            isHidden: frames.some((one) => 'opacity' in one),
          };
        });
        Object.assign(window, { rises });
      });
    });
  const page = await land({ prepare: noteRises });
  expect(await page.evaluate(() => (window as unknown as { rises: unknown }).rises)).toEqual(
    [300, 240, 180, 120, 60, 0].map((after) => ({ from: 900 + after, for: 300, isHidden: false })),
  );
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('the two ways to come stay in sight beside the open schedule', async () => {
  const page = await land();
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.locator('#agenda summary').click();
  const top = await page
    .locator('#agenda article')
    .last()
    .evaluate((card) => {
      scrollBy({ top: card.getBoundingClientRect().top + 300, behavior: 'instant' });
      return card.getBoundingClientRect().top;
    });
  expect(top).toBe(24);
});

test('topics go round until they are stopped', async () => {
  const page = await land();
  await page.locator('#topics').scrollIntoViewIfNeeded();
  await page.mouse.move(5, 5);
  const atFirst = await pressed(page);
  await expect.poll(() => pressed(page), { timeout: 15_000 }).not.toBe(atFirst);
  await page.getByRole('button', { name: 'Stop rotation' }).click();
  await page.getByRole('button', { name: 'Start rotation' }).waitFor();
  const stopped = await pressed(page);
  await page.waitForTimeout(4500);
  expect(await pressed(page)).toBe(stopped);
});

test('with reduced motion topics wait to be chosen', async () => {
  const page = await land({ reducedMotion: 'reduce' });
  await page.locator('#topics').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Start rotation' }).waitFor();
  await page.locator('#topics h3 button').nth(2).focus();
  await expect.poll(() => pressed(page)).toBe(await page.locator('#topics h3 button').nth(2).textContent());
});

test('the main button leads to the form, which is there on arrival', async () => {
  const page = await land();
  await page.getByRole('link', { name: 'Register for September 20th Summit' }).click();
  await page.locator('#registration form').waitFor();
  await expect
    .poll(() => page.locator('#registration').evaluate((one) => Math.abs(one.getBoundingClientRect().top)))
    .toBeLessThan(120);
});

test('a jump across the form ends where it was meant to', async () => {
  const page = await land();
  await page.getByRole('banner').getByRole('link', { name: 'Sponsors' }).click();
  await page.waitForTimeout(2000);
  const top = await page.locator('#sponsors').evaluate((one) => one.getBoundingClientRect().top);
  expect(Math.abs(top)).toBeLessThan(120);
});

describe('while it is open the event moves on', () => {
  test.each([
    ['early bird ends', '2025-08-07T00:00:00Z', /^Seats from/, 'Early-bird prices have ended.'],
    ['it begins', '2025-09-20T15:00:00Z', /^Sessions run until/, 'The summit is under way'],
    ['it is over', '2025-09-20T23:00:00Z', /^Thank you to everyone/, 'The summit has concluded'],
  ])('%s', async (_, at, sentence, news) => {
    const before = new Date(Date.parse(at) - MINUTE).toISOString();
    const page = await land({ at: before, browserClock: before });
    const hero = page.locator('#hero');
    expect(await hero.getByText(sentence).count()).toBe(0);
    stage.world.moveClock(at);
    await page.clock.fastForward(MINUTE);
    await hero.getByText(sentence).waitFor();
    expect(await page.locator('#phase-news').textContent()).toBe(news);
  });
});

test('after the event the form in the hero says what is missing, once somebody touches it', async () => {
  const page = await land({ at: '2025-09-22T16:00:00Z', hash: '#newsletter-signup-hero' });
  const form = page.locator('#newsletter-signup-hero');
  await form.getByLabel('First name').fill('Ada');
  await expect.poll(() => awake(page)).toContain('newsletter-hero');
  expect(await form.getByLabel('First name').inputValue()).toBe('Ada');
  await form.getByRole('button').click();
  await form.getByText('Last name is required').waitFor();
  await form.getByText('Valid email is required').waitFor();
});

test('a part that was touched before the script came wakes with it', async () => {
  stage.world.moveClock(MOMENTS.past);
  const page = await stage.browser.open();
  let letCome: () => void = () => {};
  const isWanted = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/\/assets\/landing-(?!loader)[\w-]+\.js$/, async (route) => {
    await isWanted;
    await route.continue();
  });
  await page.goto(stage.world.siteUrl, { waitUntil: 'load' });
  await page.locator('#newsletter-signup-hero').getByLabel('First name').fill('Ada');
  expect(await awake(page)).toEqual([]);
  letCome();
  await expect.poll(() => awake(page)).toEqual(['newsletter-hero']);
});

test('without a script everything is there, and links lead on', async () => {
  const page = await land({ javaScriptEnabled: false });
  await page.getByText('Show full schedule').click();
  await page.getByRole('heading', { name: 'Teen panel' }).waitFor();
  expect(await page.locator('#registration a[href="/register"]').count()).toBe(5);
  expect(await page.locator('#speakers li h3').count()).toBe(9);
});
