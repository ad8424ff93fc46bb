import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { startDemoWorld } from '#sandbox/demo-world.ts';
import { openBuiltPages } from '#server/http/pages.ts';
import { submitCard } from '#test/sandbox/stripe-stand.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { checkout, teamOfTen } from './factories.ts';
import { invite, joinDoor, PHONE, scanByHand, seeAdmitted } from './journeys/door-phone.ts';
import { freePort } from './outside.ts';
import { Visitor } from './visitor.ts';

/** Takes the README's screenshots from the built site: the landing page, the desk, and the door on a phone. */
const root = new URL('../', import.meta.url);
const pictures = fileURLToPath(new URL('docs/screenshots/', root));
const EVENT_MORNING = new Date('2025-09-20T14:20:00Z');
const PEOPLE = ['Ana', 'Ben', 'Chi', 'Dev', 'Eli', 'Fay', 'Gus', 'Hana', 'Ida'];

const data = await mkdtemp(join(tmpdir(), 'summit-pictures-'));
const port = await freePort();
const world = await startDemoWorld(
  { PORT: String(port), SANDBOX_PORT: String(await freePort()), DATA_DIR: data, LOG_LEVEL: 'silent' },
  { pages: await openBuiltPages(fileURLToPath(new URL('dist', root))), closedByBuild: false },
);
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
try {
  await mkdir(pictures, { recursive: true });
  const landing = await open('/', { width: 1280, height: 800 });
  await keep(landing, 'landing');

  await buy(teamOfTen());
  let hana = '';
  for (const firstName of PEOPLE) {
    const code = await buy(checkout({ firstName, email: `${firstName.toLowerCase()}@example.org` }));
    if (firstName === 'Hana') hana = code;
  }
  world.sandbox.clock.set(EVENT_MORNING);

  const desk = await open('/admin?tab=orders', { width: 1280, height: 800 });
  await desk
    .getByRole('table', { name: 'Orders' })
    .getByRole('button', { name: 'Ana Sample', exact: true })
    .waitFor();
  await keep(desk, 'desk');

  const door = await open('/door', PHONE);
  await joinDoor(door, await invite(await signIn(), 'steward'), 'Maria', 'Main entrance');
  await scanByHand(door, hana);
  await seeAdmitted(door, 'Hana Sample');
  await keep(door, 'door');
} finally {
  await browser.close();
  await world.stop();
  await rm(data, { recursive: true });
}

/** Returns the code of the first ticket. */
async function buy(body: unknown): Promise<string> {
  const visitor = new Visitor(world.siteUrl);
  const started = await visitor.post('/api/create-checkout-session', body);
  const { url, transactionId } = await started.json();
  await submitCard(url, { number: '4242 4242 4242 4242' });
  const { registrations } = await (await visitor.get(`/api/registrations/${transactionId}`)).json();
  return registrations[0].qrCodeData;
}

async function signIn(): Promise<Visitor> {
  const staff = new Visitor(world.siteUrl);
  await staff.signIn('admin@example.org');
  return staff;
}

async function open(path: string, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, reducedMotion: 'reduce' });
  const session = (await signIn()).cookie('session')!;
  if (path.startsWith('/admin')) {
    await context.addCookies([{ name: 'session', value: session, url: world.siteUrl, httpOnly: true }]);
  }
  const page = await context.newPage();
  await page.goto(world.siteUrl + path);
  await page.evaluate(() => document.fonts.ready);
  return page;
}

async function keep(page: Page, name: string): Promise<void> {
  const { width } = page.viewportSize()!;
  const picture = await sharp(await page.screenshot())
    .resize(Math.round(width * 1.25))
    .webp({ quality: 82 })
    .toBuffer();
  await writeFile(join(pictures, `${name}.webp`), picture);
}
