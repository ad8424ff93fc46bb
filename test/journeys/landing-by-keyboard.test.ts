import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seeFocus, tabTo } from './keyboard.ts';
import { land, MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const MOST_STOPS = 150;

/** The focused element's text; null if nothing has the focus. */
function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const one = document.activeElement!;
    if (one === document.body) return null;
    const label = one instanceof HTMLInputElement ? one.labels?.[0] : null;
    const words = label ?? (one as HTMLElement);
    // biome-ignore lint/performance/useDomNodeTextContent: a button has words that are not shown.
    return one.getAttribute('aria-label') ?? words.innerText.trim().replaceAll(/\s+/g, ' ');
  });
}

/** Tabs from the start to the end of the page. Throws if a stop isn't visible. */
async function tabThrough(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    await seeFocus(page);
    // Focus hydrates an island, which may add stops. Nobody tabs on within milliseconds.
    await page.waitForFunction(() => {
      const part = document.activeElement?.closest<HTMLElement>('[data-island]');
      return !part || 'ready' in part.dataset;
    });
    const name = await focused(page);
    if (name === null) return stops;
    stops.push(name);
    if (stops.length > MOST_STOPS)
      throw new Error(`Tab never reached the end of the page; last stops: ${stops.slice(-5).join(' · ')}`);
  }
}

test.each([1280, 390])('at %i px every stop from the first to the last is visible', async (width) => {
  const page = await land(stage, { viewport: { width, height: 800 } });
  const stops = await tabThrough(page);
  const place = (start: string) => stops.findIndex((one) => one.startsWith(start));
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
  ].map(place);
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(stops.filter((one) => one === 'Keep me posted')).toHaveLength(2);
});

test('on a phone every stop after the event is visible', async () => {
  const page = await land(stage, { at: MOMENTS.past, viewport: { width: 390, height: 800 } });
  const stops = await tabThrough(page);
  expect([stops[0], stops.at(-1)]).toEqual(['Skip to the content', 'Admin']);
});

test('topics are chosen by keyboard, and their rotation can be stopped first', async () => {
  const page = await land(stage, { browserClock: '2025-07-15T16:00:00Z', reducedMotion: 'no-preference' });
  const chosen = page.locator('#topics [aria-pressed=true]');
  await tabTo(page, 'button', /^Stop rotation/);
  // Focus hydrates the island; a key before that has no effect.
  await page.locator('[data-island=topics][data-ready]').waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Start rotation' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => chosen.textContent()).toBe('When images are used as threats');
  await page.clock.fastForward(20_000);
  expect(await chosen.textContent()).toBe('When images are used as threats');
});

test('the skip link, the narrow menu, the schedule and a speaker open and lead on with Enter', async () => {
  const page = await land(stage, { viewport: { width: 390, height: 800 } });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Register for September 20th Summit');

  const menu = page.getByRole('banner').locator('details');
  await menu.locator('summary').focus();
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
