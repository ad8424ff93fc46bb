import { get } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkout, pendingRegistration } from '#test/factories.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const KILOBYTE = 1000;
const OF_THE_DOOR = /\/assets\/(check-in-tab|zxing|qr-worker)[\w-]*\.(js|wasm)$/;

const QUIET_MS = 500;

/** Addresses of what the page has loaded once nothing more comes, but not before `last`, which may wait for a calm moment. */
async function loadedBy(page: Page, path: string, last?: RegExp): Promise<string[]> {
  const addresses: string[] = [];
  page.on('response', (response) => addresses.push(response.url()));
  const lastCame = last && page.waitForResponse(last);
  await page.goto(stage.world.siteUrl + path, { waitUntil: 'networkidle' });
  await lastCame;
  for (let count = -1; count !== addresses.length; await page.waitForTimeout(QUIET_MS))
    count = addresses.length;
  return [...new Set(addresses)];
}

/** Bytes as they are sent to a browser that takes gzip. */
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

/** Of what the landing page loads before anybody touches it. */
async function loadedByLanding(): Promise<string[]> {
  const addresses = await loadedBy(await stage.browser.open({ isFirstVisit: true }), '/');
  // The page itself, once.
  expect(addresses.filter((one) => new URL(one).pathname === '/')).toHaveLength(1);
  return addresses;
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
  const loaded = await loadedBy(page, '/register', /\/register-main-[\w-]*\.js$/);
  expect(await weigh(loaded, '.js')).toBeLessThanOrEqual(120 * KILOBYTE);
  expect(loaded.filter((one) => one.endsWith('.css'))).toEqual([]);
  seeNoDoor(loaded);
  expect(await transferred(`${stage.world.siteUrl}/register`)).toBeLessThanOrEqual(25 * KILOBYTE);
});

test('the summary page has at most 150 kB of scripts, and nothing of the door', async () => {
  const page = await stage.browser.open({ isFirstVisit: true });
  const pending = JSON.stringify(pendingRegistration({ originalAmount: 20, isEarlyBird: true }));
  await page.addInitScript((text) => sessionStorage.setItem('pending-registration', text), pending);
  const loaded = await loadedBy(page, '/checkout');
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
  await seeLight(loaded);
});

test("the card form page has at most 150 kB of scripts besides the provider's, and nothing of the door", async () => {
  const body = { ...checkout(), provider: 'square' };
  const answer = await stage.world.visitor().post('/api/create-checkout-session', body);
  const { url } = (await answer.json()) as { url: string };
  const page = await stage.browser.open({ isFirstVisit: true });
  const loaded = await loadedBy(page, url);
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
  const { origin } = new URL(stage.world.siteUrl);
  await seeLight(loaded.filter((one) => new URL(one).origin === origin));
});

test('the landing page is light: scripts, styles, fonts and itself', async () => {
  const loaded = await loadedByLanding();
  // React is not among it: that comes with the first part that needs it.
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
  // Those that come before the first view need no other in their stead.
  const preloaded = [...html.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)];
  expect(preloaded.map(([, path]) => stage.world.siteUrl + path).toSorted()).toEqual(fonts.toSorted());
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style!);
  expect(styles).toHaveLength(1);
  expect(gzipSync(styles[0]!).byteLength).toBeLessThanOrEqual(12 * KILOBYTE);
  expect(gzipSync(html.replace(styles[0]!, '')).byteLength).toBeLessThanOrEqual(20 * KILOBYTE);
  expect(await transferred(`${stage.world.siteUrl}/`)).toBeLessThanOrEqual(32 * KILOBYTE);
  // Pictures come when they come near, of which there are none in the first view.
  expect(loaded.filter((one) => /\.(avif|webp|png|jpe?g)$/.test(one))).toEqual([]);
});

test('nothing comes from elsewhere', async () => {
  const loaded = await loadedByLanding();
  const { origin } = new URL(stage.world.siteUrl);
  expect(loaded.filter((one) => !one.startsWith('data:') && new URL(one).origin !== origin)).toEqual([]);
});

test("the door's own code comes with its tab alone", async () => {
  const page = await stage.browser.open({ expected: [/^401 GET .*\/api\/auth\/user/] });
  await page.goto(`${stage.world.siteUrl}/api/login?returnTo=/admin`);
  await page.getByRole('button', { name: 'door@example.org' }).click();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  const door = async (path: string) =>
    (await loadedBy(page, path)).filter((one) => OF_THE_DOOR.test(one)).length;
  expect(await door('/admin?tab=orders')).toBe(0);
  expect(await door('/admin?tab=check-in')).toBeGreaterThan(0);
});
