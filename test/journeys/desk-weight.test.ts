import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDesk } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const KILOBYTE = 1000;
const TABS = [
  'orders',
  'registrations',
  'newsletter',
  'stripe-products',
  'stripe-coupons',
  'product-mappings',
  'email-templates',
];

/** Scripts and styles that a page that knows nothing of the site loads for that address, in bytes as gzip sends them. */
async function weigh(page: Page, path: string): Promise<number> {
  await page.goto('about:blank');
  const addresses = new Set<string>();
  const underWay = new Set<Request>();
  const begin = (request: Request) => void underWay.add(request);
  const end = (request: Request) => {
    underWay.delete(request);
    if (/\.(js|css)$/.test(new URL(request.url()).pathname)) addresses.add(request.url());
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.goto(stage.world.siteUrl + path);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await expect
    .poll(async () => {
      await idle(page);
      return underWay.size;
    })
    .toBe(0);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  expect(addresses.size).toBeGreaterThan(3);
  const files = await Promise.all(
    [...addresses].map(async (one) => Buffer.from(await (await fetch(one)).arrayBuffer())),
  );
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).byteLength, 0);
}

/** Waits until the page has had the idle moment in which it may ask for more. */
const idle = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));

test('the first load of each tab has at most 200 kB of scripts and styles', async () => {
  const page = await openDesk(stage, '/admin?tab=newsletter');
  // As for somebody who has never been here: nothing is kept.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const tooHeavy: Record<string, number> = {};
  for (const tab of TABS) {
    const bytes = await weigh(page, `/admin?tab=${tab}`);
    if (bytes > 200 * KILOBYTE) tooHeavy[tab] = bytes;
  }
  expect(tooHeavy).toEqual({});
});
