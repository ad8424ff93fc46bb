import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PageOptions } from '#test/browser.ts';
import { EARLY_BIRD } from '#test/world.ts';
import type { Stage } from './stage.ts';

/** An instant in each of the event's states. */
export const MOMENTS = {
  earlyBird: EARLY_BIRD,
  regular: '2025-08-20T16:00:00Z',
  /** On the event day, before the program starts. */
  morning: '2025-09-20T14:10:00Z',
  underWay: '2025-09-20T18:00:00Z',
  ended: '2025-09-20T23:30:00Z',
  past: '2025-09-22T16:00:00Z',
} as const;

interface Landing extends PageOptions {
  /** The server's time. */
  readonly at?: string;
  /** The browser's own clock; if set, it can also be moved. */
  readonly browserClock?: string;
  readonly hash?: string;
  /** Called before the page is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** The landing page as a visitor gets it at that time. */
export async function land(
  { world, browser }: Stage,
  { at = MOMENTS.earlyBird, browserClock, hash = '', prepare, ...options }: Landing,
): Promise<Page> {
  world.moveClock(at);
  const page = await browser.open(browserClock ? { ...options, isFirstVisit: true } : options);
  if (browserClock) await page.clock.install({ time: new Date(browserClock) });
  await prepare?.(page);
  await page.goto(`${world.siteUrl}/${hash}`);
  return page;
}

/** Waits until the part's start is at the top of the window, or the page can't scroll further. */
export async function expectArrival(part: Locator): Promise<void> {
  await expect
    .poll(() =>
      part.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
        return Math.abs(top) < 120 || (isAtEnd && top >= 0 && bottom <= innerHeight);
      }),
    )
    .toBe(true);
}

/** The island around `part`, once it is hydrated. */
export async function awaken(part: Locator): Promise<void> {
  await part.scrollIntoViewIfNeeded();
  await part.page().locator('[data-ready]').filter({ has: part }).or(part.locator('[data-ready]')).waitFor();
}

/** Scrolls to the registration form and waits until it is hydrated. */
export async function findForm(page: Page): Promise<Locator> {
  const section = page.locator('#registration');
  await section.evaluate((one) => one.scrollIntoView({ behavior: 'instant' }));
  const form = section.locator('[data-ready] form');
  await form.waitFor();
  return form;
}
