import { expect, test } from 'vitest';
import { MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();
/** Longer than the first picture takes, so that it is drawn without what comes late. */
const LATE_MS = 1500;

test.each([
  ['/', 390],
  ['/', 1280],
  ['/register', 390],
  ['/register', 1280],
])('on %s at %i px nothing moves when fonts and figures come late', async (path, width) => {
  stage.world.moveClock(MOMENTS.earlyBird);
  const page = await stage.browser.open({ isFirstVisit: true, viewport: { width, height: 800 } });
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0, fontsAtFirst: -1 });
    const seen = window as unknown as { moved: number; fontsAtFirst: number };
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries())
        seen.moved += (shift as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver(() => {
      const own = [...document.fonts].filter((face) => face.family.includes('Variable'));
      seen.fontsAtFirst = own.filter((face) => face.status === 'loaded').length;
    }).observe({ type: 'paint', buffered: true });
  });
  await page.route(/\.woff2$|\/api\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.continue();
  });
  const lastFont = page.waitForResponse(/atkinson-hyperlegible-next/);
  await page.goto(stage.world.siteUrl + path);
  await lastFont;
  await page.evaluate(() => document.fonts.ready);
  const { moved, fontsAtFirst } = await page.evaluate(() => {
    const seen = window as unknown as { moved: number; fontsAtFirst: number };
    return { moved: seen.moved, fontsAtFirst: seen.fontsAtFirst };
  });
  expect(fontsAtFirst).toBe(0);
  expect(moved).toBeLessThanOrEqual(0.01);
});
