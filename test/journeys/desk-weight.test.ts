import { gzipSync } from 'node:zlib';
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

/** Scripts and styles that the browser loads for that address, in bytes as gzip sends them. */
async function weigh(path: string): Promise<number> {
  const page = await openDesk(stage, '/admin?tab=newsletter');
  // As somebody does who has never been here: nothing is kept.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto('about:blank');
  const addresses = new Set<string>();
  page.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) addresses.add(response.url());
  });
  await page.goto(stage.world.siteUrl + path, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  expect(addresses.size).toBeGreaterThan(3);
  const files = await Promise.all(
    [...addresses].map(async (one) => Buffer.from(await (await fetch(one)).arrayBuffer())),
  );
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).byteLength, 0);
}

test.each(TABS)('the first load of /admin?tab=%s has at most 200 kB of scripts and styles', async (tab) => {
  const bytes = await weigh(`/admin?tab=${tab}`);
  expect(bytes).toBeLessThanOrEqual(200 * KILOBYTE);
});
