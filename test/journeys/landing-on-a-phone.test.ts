import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Landing, land, MOMENTS } from './land.ts';
import { type Stage, setStage } from './stage.ts';

const bar = (page: Page) => page.locator('#phone-bar');
const openOn = (stage: Stage, options: Landing = {}) =>
  land(stage, { viewport: { width: 390, height: 844 }, ...options });
const show = (page: Page, part: string) =>
  page.locator(part).evaluate((one) => one.scrollIntoView({ behavior: 'instant', block: 'center' }));

describe('without counting visits', () => {
  const stage = setStage();
  const open = (options?: Landing) => openOn(stage, options);

  test('the page is at most 8,500 px high, with snapping rows that scroll by keyboard', async () => {
    const page = await open();
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(8500);

    // Topics, venue, pictures and keynotes.
    const rows = page.locator('main .snap-row');
    const looks = await rows.evaluateAll((all) =>
      all.map((one) => [one.scrollWidth > one.clientWidth, getComputedStyle(one).scrollSnapType]),
    );
    expect(looks).toEqual(Array.from({ length: 4 }, () => [true, 'x mandatory']));

    const row = page.getByRole('group', { name: 'A day like ours, in ten pictures' });
    await row.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => row.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
    // On a wide screen there is nothing to scroll, so it isn't focusable.
    await page.setViewportSize({ width: 1280, height: 800 });
    await row.evaluate((one) => (one as HTMLElement).focus());
    expect(await row.evaluate((one) => one === document.activeElement)).toBe(false);
  });

  test('the email address in the footer breaks at its @, not within a word', async () => {
    const page = await open({ viewport: { width: 320, height: 640 } });
    // Each part on one line.
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

  test('the form opens when a package is chosen, even the preselected one, or at Continue', async () => {
    const page = await open();
    const form = page.locator('#registration [data-ready] form');
    const firstName = form.getByLabel('First name');
    await show(page, '#registration');
    await form.waitFor();
    expect(await firstName.isVisible()).toBe(false);
    await form.getByText('Individual Package').first().click();
    expect(await firstName.isVisible()).toBe(true);

    await page.reload();
    await show(page, '#registration');
    await form.waitFor();
    await form.getByRole('button', { name: 'Continue' }).click();
    expect(await firstName.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await form.getByText('There is a problem').count()).toBe(0);
    await form.getByRole('button', { name: 'Continue' }).click();
    await form.getByText('There is a problem').waitFor();
  });

  test('a bar of 64 px shows date, price and action once the hero is out of view', async () => {
    const page = await open();
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
  });

  test.each([
    [MOMENTS.morning, ['Today', 'Open my ticket']],
    [MOMENTS.past, []],
  ])('at %s the bar says %j', async (at, words) => {
    const page = await open({ at });
    await show(page, '#agenda h2');
    expect(await bar(page).locator('p, a').allTextContents()).toEqual(words);
    await expect.poll(() => bar(page).isVisible()).toBe(words.length > 0);
  });
});

describe('where visits may be counted', () => {
  const stage = setStage({ settings: { analyticsId: 'G-SAMPLE' } });

  test('the bar is hidden while the consent banner is open', async () => {
    const page = await openOn(stage);
    await page.getByRole('heading', { name: 'May we count visits?' }).waitFor();
    await show(page, '#agenda h2');
    await expect.poll(() => bar(page).evaluate((one) => (one as HTMLElement).hidden)).toBe(false);
    expect(await bar(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'No, thank you' }).click();
    await expect.poll(() => bar(page).isVisible()).toBe(true);
  });
});
