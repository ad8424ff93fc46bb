import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '#test/browser.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { DEV, type DemoPlace, findPlace, type RunningDemo, startDemo } from '#test/demo-process.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { awaken } from './land.ts';
import { shareBrowser } from './stage.ts';

let dataDir: string;
let database: TestDatabase;
let place: DemoPlace;
let dev: RunningDemo | undefined;
let browser: TestBrowser;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'summit-dev-'));
  database = await createTestDatabase();
  place = await findPlace(dataDir, database.url);
  browser = await shareBrowser();
});
afterAll(async () => {
  await browser?.clear();
  await dev?.terminate();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test('with live reload the site starts, and its pages hydrate', async () => {
  dev = await startDemo(place, EARLY_BIRD, DEV);
  const page = await browser.open();
  await page.goto(place.siteUrl);
  await awaken(page.locator('#topics'));
  const picture = page.locator('img[src*="/gallery-"]').first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await page.goto(`${place.siteUrl}/register`);
  await page.getByRole('heading', { name: 'Save your seat' }).waitFor();
  expect(browser.takeTrouble()).toEqual([]);
});
