import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Board } from '#contract/door-day.ts';
import { buy } from '#test/buy.ts';
import { chromiumFlags, findHeadlessShell } from '#test/chromium.ts';
import { makeDataDirectory } from '#test/data-directory.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import type { Visitor } from '#test/visitor.ts';
import {
  admitOfTeam,
  countsOn,
  goOffline,
  invite,
  joinDoor,
  PHONE,
  scanByHand,
  seeAdmitted,
  seeAllSent,
  seeWaiting,
  verdictOn,
} from './door-phone.ts';
import { setStage } from './stage.ts';

const stage = setStage({ now: '2025-09-18T16:00:00Z' });
const DOORS_OPEN = '2025-09-20T14:10:00Z';
const NO_NETWORK = [/^net::ERR_(INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING) /];

let profile: string;
let opened: BrowserContext | undefined;
let staff: Visitor;
/** Ticket codes by first name. */
let alone: Record<string, string>;
let team: Record<string, string>;

beforeAll(async () => {
  profile = join(await makeDataDirectory('door'), 'profile');
  staff = await stage.world.staff('door@example.org');
  alone = {
    ...(await codesOf(checkout({ firstName: 'Ada', lastName: 'Alone', organization: '' }))),
    ...(await codesOf(checkout({ firstName: 'Bert', lastName: 'Alone', organization: '' }))),
  };
  // Nine of ten seats have a name.
  const named = ['Jane', 'Bo', 'Cleo', 'Dan', 'Eve', 'Flo', 'Gil', 'Hal', 'Ivy'];
  const teamMembers = named.map((firstName) => ({
    firstName,
    lastName: 'Sample',
    email: `${firstName.toLowerCase()}@example.org`,
    track: 'caregivers',
  }));
  team = await codesOf(teamOfTen({ teamMembers }));
  stage.world.moveClock(DOORS_OPEN);
});
afterAll(async () => {
  await opened?.close();
  await rm(join(profile, '..'), { recursive: true, force: true });
});

async function codesOf(body: unknown): Promise<Record<string, string>> {
  const { registrations } = await buy(stage.world, body);
  return Object.fromEntries(registrations.map((one) => [one.firstName, one.qrCodeData]));
}

/** A browser with its profile on disk, like a phone's. */
async function openProfile(): Promise<Page> {
  opened = await chromium.launchPersistentContext(profile, {
    executablePath: await findHeadlessShell(),
    args: chromiumFlags,
    viewport: PHONE,
  });
  return opened.pages()[0]!;
}

/** Kills the browser. */
async function killBrowser(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const gone = new Promise((resolve) => page.context().once('close', resolve));
  session.send('Browser.crash').catch(() => undefined);
  await gone;
}

/** The response to this phone's next upload gets lost. */
async function loseResponse(page: Page): Promise<void> {
  await page.evaluate(() => {
    const send = window.fetch;
    window.fetch = async (input, init) => {
      const response = await send(input, init);
      const isUpload = String(input).endsWith('/api/door/sync') && String(init?.body).includes('"kind"');
      if (!isUpload) return response;
      // Only once sent, because the network may not be back yet.
      window.fetch = send;
      throw new TypeError('no response');
    };
  });
}

async function board(): Promise<Board> {
  const response = await staff.get('/api/admin/live');
  expect(response.status).toBe(200);
  return (await response.json()) as Board;
}

/** Three browsers take longer than one visitor's task. */
const TIME_LIMIT = { timeout: 240_000 };

test(
  'two doors decide without a network, one of them through a killed browser; both doors end in the same state',
  TIME_LIMIT,
  async () => {
    let maria = await openProfile();
    await joinDoor(maria, await invite(staff, 'steward'), 'Maria', 'Main entrance');
    await maria.evaluate(() => navigator.serviceWorker.ready);
    // A browser writes cookies and cached files to the disk within a minute, or when it is closed.
    await maria.context().close();
    maria = await openProfile();
    await maria.goto(`${stage.world.siteUrl}/door`);
    await seeAllSent(maria);
    const kim = await stage.browser.open({ viewport: PHONE, expected: NO_NETWORK });
    await joinDoor(kim, await invite(staff, 'supervisor'), 'Kim', 'High Street entrance');
    await goOffline(maria);
    await goOffline(kim);

    await scanByHand(maria, alone.Ada!);
    await seeAdmitted(maria, 'Ada Alone');
    await scanByHand(maria, alone.Bert!);
    await seeAdmitted(maria, 'Bert Alone');
    await maria.getByRole('button', { name: 'Undo', exact: true }).click();
    await maria.getByText('Undone: Bert Alone').first().waitFor();
    await seeWaiting(maria, 3);

    await killBrowser(maria);
    maria = await openProfile();
    await maria.context().setOffline(true);
    await maria.goto(`${stage.world.siteUrl}/door`);
    await seeWaiting(maria, 3);
    await scanByHand(maria, alone.Ada!);
    await verdictOn(maria).getByText('Already admitted').waitFor();
    await verdictOn(maria)
      .getByText(/^At 8:\d\d, by this phone$/)
      .waitFor();
    await verdictOn(maria).getByRole('button', { name: 'Next ticket' }).click();
    await scanByHand(maria, team.Jane!);
    await maria.getByRole('heading', { name: 'Sample School, team of 10 · 0 inside' }).waitFor();
    await admitOfTeam(maria, { others: ['Bo Sample'], named: ['Nina New'] });
    await seeWaiting(maria, 7);

    await scanByHand(kim, alone.Ada!);
    await seeAdmitted(kim, 'Ada Alone');
    await scanByHand(kim, team.Jane!);
    await admitOfTeam(kim, { named: ['Otto New'] });
    await kim.getByRole('navigation', { name: 'Door' }).getByRole('button', { name: 'Find by name' }).click();
    await kim.getByLabel('Name, organization, number or short code').fill('b alone');
    await kim.getByRole('button', { name: 'Admit Bert Alone' }).click();
    await seeAdmitted(kim, 'Bert Alone');
    await seeWaiting(kim, 5);

    // The later door comes back first.
    await kim.context().setOffline(false);
    await seeAllSent(kim);
    await loseResponse(maria);
    await maria.context().setOffline(false);
    await seeAllSent(maria);

    const told = await board();
    expect({
      ...told,
      byDoor: Object.fromEntries(told.byDoor.map((one) => [one.door, one.arrived])),
    }).toMatchObject({ arrived: 5, byDoor: { 'Main entrance': 4, 'High Street entrance': 1 }, waiting: 0 });
    expect(
      told.duplicates.map(({ name, admitted, duplicate }) => [name, admitted.by, duplicate.by]).toSorted(),
    ).toEqual([
      ['Ada Alone', 'Maria', 'Kim'],
      ['Jane Sample', 'Maria', 'Kim'],
    ]);
    expect(told.over.map(({ name, by }) => [name, by])).toEqual([['Otto New', 'Kim']]);
    await eventually(async () => expect(await countsOn(kim)).toBe(await countsOn(maria)));
    await maria.getByText('Ada Alone was admitted at another door, too', { exact: true }).waitFor();

    await kim.getByRole('button', { name: 'All doors' }).click();
    await kim.getByRole('heading', { name: 'To settle' }).waitFor();
    await kim.getByRole('button', { name: 'Same person, Ada Alone' }).click();
    await kim.getByRole('button', { name: 'Two people: keep both, Jane Sample' }).click();
    await kim.getByRole('button', { name: 'Two people: keep both, Otto New' }).click();
    await kim.getByText('Nothing to settle.').waitFor();
    expect(await board()).toMatchObject({ arrived: 5, duplicates: [], over: [] });
  },
);
