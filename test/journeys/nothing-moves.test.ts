import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test.each([
  ['/', 390],
  ['/', 1280],
  ['/register', 390],
  ['/register', 1280],
])('on %s at %i px nothing shifts when fonts and figures load late', async (path, width) => {
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
  const { promise: isPainted, resolve: letCome } = Promise.withResolvers<void>();
  const late: Request[] = [];
  await page.route(/\.woff2$|\/api\//, async (route) => {
    late.push(route.request());
    await isPainted;
    await route.continue();
  });
  await page.goto(stage.world.siteUrl + path, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as unknown as { fontsAtFirst: number }).fontsAtFirst >= 0);
  letCome();
  await page.waitForLoadState();
  expect(late.some((request) => /atkinson-hyperlegible-next/.test(request.url()))).toBe(true);
  await Promise.all(late.map(async (request) => (await request.response())?.finished()));
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Layout shifts are reported after rendering.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
  const { moved, fontsAtFirst } = await page.evaluate(() => {
    const seen = window as unknown as { moved: number; fontsAtFirst: number };
    return { moved: seen.moved, fontsAtFirst: seen.fontsAtFirst };
  });
  expect(fontsAtFirst).toBe(0);
  expect(moved).toBeLessThanOrEqual(0.01);
});
