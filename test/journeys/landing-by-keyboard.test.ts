import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seeFocus, tabTo } from './keyboard.ts';
import { land, MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const MOST_STOPS = 150;

/** What has the focus, by its words; null when nothing has. */
function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const one = document.activeElement!;
    if (one === document.body) return null;
    const label = one instanceof HTMLInputElement ? one.labels?.[0] : null;
    return one.getAttribute('aria-label') ?? (label ?? one).textContent!.trim().replaceAll(/\s+/g, ' ');
  });
}

/** Tabs from the beginning to the end of the page. Throws where a stop cannot be seen. */
async function walk(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    await seeFocus(page);
    const name = await focused(page);
    if (name === null) return stops;
    stops.push(name);
    if (stops.length > MOST_STOPS) throw new Error(`no end after ${stops.slice(-5).join(' · ')}`);
  }
}

describe.each([1280, 390])('at %i px', (width) => {
  const open = (at: string = MOMENTS.earlyBird) => land(stage, { at, viewport: { width, height: 800 } });

  test('every stop from the first to the last can be seen', async () => {
    const page = await open();
    const stops = await walk(page);
    const place = (start: string) => stops.findIndex((one) => one.startsWith(start));
    expect([stops[0], stops.at(-1)]).toEqual(['Skip to the content', 'Admin']);
    const order = [
      'Register for September 20th Summit',
      'Stop rotation',
      'Games and chat under 13',
      'Adults whom children will tell',
      'Secure Your Spot Today',
      'Show full schedule',
      'Choose your ticket',
      'Open the map',
      'Get 2026 Updates',
      'Keep me posted',
    ].map(place);
    expect(order).not.toContain(-1);
    // The form, in place of the offers or after them.
    expect(stops.filter((one) => one === 'Phone')).toHaveLength(1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(stops.filter((one) => one === 'Keep me posted')).toHaveLength(2);
    const isInMenu = width === 390;
    expect(stops[2]).toBe(isInMenu ? 'Menu' : 'Topics');
  });

  test('after the event, too', async () => {
    const stops = await walk(await open(MOMENTS.past));
    expect([stops[0], stops.at(-1)]).toEqual(['Skip to the content', 'Admin']);
  });

  test('the skip link leads past the header', async () => {
    const page = await open();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Register for September 20th Summit');
  });
});

test('topics are chosen with the keyboard, and their turning is stopped before them', async () => {
  const page = await land(stage, { browserClock: '2025-07-15T16:00:00Z' });
  const chosen = page.locator('#topics [aria-pressed=true]');
  await tabTo(page, 'button', /^Stop rotation/);
  // The focus wakes the part; a key before that has no effect.
  await page.locator('[data-island=topics][data-awake=now]').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Start rotation' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => chosen.textContent()).toBe('When images are used as threats');
  await page.clock.fastForward(20_000);
  expect(await chosen.textContent()).toBe('When images are used as threats');
});

test('who is among the offers when the form comes finds it after them', async () => {
  let letCome = () => {};
  const mayCome = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  const page = await land(stage, {
    prepare: (own) =>
      own.route('**/registration-desk-*.js', async (route) => {
        await mayCome;
        await route.continue();
      }),
  });
  const registration = page.locator('#registration');
  const offers = registration.getByRole('link', { name: /^Register: / });
  await offers.first().focus();
  letCome();
  await registration.locator('form').waitFor();
  expect(await offers.first().evaluate((one) => one === document.activeElement)).toBe(true);
  for (let left = await offers.count(); left > 0; left -= 1) await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^Conference/);
  await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toMatch(/^Register: 10-Person Package/);
});

test('who was among the offers before the script came gets the form, too', async () => {
  const page = await land(stage, {
    prepare: (own) =>
      own.addInitScript(() => {
        // One that has seen nothing yet.
        window.IntersectionObserver = class extends IntersectionObserver {
          override observe() {}
        };
      }),
  });
  const registration = page.locator('#registration');
  await registration
    .getByRole('link', { name: /^Register: / })
    .first()
    .focus();
  await registration.locator('form').waitFor({ timeout: 10_000 });
});

test('the narrow menu is opened, leads on, and is closed', async () => {
  const page = await land(stage, { viewport: { width: 390, height: 800 } });
  const menu = page.getByRole('banner').locator('details');
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Topics');
  await seeFocus(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => menu.evaluate((one: HTMLDetailsElement) => one.open)).toBe(false);
  await page.keyboard.press('Tab');
  const isInSpeakers = () =>
    page.evaluate(() => document.querySelector('#speakers')!.contains(document.activeElement));
  expect(await isInSpeakers()).toBe(true);
});

test('the schedule and what a speaker is known for open with Enter', async () => {
  const page = await land(stage);
  const open = (selector: string) => page.locator(`${selector} details`).first();
  for (const part of ['#agenda', '#speakers']) {
    await open(part).locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await open(part).evaluate((one: HTMLDetailsElement) => one.open)).toBe(true);
    await page.keyboard.press('Enter');
    expect(await open(part).evaluate((one: HTMLDetailsElement) => one.open)).toBe(false);
  }
});
