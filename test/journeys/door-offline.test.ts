import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Board } from '#contract/door-day.ts';
import { submitCard } from '#sandbox/stripe/test-stand.ts';
import type { TestBrowser } from '#test/browser.ts';
import { chromiumFlags, findHeadlessShell } from '#test/chromium.ts';
import { makeDataDirectory } from '#test/data-directory.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type DemoPlace, findPlace, type RunningDemo, startDemo } from '#test/demo-process.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { Visitor } from '#test/visitor.ts';
import {
  admitOfTeam,
  countsOn,
  joinDoor,
  PHONE,
  scanByHand,
  seeAdmitted,
  seeAllSent,
  seeWaiting,
  verdictOn,
} from './door-phone.ts';
import { shareBrowser } from './stage.ts';

const BEFORE = '2025-09-18T16:00:00Z';
const DOORS_OPEN = '2025-09-20T14:10:00Z';
const LATER = '2025-09-20T15:00:00Z';

const NO_NETWORK = [
  /^net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED) /,
  /^net::ERR_INCOMPLETE_CHUNKED_ENCODING GET .*\/api\/door\/stream$/,
];

/** Three phones and a crashing site take longer than one visitor's errand. */
const TIME_LIMIT = { timeout: 240_000 };

let dataDir: string;
let database: TestDatabase;
let place: DemoPlace;
let demo: RunningDemo | undefined;
let browser: TestBrowser;
let staff: Visitor;
/** The browser of `openProfile`. */
let opened: BrowserContext | undefined;
/** Ticket codes by first name. */
let alone: Record<string, string>;
let team: Record<string, string>;

beforeAll(async () => {
  dataDir = await makeDataDirectory('door');
  database = await createTestDatabase();
  place = await findPlace(dataDir, database.url);
  browser = await shareBrowser();
  demo = await startDemo(place, BEFORE);
  staff = new Visitor(place.siteUrl);
  await staff.signIn('door@example.org');
  alone = {
    ...(await buy(checkout({ firstName: 'Ada', lastName: 'Alone', organization: '' }))),
    ...(await buy(checkout({ firstName: 'Bert', lastName: 'Alone', organization: '' }))),
  };
  // Eight of ten seats have a name.
  const named = ['Jane', 'Bo', 'Cleo', 'Dan', 'Eve', 'Flo', 'Gil', 'Hal'];
  team = await buy(
    teamOfTen({
      teamMembers: named.map((firstName) => ({
        firstName,
        lastName: 'Sample',
        email: `${firstName.toLowerCase()}@example.org`,
        track: 'caregivers',
      })),
    }),
  );
  await moveClock(DOORS_OPEN);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') process.stderr.write(await browser.describePages());
  expect(browser.takeTrouble()).toEqual([]);
});
afterAll(async () => {
  await opened?.close();
  await browser?.clear();
  await demo?.terminate();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function moveClock(now: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const moved = await fetch(`${place.sandboxUrl}/clock`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ now }),
  });
  expect(moved.status).toBe(200);
}

/** Buys tickets for these people; returns the codes by first name. */
async function buy(body: unknown): Promise<Record<string, string>> {
  const visitor = new Visitor(place.siteUrl);
  const started = await visitor.post('/api/create-checkout-session', body);
  const { url, transactionId } = (await started.json()) as { url: string; transactionId: string };
  await submitCard(url, { email: 'buyer@example.org' });
  return eventually(async () => {
    const bought = await (await visitor.get(`/api/registrations/${transactionId}`)).json();
    const people = bought.registrations as { firstName: string; qrCodeData: string }[];
    expect(people.every((one) => one.qrCodeData)).toBe(true);
    return Object.fromEntries(people.map((one) => [one.firstName, one.qrCodeData]));
  });
}

/** The link of an invitation for one phone. */
async function invite(role: 'steward' | 'supervisor'): Promise<string> {
  const invited = await staff.post('/api/admin/door/invitations', { role, maxPhones: 1 });
  return ((await invited.json()) as { url: string }).url;
}

async function openPhone(role: 'steward' | 'supervisor', person: string, door: string): Promise<Page> {
  const page = await browser.open({
    isFirstVisit: true,
    viewport: PHONE,
    expected: NO_NETWORK,
  });
  await joinDoor(page, await invite(role), person, door);
  return page;
}

/** The phone now sends each upload twice, or gets no response because the upload crashes the server. */
async function sendOddly(page: Page, how: 'twice' | 'into the void', onSent = async () => {}): Promise<void> {
  await page.exposeFunction('onSent', onSent);
  await page.evaluate((odd) => {
    const send = window.fetch;
    let isFirst = true;
    window.fetch = async (input, init) => {
      const isUpload = String(input).endsWith('/api/door/sync') && String(init?.body).includes('"kind"');
      if (!isUpload) return send(input, init);
      if (odd === 'twice') {
        await send(input, init);
        return send(input, init);
      }
      if (!isFirst) return send(input, init);
      await send(input, init);
      // Only once sent, because the network may not be back yet.
      isFirst = false;
      await (window as unknown as { onSent(): Promise<void> }).onSent();
      throw new TypeError('no response');
    };
  }, how);
}

async function board(): Promise<Board> {
  const response = await staff.get('/api/admin/live');
  expect(response.status).toBe(200);
  return (await response.json()) as Board;
}

test(
  'three doors without a network decide for themselves, and one truth stands afterwards',
  TIME_LIMIT,
  async () => {
    const maria = await openPhone('steward', 'Maria', 'Main entrance');
    const jo = await openPhone('steward', 'Jo', 'Garage');
    const kim = await openPhone('supervisor', 'Kim', 'High Street entrance');
    const phones = [maria, jo, kim];
    for (const page of phones) await page.context().setOffline(true);
    for (const page of phones) await page.getByText(/^Offline since .* · no scans waiting$/).waitFor();

    await scanByHand(maria, alone.Ada!);
    await seeAdmitted(maria, 'Ada Alone');
    await scanByHand(maria, team.Jane!);
    await maria.getByRole('heading', { name: 'Sample School, team of 10 · 0 inside' }).waitFor();
    await admitOfTeam(maria, { others: ['Bo Sample'] });
    await seeWaiting(maria, 3);

    await scanByHand(jo, alone.Ada!);
    await seeAdmitted(jo, 'Ada Alone');
    await scanByHand(jo, alone.Bert!);
    await verdictOn(jo).getByText('Bert Alone').waitFor();
    await jo.getByRole('button', { name: 'Undo', exact: true }).click();
    await jo.getByText('Undone: Bert Alone').first().waitFor();
    await scanByHand(jo, team.Cleo!);
    await admitOfTeam(jo, { named: ['Nina New'] });
    await scanByHand(jo, alone.Ada!);
    await verdictOn(jo).getByText('Already admitted').waitFor();
    await verdictOn(jo)
      .getByText(/^At 8:\d\d, by this phone$/)
      .waitFor();
    await verdictOn(jo).getByRole('button', { name: 'Next ticket' }).click();
    await seeWaiting(jo, 6);

    await scanByHand(kim, team.Jane!);
    await admitOfTeam(kim, { named: ['Otto New', 'Pia New'] });
    await kim.getByRole('navigation', { name: 'Door' }).getByRole('button', { name: 'Find by name' }).click();
    await kim.getByLabel('Name, company, number or short code').fill('b alone');
    await kim.getByRole('button', { name: 'Admit Bert Alone' }).click();
    await seeAdmitted(kim, 'Bert Alone');
    await seeWaiting(kim, 6);

    // They come back online in any order.
    const [first, second, third] = phones.toSorted(() => Math.random() - 0.5) as [Page, Page, Page];
    await sendOddly(first, 'twice');
    const dead = Promise.withResolvers<void>();
    await sendOddly(second, 'into the void', async () => {
      await killSite();
      dead.resolve();
    });
    await sendOddly(third, 'twice');
    await first.context().setOffline(false);
    await seeAllSent(first);
    await second.context().setOffline(false);
    await dead.promise;
    demo = await startDemo(place, LATER);
    await seeAllSent(second);
    await third.context().setOffline(false);
    await seeAllSent(third);

    const told = await board();
    expect({
      ...told,
      byDoor: Object.fromEntries(told.byDoor.map((one) => [one.door, one.arrived])),
    }).toMatchObject({
      arrived: 7,
      byDoor: { 'Main entrance': 3, 'High Street entrance': 2, Garage: 2 },
      waiting: 0,
    });
    expect(
      told.duplicates.map(({ name, admitted, duplicate }) => [name, admitted.by, duplicate.by]).toSorted(),
    ).toEqual([
      ['Ada Alone', 'Maria', 'Jo'],
      ['Jane Sample', 'Maria', 'Kim'],
    ]);
    expect(told.over.map(({ name, by }) => [name, by])).toEqual([['Pia New', 'Kim']]);
    await eventually(async () => {
      const counts = await Promise.all(phones.map(countsOn));
      expect(new Set(counts).size).toBe(1);
    });
    await maria.getByText('Ada Alone was admitted at another door, too', { exact: true }).waitFor();

    await kim.getByRole('button', { name: 'All doors' }).click();
    await kim.getByRole('heading', { name: 'To settle' }).waitFor();
    await kim.getByRole('button', { name: 'Ada Alone: same person' }).click();
    await kim.getByRole('button', { name: 'Jane Sample: two people, keep' }).click();
    await kim.getByRole('button', { name: 'Pia New: two people, keep' }).click();
    await kim.getByText('Nothing. All is well.').waitFor();
    expect(await board()).toMatchObject({ arrived: 7, duplicates: [], over: [] });
  },
);

/** A browser with its profile on disk, like a phone's. */
async function openProfile(profile: string): Promise<Page> {
  opened = await chromium.launchPersistentContext(profile, {
    executablePath: await findHeadlessShell(),
    args: chromiumFlags,
    viewport: PHONE,
  });
  return opened.pages()[0]!;
}

/** Kills the server. */
async function killSite(): Promise<void> {
  const running = demo;
  demo = undefined;
  await running?.kill();
}

/** Kills the browser. */
async function killBrowser(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const gone = new Promise((resolve) => page.context().once('close', resolve));
  session.send('Browser.crash').catch(() => undefined);
  await gone;
}

test(
  'a phone whose browser is killed starts without a network, loses nothing, and sends it later',
  TIME_LIMIT,
  async () => {
    const before = await board();
    const profile = join(dataDir, 'profile');
    let page = await openProfile(profile);
    await joinDoor(page, await invite('steward'), 'Lea', 'Garage');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().close();

    page = await openProfile(profile);
    await page.goto(`${place.siteUrl}/door`);
    await seeAllSent(page);
    await page.context().setOffline(true);
    await scanByHand(page, team.Gil!);
    await page.getByRole('button', { name: 'Admit this person' }).click();
    await seeAdmitted(page, 'Gil Sample');
    await seeWaiting(page, 1);
    await killBrowser(page);
    await killSite();

    page = await openProfile(profile);
    await page.goto(`${place.siteUrl}/door`);
    await seeWaiting(page, 1);
    await scanByHand(page, team.Hal!);
    await page.getByRole('heading', { name: /^Sample School, team of 10 · \d inside$/ }).waitFor();
    // Reloading and going back lose nothing.
    await page.goBack();
    await page.reload();
    await seeWaiting(page, 1);
    await scanByHand(page, team.Hal!);
    await page.getByRole('button', { name: 'Admit this person' }).click();
    await seeAdmitted(page, 'Hal Sample');
    await seeWaiting(page, 2);

    demo = await startDemo(place, LATER);
    await seeAllSent(page);
    expect((await board()).arrived).toBe(before.arrived + 2);
    await page.context().close();
  },
);
