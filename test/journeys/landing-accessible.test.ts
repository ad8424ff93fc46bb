import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsAt } from './axe.ts';
import { findForm, type Landing, land, MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

/** How many pixels the page goes out at the side; what sticks out most. */
async function findOverhang(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const widest = [...document.querySelectorAll('main *, header *, footer *')].toSorted(
      (a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right,
    )[0];
    return `${scrollWidth - clientWidth} px: ${widest?.outerHTML.slice(0, 120)}`;
  });
}

describe('by the clock', () => {
  const stage = setStage();
  const open = (options: Landing = {}) => land(stage, { reducedMotion: 'reduce', ...options });

  test.each(Object.entries(MOMENTS))('%s has no violation', async (state, at) => {
    const page = await open({ at });
    if (state !== 'past') await findForm(page);
    await page.getByText('Show full schedule').click();
    await page.locator('#speakers summary').first().click();
    expect(await faultsAt(page, [1280, 390])).toEqual([]);
  });

  test.each([
    ['at 320 px', 320, ''],
    ['at 1280 px with text at 200 %', 1280, '200%'],
    ['at 640 px with text at 200 %', 640, '200%'],
  ])('nothing goes out at the side %s', async (_, width, size) => {
    const page = await open({ viewport: { width, height: 800 } });
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    await findForm(page);
    await page.getByText('Show full schedule').click();
    expect(await findOverhang(page)).toBeNull();
    if (width >= 1024) return;
    await page.getByRole('banner').locator('summary').click();
    expect(await findOverhang(page)).toBeNull();
  });

  test('before its script has come, the page offers to start what does not move', async () => {
    const page = await open({
      expected: [
        /^net::ERR_FAILED GET .*\/assets\/landing-[\w-]+\.js$/,
        /^exception: Failed to fetch dynamically imported module: .*\/assets\/landing-/,
      ],
      prepare: (own) => own.route('**/assets/landing-*.js', (route) => route.abort()),
    });
    expect(await page.getByRole('button', { name: /rotation$/ }).allInnerTexts()).toEqual(['Start rotation']);
  });

  test('with reduced motion nothing moves by itself', async () => {
    const page = await open({ browserClock: '2025-07-15T16:00:00Z' });
    await page.locator('#topics').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Start rotation' }).waitFor();
    const chosen = page.locator('#topics [aria-pressed=true]');
    const first = await chosen.textContent();
    await page.clock.fastForward(20_000);
    expect(await chosen.textContent()).toBe(first);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.getByRole('link', { name: 'Secure Your Spot Today' }).click();
    const { top, behaviour } = await page.evaluate(() => ({
      top: Math.abs(document.querySelector('#registration')!.getBoundingClientRect().top),
      behaviour: getComputedStyle(document.documentElement).scrollBehavior,
    }));
    expect({ isThere: top < 120, behaviour }).toEqual({ isThere: true, behaviour: 'auto' });
    // The seconds of the countdown would move all the time.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await page.getByRole('timer').allInnerTexts()).toEqual([expect.not.stringMatching(/sec/)]);
  });

  test('with reduced motion every change is there at once', async () => {
    const page = await open();
    const change = await page.evaluate(() => {
      const intro = document.querySelector('#registration p')!;
      const before = intro.getBoundingClientRect().height;
      document.documentElement.style.fontSize = '200%';
      const after = intro.getBoundingClientRect().height;
      return { isLarger: after > 1.5 * before, moving: document.getAnimations().length };
    });
    expect(change).toEqual({ isLarger: true, moving: 0 });
  });

  test('in forced colours what can be pressed has an edge, and the highlight still shows', async () => {
    const page = await open({ forcedColors: 'active' });
    await findForm(page);
    const controls = page.locator(
      'header summary, main a[class*="rounded-button"][class*="border-2"], main button[type]:not(.link), #newsletter input[type=text], #registration input',
    );
    const unseen = await controls.filter({ visible: true }).evaluateAll((all) =>
      all
        .filter((one) => {
          const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(one);
          const hasBorder = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0;
          const isNative = getComputedStyle(one).appearance === 'auto';
          const isFramed =
            one.closest('label, li, form') !== null && one.matches('[aria-pressed], [aria-label]');
          return !isNative && !isFramed && !(hasBorder && !/^rgba\(.*, 0\)$/.test(borderTopColor));
        })
        .map((one) => one.outerHTML.slice(0, 120)),
    );
    expect(await controls.count()).toBeGreaterThan(10);
    expect(unseen).toEqual([]);
    const edges = await page
      .locator('#topics li')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopColor));
    expect(edges.indexOf(edges[0]!, 1)).toBe(-1);
  });
});

describe('closed by the build', () => {
  const stage = setStage({ closedByBuild: true });

  test('it has no violation', async () => {
    const page = await land(stage, { at: MOMENTS.regular, reducedMotion: 'reduce' });
    expect(await faultsAt(page, [1280, 390])).toEqual([]);
  });
});
