import { get } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pendingRegistration } from '#test/factories.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const KILOBYTE = 1000;
const OF_THE_DOOR = /\/assets\/(check-in|zxing|qr-worker)[\w-]*\.(js|wasm)$/;

/** Addresses of what the page has loaded once nothing more comes. */
async function loadedBy(page: Page, path: string): Promise<string[]> {
  const addresses: string[] = [];
  page.on('response', (response) => addresses.push(response.url()));
  await page.goto(stage.world.siteUrl + path, { waitUntil: 'networkidle' });
  return [...new Set(addresses)];
}

/** Bytes of scripts and styles as they are sent to a browser that takes gzip. */
async function weigh(addresses: readonly string[]): Promise<number> {
  const code = addresses.filter((one) => /\.(js|css)$/.test(new URL(one).pathname));
  expect(code.length).toBeGreaterThan(2);
  const sizes = await Promise.all(code.map(transferred));
  return sizes.reduce((sum, size) => sum + size, 0);
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

test('the registration page weighs no more than 150 kB, and nothing of the door', async () => {
  const loaded = await loadedBy(await stage.browser.open(), '/register');
  expect(await weigh(loaded)).toBeLessThanOrEqual(150 * KILOBYTE);
  expect(loaded.filter((address) => OF_THE_DOOR.test(address))).toEqual([]);
});

test('the summary page weighs no more than 150 kB, and nothing of the door', async () => {
  const page = await stage.browser.open();
  const pending = JSON.stringify(pendingRegistration({ originalAmount: 20, isEarlyBird: true }));
  await page.addInitScript((text) => sessionStorage.setItem('pending-registration', text), pending);
  const loaded = await loadedBy(page, '/checkout');
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
  expect(await weigh(loaded)).toBeLessThanOrEqual(150 * KILOBYTE);
  expect(loaded.filter((address) => OF_THE_DOOR.test(address))).toEqual([]);
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
