import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadedBy } from '#test/loaded-by.ts';
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
  const loaded = await loadedBy(page, async () => {
    await page.goto(stage.world.siteUrl + path);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
  });
  const addresses = new Set(loaded.map((request) => request.url()));
  const code = [...addresses].filter((one) => /\.(js|css)$/.test(new URL(one).pathname));
  expect(code.length).toBeGreaterThan(3);
  const sizes = await Promise.all(code.map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const known = new Map<string, Promise<number>>();

/** Most files are those of every tab. */
function sizeOf(address: string): Promise<number> {
  const size = known.get(address) ?? compress(address);
  known.set(address, size);
  return size;
}

async function compress(address: string): Promise<number> {
  const file = Buffer.from(await (await fetch(address)).arrayBuffer());
  return gzipSync(file, { level: 9 }).byteLength;
}

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
  await session.detach();
  expect(tooHeavy).toEqual({});
});
