import { get } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkout, pendingRegistration } from '#test/factories.ts';
import { loadedBy } from '#test/loaded-by.ts';
import { openDesk } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const KILOBYTE = 1000;
const OF_THE_DESK = /\/assets\/desk-[\w-]*\.js$/;
const OF_THE_DOOR = /\/assets\/(check-in-tab|zxing|qr-worker)[\w-]*\.(js|wasm)$/;

/** Addresses that the page loads before any interaction; `untilThere` waits for the last one. */
async function addressesOf(
  page: Page,
  path: string,
  untilThere: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const loaded = await loadedBy(page, async () => {
    await page.goto(stage.world.siteUrl + path);
    await untilThere();
  });
  return [...new Set(loaded.map((request) => request.url()))];
}

/** Bytes as sent to a browser that accepts gzip. */
async function weigh(addresses: readonly string[], ending: '.js' | '.css'): Promise<number> {
  const files = addresses.filter((one) => new URL(one).pathname.endsWith(ending));
  expect(files.length).toBeGreaterThan(0);
  const sizes = await Promise.all(files.map(transferred));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function seeLight(loaded: readonly string[]) {
  expect(await weigh(loaded, '.js')).toBeLessThanOrEqual(150 * KILOBYTE);
  expect(await weigh(loaded, '.css')).toBeLessThanOrEqual(15 * KILOBYTE);
  seeNoDoor(loaded);
}

function seeNoDoor(loaded: readonly string[]) {
  expect(loaded.filter((address) => OF_THE_DOOR.test(address))).toEqual([]);
}

function transferred(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.byteLength;
      });
      response.on('end', () => {
        expect(response.headers['content-encoding']).toBe('gzip');
        resolve(size);
      });
    });
    request.on('error', reject);
  });
}

test('the registration page has at most 120 kB of scripts, its style inlined, and nothing of the door', async () => {
  const page = await stage.browser.open({ isFirstVisit: true });
  const script = page.waitForResponse(/\/register-main-[\w-]*\.js$/);
  const loaded = await addressesOf(page, '/register', () => script);
  expect(await weigh(loaded, '.js')).toBeLessThanOrEqual(120 * KILOBYTE);
  expect(loaded.filter((one) => one.endsWith('.css'))).toEqual([]);
  seeNoDoor(loaded);
  expect(await transferred(`${stage.world.siteUrl}/register`)).toBeLessThanOrEqual(25 * KILOBYTE);
});

test('the summary page has at most 150 kB of scripts, and nothing of the door', async () => {
  const page = await stage.browser.open({ isFirstVisit: true });
  const pending = JSON.stringify(pendingRegistration({ originalAmount: 20, isEarlyBird: true }));
  await page.addInitScript((text) => sessionStorage.setItem('pending-registration', text), pending);
  const pay = page.getByRole('button', { name: 'Pay $20.00' });
  await seeLight(await addressesOf(page, '/checkout', () => pay.waitFor()));
});

test("the card form page has at most 150 kB of scripts besides the provider's, and nothing of the door", async () => {
  const body = { ...checkout(), provider: 'square' };
  const response = await stage.world.visitor().post('/api/create-checkout-session', body);
  const { url } = (await response.json()) as { url: string };
  const page = await stage.browser.open({ isFirstVisit: true });
  const pay = page.getByRole('button', { name: 'Pay $20.00' });
  const loaded = await addressesOf(page, url, () => pay.waitFor());
  const { origin } = new URL(stage.world.siteUrl);
  await seeLight(loaded.filter((one) => new URL(one).origin === origin));
});

test('the landing page is light: scripts, styles, fonts and itself; nothing comes from elsewhere', async () => {
  const page = await stage.browser.open({ isFirstVisit: true });
  const loaded = await addressesOf(page, '/');
  const { origin } = new URL(stage.world.siteUrl);
  expect(loaded.filter((one) => !one.startsWith('data:') && new URL(one).origin !== origin)).toEqual([]);
  // React isn't included; it comes with the first island that hydrates.
  expect(await weigh(loaded, '.js')).toBeLessThanOrEqual(15 * KILOBYTE);
  expect(loaded.filter((one) => one.endsWith('.css'))).toEqual([]);
  const fonts = loaded.filter((one) => one.endsWith('.woff2'));
  const fontSizes = await Promise.all(
    fonts.map(async (one) => (await (await fetch(one)).arrayBuffer()).byteLength),
  );
  expect(fonts.length).toBeGreaterThan(0);
  // One for headlines and one for text.
  expect(fonts.map((one) => /\/([a-z-]+)-wght-normal-[^/]*$/.exec(one)?.[1]).toSorted()).toEqual([
    'atkinson-hyperlegible-next-latin',
    'bricolage-grotesque-latin',
  ]);
  expect(fontSizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(80 * KILOBYTE);

  const html = await (await fetch(stage.world.siteUrl)).text();
  // Fonts in the first view are preloaded and need no fallback.
  const preloaded = [...html.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)];
  expect(preloaded.map(([, path]) => stage.world.siteUrl + path).toSorted()).toEqual(fonts.toSorted());
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style!);
  expect(styles).toHaveLength(1);
  expect(gzipSync(styles[0]!).byteLength).toBeLessThanOrEqual(12 * KILOBYTE);
  expect(gzipSync(html.replace(styles[0]!, '')).byteLength).toBeLessThanOrEqual(20 * KILOBYTE);
  expect(await transferred(`${stage.world.siteUrl}/`)).toBeLessThanOrEqual(32 * KILOBYTE);
  // Pictures load lazily, how early is the browser's choice, and there are none in the first view.
  expect(html).not.toMatch(/<img (?![^>]*\bloading="lazy")/);
  const pictures = await page.locator('img').all();
  const tops = await Promise.all(pictures.map(async (one) => (await one.boundingBox())?.y));
  expect(tops.length).toBeGreaterThan(0);
  expect(tops.filter((top) => top !== undefined && top < page.viewportSize()!.height)).toEqual([]);
});

test.each([
  ['an order', '/confirmation/none', 'Order Not Found'],
  ["a ticket's own page", '/my-ticket#none', 'My ticket'],
  ["a seat's link", '/claim#none', 'Take your seat'],
])('%s has nothing of the desk', async (_, path, title) => {
  const expected = [/40[034] /];
  const page = await stage.browser.open({ isFirstVisit: true, expected });
  const seen = page.getByRole('heading', { name: title });
  const loaded = await addressesOf(page, path, () => seen.waitFor());
  expect(loaded.filter((one) => OF_THE_DESK.test(one))).toEqual([]);
});

test("the door's own code comes with its tab alone", async () => {
  const page = await openDesk(stage, '/admin?tab=newsletter', { as: 'door@example.org' });
  const door = async (path: string, seen: Locator) =>
    (await addressesOf(page, path, () => seen.waitFor())).filter((one) => OF_THE_DOOR.test(one)).length;
  expect(await door('/admin?tab=orders', page.getByRole('searchbox'))).toBe(0);
  expect(await door('/admin?tab=check-in', page.getByLabel('Paste or type a ticket code'))).toBeGreaterThan(
    0,
  );
});
