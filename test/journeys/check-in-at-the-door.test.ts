import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout } from '#test/factories.ts';
import { joinDoor, PHONE, seeAdmitted, seeAllSent, seeWaiting, setLocked, verdictOn } from './door-phone.ts';
import { fakeCameraFlags, writeFilm } from './fake-camera.ts';
import { mailTo, ticketPicture } from './mail.ts';
import { setStage } from './stage.ts';

const folder = await mkdtemp(join(tmpdir(), 'summit-door-'));
const film = join(folder, 'ticket.mjpeg');
const stage = setStage({
  ticketMails: true,
  now: '2025-09-18T16:00:00Z',
  ownBrowser: { flags: fakeCameraFlags(film) },
});
afterAll(() => rm(folder, { recursive: true }));

const DOORS_OPEN = '2025-09-20T14:10:00Z';
let page: Page;
let codeOfCarl: string;
const result = () => page.getByRole('region', { name: 'Result' });
const toast = () => page.getByRole('region', { name: /Notifications/ });
const checkInButton = () => page.getByRole('button', { name: 'Check In Registration' });

beforeAll(async () => {
  const { world, browser } = stage;
  await buyTicket('Anna');
  await buyTicket('Bert');
  codeOfCarl = await buyTicket('Carl');
  await showToCamera('Anna');

  world.moveClock(DOORS_OPEN);
  page = await browser.open({
    permissions: ['camera'],
    expected: [
      /^401 GET .*\/api\/auth\/user/,
      /^409 POST .*\/api\/admin\/check-in$/,
      /^net::ERR_INTERNET_DISCONNECTED .*\/api\/admin\//,
      /^net::ERR_CONNECTION_RESET POST .*\/api\/admin\/check-in$/,
    ],
  });
  await page.goto(`${world.siteUrl}/api/login?returnTo=/admin`);
  await page.getByRole('button', { name: 'door@example.org' }).click();
  await page.getByRole('tab', { name: 'Check-In' }).click();
});

/** Returns the ticket's code. */
async function buyTicket(firstName: string): Promise<string> {
  const email = `${firstName.toLowerCase()}@example.org`;
  const { registrations } = await buy(stage.world, checkout({ firstName, lastName: 'Door', email }));
  return registrations[0]!.qrCodeData;
}

/** Holds the ticket of this person's mail in front of every camera that starts from now on. */
async function showToCamera(firstName: string): Promise<void> {
  const { url } = stage.world.sandbox;
  const [mail] = await mailTo(url, `${firstName.toLowerCase()}@example.org`);
  await writeFilm(film, await ticketPicture(url, mail!));
}

test('the camera reads the ticket of the mail, and the person is checked in', async () => {
  expect(await figures()).toEqual(['3', '0', '0.0%']);
  await page.getByRole('button', { name: 'Start Camera Scanner' }).click();
  await result().getByText('Valid ticket').waitFor();
  await result().getByText('Anna Door').waitFor();
  // It stops automatically, so that the next ticket waits.
  await page.getByRole('button', { name: 'Start Camera Scanner' }).waitFor();

  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.getByLabel('Notes').fill('with a service dog');
  await checkInButton().click();
  await toast().getByText('Check-in Successful').waitFor();
  await toast().getByText('Anna Door checked in successfully').waitFor();
  await result().getByText('Checked in', { exact: true }).waitFor();
  await page.getByLabel('Notes').waitFor({ state: 'detached' });
  await page.getByText('1 of 3 in', { exact: true }).waitFor();
  await seeFigures(['3', '1', '33.3%']);
  await recent().getByText('Anna Door', { exact: true }).waitFor();
  await recent().getByText('Just now').waitFor();
  await recent().getByText('with a service dog').waitFor();
});

test('the same ticket a second time shows when and by whom it was used', async () => {
  await page.getByRole('button', { name: 'Start Camera Scanner' }).click();
  const alert = result().getByRole('alert');
  await alert.getByText('Already checked in').waitFor();
  await alert.getByText('Anna Door').waitFor();
  await alert.getByText(/^First at 8:1\d AM by /).waitFor();
  await alert.getByText('with a service dog').waitFor();
  expect(await checkInButton().getAttribute('aria-disabled')).toBe('true');
  await seeFigures(['3', '1', '33.3%']);
});

test('without a ticket the person is looked up by name', async () => {
  await page.getByRole('radio', { name: 'Manual Lookup' }).check();
  await page.getByLabel('Search by name or email').fill('BERT d');
  const found = page.getByRole('region', { name: 'Manual lookup' });
  await found.getByText('1 person', { exact: true }).waitFor();
  await found.getByRole('radio', { name: /Bert Door/ }).check();
  await result().getByText('Check in this person?').waitFor();
  await checkInButton().click();
  await toast().getByText('Bert Door checked in successfully').waitFor();
  await seeFigures(['3', '2', '66.7%']);

  await page.getByLabel('Search by name or email').fill('anna@example.org');
  await found.getByText('1 person', { exact: true }).waitFor();
  await found.getByText('Checked in', { exact: true }).waitFor();
});

test('a pasted code works like a scanned one', async () => {
  await page.getByRole('radio', { name: 'QR Scan' }).check();
  const box = page.getByLabel('Paste or type a ticket code');
  await box.fill('T000000000000000000000000000');
  await page.getByRole('button', { name: 'Validate' }).click();
  await toast().getByText('Invalid QR Code').waitFor();
  await result().getByRole('alert').getByText('Do not admit').waitFor();
  expect(await checkInButton().getAttribute('aria-disabled')).toBe('true');

  await box.fill(codeOfCarl);
  await box.press('Enter');
  await result().getByText('Carl Door').waitFor();
  await checkInButton().click();
  await toast().getByText('Carl Door checked in successfully').waitFor();
  await seeFigures(['3', '3', '100.0%']);
  expect(await recent().getByRole('listitem').count()).toBe(3);
});

test('a mistaken check-in is undone, and the ticket is valid again', async () => {
  await recent()
    .getByRole('button', { name: /^Undo.*the check-in of Anna Door$/ })
    .click();
  await recent().getByRole('button', { name: 'Undo check-in' }).click();
  await recent().getByText('The check-in of Anna Door was undone.').waitFor();
  await seeFigures(['3', '2', '66.7%']);
  expect(await recent().getByRole('listitem').count()).toBe(2);

  await page.getByRole('button', { name: 'Start Camera Scanner' }).click();
  await result().getByText('Valid ticket').waitFor();
  await result().getByText('Anna Door').waitFor();
});

test('without a network the door says so at once, and sends nothing later', async () => {
  const code = await buyTicket('Dora');
  const box = page.getByLabel('Paste or type a ticket code');
  const offline = page.getByText('You are offline. Nothing can be saved until the connection is back.');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  /** The figures are refetched when the network is back; any delayed request has been sent by then. */
  const comeBack = async () => {
    sent.length = 0;
    const figuresRead = page.waitForResponse(/\/check-in-stats$/);
    await page.context().setOffline(false);
    await figuresRead;
    await offline.waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
  };

  await page.context().setOffline(true);
  await offline.waitFor();
  await box.fill(code);
  await box.press('Enter');
  await result().getByRole('alert').getByText('Could not validate QR code.').waitFor();
  await result().getByText('You are offline. Check your connection').waitFor();
  await comeBack();
  await box.press('Enter');
  await result().getByText('Dora Door').waitFor();

  await page.context().setOffline(true);
  await checkInButton().click();
  await page.getByRole('alert').getByText('Check-in Failed').waitFor();
  await comeBack();
  // The person is still shown for another try, which only a press starts.
  await box.press('Enter');
  await toast().getByText('Dora Door checked in successfully').waitFor();
});

test('a check-in whose response was lost is green when it is pressed again, or its ticket scanned again', async () => {
  const box = page.getByLabel('Paste or type a ticket code');
  const loseAnswer = async (name: string, code: string) => {
    await box.fill(code);
    await box.press('Enter');
    await result().getByText(`${name} Door`).waitFor();
    await page.route(
      '**/api/admin/check-in',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await checkInButton().click();
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
  };
  await loseAnswer('Emil', await buyTicket('Emil'));
  await checkInButton().click();
  await toast().getByText('Emil Door checked in successfully').waitFor();
  await result().getByText('Checked in', { exact: true }).waitFor();

  const code = await buyTicket('Fay');
  await loseAnswer('Fay', code);
  await page.reload();
  await box.fill(code);
  await box.press('Enter');
  await toast().getByText('Fay Door checked in successfully').waitFor();

  // After the response, the ticket is used like any other.
  await box.fill(code);
  await box.press('Enter');
  await result().getByRole('alert').getByText('Already checked in').waitFor();
});

test('a handheld scanner and its Enter key work wherever the focus is, and continuous mode is remembered', async () => {
  const type = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  const [gus, hana, ivo] = [await buyTicket('Gus'), await buyTicket('Hana'), await buyTicket('Ivo')];
  await page.getByRole('button', { name: 'Start Camera Scanner' }).focus();
  await type(gus);
  await result().getByText('Valid ticket').waitFor();
  // The same code again is only validated; it doesn't admit.
  await type(gus);
  await result().getByText('Valid ticket').waitFor();
  await page.keyboard.press('Enter');
  await toast().getByText('Gus Door checked in successfully').waitFor();
  await checkInButton().focus();
  await type(hana);
  await result().getByText('Hana Door').waitFor();
  await checkInButton().click();
  await toast().getByText('Hana Door checked in successfully').waitFor();

  const continuous = page.getByRole('switch', { name: 'Continuous mode' });
  await continuous.check();
  await page.reload();
  expect(await continuous.isChecked()).toBe(true);
  await type(ivo);
  await result().getByText('Checked in', { exact: true }).waitFor();
  await result().getByText('Ivo Door').waitFor();
  await recent().getByText('Ivo Door', { exact: true }).waitFor();
});

test('on a phone the verdict fills the upper half, the button is right below it, and no toast covers a control', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const box = page.getByLabel('Paste or type a ticket code');
  await box.fill(await buyTicket('Jo'));
  await page.getByRole('switch', { name: 'Continuous mode' }).uncheck();
  await box.press('Enter');
  await result().getByText('Jo Door').waitFor();
  await seeVerdictAboveButton();
  expect(Math.round((await boxOf(result())).height)).toBeGreaterThanOrEqual(Math.round(0.45 * 844));

  await checkInButton().click();
  await toast().getByText('Jo Door checked in successfully').waitFor();
  const exit = await boxOf(page.getByRole('link', { name: 'Exit' }));
  const shown = await boxOf(toast().getByRole('listitem').first());
  expect(shown.y).toBeLessThan(56);
  expect(shown.x).toBeGreaterThanOrEqual(exit.x + exit.width);
  const words = await boxOf(result().getByText('Jo Door'));
  expect(shown.y + shown.height).toBeLessThanOrEqual(words.y);
  expect(shown.y + shown.height).toBeLessThanOrEqual(68);
});

test('on a laptop camera and verdict are side by side, and the button is in view', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: 'Start Camera Scanner' }).click();
  await result().getByText('Anna Door').waitFor();
  const code = page.getByLabel('Paste or type a ticket code');
  expect((await boxOf(code)).x).toBeLessThan((await boxOf(result())).x);
  await code.fill(await buyTicket('Kai'));
  await code.press('Enter');
  await result().getByText('Kai Door').waitFor();
  await seeVerdictAboveButton();
});

test("a volunteer's phone joins, and its camera reads tickets with a network and without", async () => {
  const { world, browser } = stage;
  await buyTicket('Lia');
  const staff = await world.staff();
  const invited = await staff.post('/api/admin/door/invitations', { role: 'steward', maxPhones: 1 });
  const phone = await browser.open({
    isFirstVisit: true,
    viewport: PHONE,
    permissions: ['camera'],
    expected: [/^net::ERR_(INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING) .*\/api\/door\//],
  });
  await joinDoor(phone, (await invited.json()).url, 'Maria', 'Main entrance');
  await seeAdmitted(phone, 'Anna Door');
  await verdictOn(phone).waitFor({ state: 'detached' });
  await seeAllSent(phone);

  await phone.context().setOffline(true);
  await setLocked(phone, true);
  await showToCamera('Lia');
  await setLocked(phone, false);
  await seeAdmitted(phone, 'Lia Door');
  await seeWaiting(phone, 1);
  await phone.context().setOffline(false);
  await seeAllSent(phone);
  const checkedIn = await (await staff.get('/api/admin/checked-in')).json();
  const latest = checkedIn.slice(0, 2) as { firstName: string; checkedInBy: string }[];
  expect(latest.map((one) => [one.firstName, one.checkedInBy])).toEqual([
    ['Lia', 'Maria'],
    ['Anna', 'Maria'],
  ]);
});

/** Scrolling is smooth. */
async function seeVerdictAboveButton() {
  const { height } = page.viewportSize()!;
  const gapBelow = async () => {
    const [verdict, button] = await Promise.all([boxOf(result()), boxOf(checkInButton())]);
    const isInView = verdict.y >= 0 && button.y + button.height <= height;
    return isInView && Math.round(button.y - verdict.y - verdict.height);
  };
  await expect.poll(gapBelow).toBe(12);
  expect((await boxOf(checkInButton())).height).toBe(64);
}

async function boxOf(one: Locator) {
  return (await one.boundingBox())!;
}

function recent(): Locator {
  return page
    .locator('section, div')
    .filter({ has: page.getByRole('heading', { name: 'Recent Check-ins' }) })
    .last();
}

async function figures(): Promise<string[]> {
  const cards = page.getByRole('region', { name: 'Check-in of today' });
  await cards.getByText('%').waitFor();
  return cards.getByRole('definition').allInnerTexts();
}

async function seeFigures(expected: string[]) {
  await page.getByRole('region', { name: 'Check-in of today' }).getByText(expected[2]!).waitFor();
  expect(await figures()).toEqual(expected);
}
