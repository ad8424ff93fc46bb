import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { openBuiltPages } from '#server/http/pages.ts';
import { chromiumFlags, findChromium } from '../chromium.ts';
import { makeDataDirectory } from '../data-directory.ts';
import { invite, joinDoor, scanByHand } from '../journeys/door-phone.ts';
import { openBenchWorld } from './bench-world.ts';
import { fillHall } from './door.ts';
import type { Figure } from './figure.ts';
import { percentile } from './percentile.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const TICKETS = 5_000;
const SCANS = 30;
const STARTS = 5;
const SLOWED = 4;
const QUERIES = ['j sample 4', 'jnae sample 77', 'sample 3999', 'DSS000321', 'sample 12'];

/** A door phone with 5,000 tickets, on a CPU slowed four times: verdicts, look-up by name, and a start offline. */
export async function benchDoorInBrowser(): Promise<Figure[]> {
  const world = await openBenchWorld({ pages: await openBuiltPages(dist), now: '2025-09-20T14:10:00Z' });
  const profile = await makeDataDirectory('door-bench');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: [...chromiumFlags, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
    viewport: { width: 390, height: 844 },
    permissions: ['camera'],
  });
  try {
    const tokens = await fillHall(world.database.pool, TICKETS);
    const page = context.pages()[0]!;
    await joinDoor(page, await invite(await world.staff(), 'steward'), 'Maria', 'Main entrance');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    const verdicts = await timeVerdicts(page, tokens.slice(0, SCANS));
    const finds = await timeFinds(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await context.setOffline(true);
    const starts = await timeStarts(page);
    const slowed = `CPU slowed ${SLOWED} times`;
    return [
      {
        name: `code to verdict, ${slowed} (p95)`,
        goal: 100,
        measured: percentile(verdicts, 0.95),
        unit: 'ms',
      },
      {
        name: `key to results of 5,000 people, ${slowed} (p95)`,
        goal: 50,
        measured: percentile(finds, 0.95),
        unit: 'ms',
      },
      {
        name: 'start without a network to camera ready (p95)',
        goal: 1_500,
        measured: percentile(starts, 0.95),
        unit: 'ms',
      },
      { name: 'script of /door without the decoder, gzip', goal: 0.15, measured: await weigh(), unit: 'MB' },
    ];
  } finally {
    await context.close();
    await world.stop();
    await rm(profile, { recursive: true, force: true });
  }
}

interface Timed {
  readonly timed: { readonly waits: number[] };
}

/** From the code's last key to the frame with its verdict, which is on the phone's disk by then. */
async function timeVerdicts(page: Page, tokens: readonly string[]): Promise<number[]> {
  await page.evaluate(() => {
    const timed = { waits: [] as number[] };
    Object.assign(window, { timed });
    addEventListener(
      'keydown',
      async ({ key }) => {
        if (key !== 'Enter') return;
        const startedAt = performance.now();
        const frame = () => new Promise(requestAnimationFrame);
        while (!document.querySelector('section[aria-label=Verdict]')) await frame();
        await frame();
        timed.waits.push(performance.now() - startedAt);
      },
      { capture: true },
    );
  });
  for (const token of tokens) {
    await scanByHand(page, token);
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await verdict.getByText('Admitted', { exact: true }).waitFor();
    await verdict.waitFor({ state: 'detached' });
  }
  return page.evaluate(() => (window as unknown as Timed).timed.waits);
}

/** From each key to the frame with its results. */
async function timeFinds(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: 'Find by name' }).click();
  const field = page.getByLabel('Name, organization, number or short code');
  await field.waitFor();
  await page.evaluate(() => {
    const { waits } = (window as unknown as Timed).timed;
    waits.length = 0;
    addEventListener('input', async ({ timeStamp }) => {
      const frame = () => new Promise(requestAnimationFrame);
      await frame();
      await frame();
      waits.push(performance.now() - timeStamp);
    });
  });
  for (const query of QUERIES) {
    await field.fill('');
    await field.pressSequentially(query, { delay: 100 });
  }
  return page.evaluate(() => (window as unknown as Timed).timed.waits);
}

/** From the navigation to the camera's first frame. */
async function timeStarts(page: Page): Promise<number[]> {
  const waits: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    await page.reload({ waitUntil: 'commit' });
    const wait = await page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      while (!document.querySelector('video')?.videoWidth) await frame();
      return performance.now();
    });
    waits.push(wait);
  }
  return waits;
}

async function weigh(): Promise<number> {
  const folder = join(dist, 'door/assets');
  const scripts = (await readdir(folder)).filter(
    (name) => name.endsWith('.js') && !name.startsWith('qr-worker'),
  );
  const sizes = await Promise.all(
    scripts.map(async (name) => gzipSync(await readFile(join(folder, name))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}
