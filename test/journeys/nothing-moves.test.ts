import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadedBy } from '#test/loaded-by.ts';
import { MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('nothing shifts when fonts and figures load late, and the landing page loads nothing that it does not need', async () => {
  const { siteUrl } = stage.world;
  stage.world.moveClock(MOMENTS.earlyBird);
  const page = await stage.browser.open({ isFirstVisit: true });
  await page.addInitScript(watchShifts);
  const withheld = await withholdFontsAndFigures(page);
  for (const [path, width] of [
    ['/', 1280],
    ['/', 390],
    ['/register', 390],
    ['/register', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const loaded = await loadedBy(page, () => withheld.until(() => paint(page, siteUrl + path)));
    expect(withheld.take().some((request) => /atkinson-hyperlegible-next/.test(request.url()))).toBe(true);
    const { moved, fontsAtFirst } = await shiftsOf(page);
    expect([path, width, fontsAtFirst]).toEqual([path, width, 0]);
    expect(moved).toBeLessThanOrEqual(0.01);
    if (path === '/' && width === 1280) await seeLight(page, loaded);
  }
});

/** Runs in the page. */
function watchShifts(): void {
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
}

/** Fonts and calls wait until the end of what `until` runs. */
async function withholdFontsAndFigures(page: Page) {
  let isPainted: Promise<void>;
  let late: Request[] = [];
  await page.route(/\.woff2$|\/api\//, async (route) => {
    late.push(route.request());
    await isPainted;
    await route.continue();
  });
  return {
    async until(run: () => Promise<void>) {
      const { promise, resolve: letCome } = Promise.withResolvers<void>();
      isPainted = promise;
      await run();
      letCome();
      await page.waitForLoadState();
      await Promise.all(late.map(async (request) => (await request.response())?.finished()));
    },
    take() {
      const taken = late;
      late = [];
      return taken;
    },
  };
}

async function paint(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as unknown as { fontsAtFirst: number }).fontsAtFirst >= 0);
}

async function shiftsOf(page: Page) {
  return page.evaluate(async () => {
    await document.fonts.ready;
    // Layout shifts are reported after rendering.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    const { moved, fontsAtFirst } = window as unknown as { moved: number; fontsAtFirst: number };
    return { moved, fontsAtFirst };
  });
}

/** Before any interaction; `src/server/page-weight.test.ts` weighs the scripts. */
async function seeLight(page: Page, loaded: readonly Request[]): Promise<void> {
  const { siteUrl } = stage.world;
  const addresses = [...new Set(loaded.map((request) => request.url()))];
  const elsewhere = addresses.filter((one) => !one.startsWith('data:') && !one.startsWith(`${siteUrl}/`));
  expect(elsewhere).toEqual([]);
  const endingIn = (ending: string) => addresses.filter((one) => one.endsWith(ending));
  expect(endingIn('.css')).toEqual([]);
  // React isn't included; it comes with the first island that hydrates.
  expect(
    endingIn('.js')
      .map((one) => /\/assets\/(.*)-.{7}\.js$/.exec(one)?.[1])
      .toSorted(),
  ).toEqual(['first', 'public-page']);
  // One for headlines and one for text.
  const fonts = endingIn('.woff2').toSorted();
  expect(fonts.map((one) => /\/([a-z-]+)-wght-normal-[^/]*$/.exec(one)?.[1])).toEqual([
    'atkinson-hyperlegible-next-latin',
    'bricolage-grotesque-latin',
  ]);
  const sizes = await Promise.all(
    fonts.map(async (one) => (await (await fetch(one)).arrayBuffer()).byteLength),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(80_000);
  const { preloaded, tops } = await page.evaluate(() => ({
    preloaded: [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')].map(
      ({ href }) => href,
    ),
    tops: [...document.images]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect().top),
  }));
  // Fonts in the first view are preloaded and need no fallback.
  expect(preloaded.toSorted()).toEqual(fonts);
  // How early lazy pictures load is the browser's choice, and there are none in the first view.
  expect(tops.length).toBeGreaterThan(0);
  expect(tops.filter((top) => top < 800)).toEqual([]);
}
