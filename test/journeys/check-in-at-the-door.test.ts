import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { qrPng } from '#server/tickets/qr-image.ts';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { openDesk, seeToast, toastOf } from './desk.ts';
import {
  joinDoor,
  PHONE,
  scanByHand,
  seeAdmitted,
  seeAllSent,
  seeWaiting,
  setLocked,
  verdictOn,
} from './door-phone.ts';
import { fakeCameraFlags, refuseCamera, writeFilm } from './fake-camera.ts';
import { setStage } from './stage.ts';

const folder = await mkdtemp(join(tmpdir(), 'summit-door-'));
const film = join(folder, 'ticket.mjpeg');
const stage = setStage({ now: '2025-09-18T16:00:00Z', ownBrowser: { flags: fakeCameraFlags(film) } });
afterAll(() => rm(folder, { recursive: true }));

const DOORS_OPEN = '2025-09-20T14:10:00Z';

/** Returns the ticket's code. */
async function buyTicket(firstName: string): Promise<string> {
  const email = `${firstName.toLowerCase()}@example.org`;
  const { registrations } = await buy(stage.world, checkout({ firstName, lastName: 'Door', email }));
  return registrations[0]!.qrCodeData;
}

/** Holds the ticket in front of every camera that starts from now on. */
async function showToCamera(code: string): Promise<void> {
  await writeFilm(film, await qrPng(code));
}

test('the desk checks people in: by camera, code, name and handheld scanner, without a network, and after a lost response', async () => {
  const codes = new Map<string, string>();
  for (const name of ['Anna', 'Bert', 'Carl', 'Dora', 'Gus', 'Ivo']) codes.set(name, await buyTicket(name));
  await showToCamera(codes.get('Anna')!);
  stage.world.moveClock(DOORS_OPEN);
  const page = await openDesk(stage, '/admin?tab=check-in', {
    as: 'door@example.org',
    expected: [
      /^409 POST .*\/api\/admin\/check-in$/,
      /^net::ERR_INTERNET_DISCONNECTED .*\/api\/admin\//,
      /^net::ERR_CONNECTION_RESET POST .*\/api\/admin\/check-in$/,
    ],
  });
  const result = page.getByRole('region', { name: 'Result' });
  const alert = result.getByRole('alert');
  const checkIn = page.getByRole('button', { name: 'Check In Registration' });
  const start = page.getByRole('button', { name: 'Start Camera Scanner' });
  const box = page.getByLabel('Paste or type a ticket code');
  const recent = page
    .locator('section, div')
    .filter({ has: page.getByRole('heading', { name: 'Recent Check-ins' }) })
    .last();
  const figures = page.getByRole('region', { name: 'Today’s check-ins' });
  const seeFigures = async (...expected: string[]) => {
    await figures.getByText(expected[2]!).waitFor();
    expect(await figures.getByRole('definition').allInnerTexts()).toEqual(expected);
  };
  const enter = async (code: string) => {
    await box.fill(code);
    await box.press('Enter');
  };
  /** A handheld scanner types into a field with text. */
  const scanInto = async (field: Locator, text: string, code: string) => {
    await field.fill(text + code);
    await scanByHand(page, code);
    expect(await field.inputValue()).toBe(text);
  };
  const seeCheckedIn = (name: string) =>
    toastOf(page).getByText(`${name} Door checked in successfully`).waitFor();

  // The camera, first refused.
  await seeFigures('6', '0', '0.0%');
  await refuseCamera(page);
  await start.click();
  await seeToast(page, 'Scanner Error', 'Could not access camera for QR scanning.');
  await page.context().grantPermissions(['camera']);
  await start.click();
  await result.getByText('Valid ticket', { exact: true }).waitFor();
  await result.getByText('Anna Door').waitFor();
  // It stops automatically, so that the next ticket waits.
  await start.waitFor();
  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.getByLabel('Notes').fill('with a service dog');
  await checkIn.click();
  await toastOf(page).getByText('Check-in Successful').waitFor();
  await seeCheckedIn('Anna');
  await result.getByText('Checked in', { exact: true }).waitFor();
  await page.getByLabel('Notes').waitFor({ state: 'detached' });
  await page.getByText('1 of 6 in', { exact: true }).waitFor();
  await seeFigures('6', '1', '16.7%');
  await recent.getByText('Anna Door', { exact: true }).waitFor();
  await recent.getByText('Just now').waitFor();
  await recent.getByText('with a service dog').waitFor();

  // Pasted codes: of a used ticket, and of none.
  await enter(codes.get('Anna')!);
  await alert.getByText('Already checked in').waitFor();
  await alert.getByText('Anna Door').waitFor();
  await alert.getByText(/^First at 8:1\d AM by /).waitFor();
  await alert.getByText('with a service dog').waitFor();
  expect(await checkIn.getAttribute('aria-disabled')).toBe('true');
  await box.fill('T000000000000000000000000000');
  await page.getByRole('button', { name: 'Validate' }).click();
  await toastOf(page).getByText('Invalid QR Code').waitFor();
  await alert.getByText('Do not admit').waitFor();
  expect(await checkIn.getAttribute('aria-disabled')).toBe('true');

  // Without a ticket.
  await page.getByRole('radio', { name: 'Manual Lookup' }).check();
  await page.getByLabel('Search by name or email').fill('BERT d');
  const found = page.getByRole('region', { name: 'Manual lookup' });
  await found.getByText('1 person', { exact: true }).waitFor();
  await found.getByRole('radio', { name: /Bert Door/ }).check();
  await result.getByText('Check in this person?').waitFor();
  await checkIn.click();
  await seeCheckedIn('Bert');
  await seeFigures('6', '2', '33.3%');
  await page.getByLabel('Search by name or email').fill('anna@example.org');
  await found.getByText('1 person', { exact: true }).waitFor();
  await found.getByText('Checked in', { exact: true }).waitFor();
  // The ticket turns up. Only the code is taken out of the field.
  await scanInto(page.getByLabel('Search by name or email'), 'anna', codes.get('Dora')!);
  await result.getByText('Valid ticket', { exact: true }).waitFor();
  await result.getByText('Dora Door').waitFor();
  expect(await checkIn.getAttribute('aria-disabled')).toBeNull();

  // A mistake is undone.
  await page.getByRole('radio', { name: 'QR Scan' }).check();
  await recent.getByRole('button', { name: /^Undo.*the check-in of Anna Door$/ }).click();
  await recent.getByRole('button', { name: 'Undo check-in' }).click();
  await recent.getByText('The check-in of Anna Door was undone.').waitFor();
  await seeFigures('6', '1', '16.7%');
  expect(await recent.getByRole('listitem').count()).toBe(1);
  await enter(codes.get('Anna')!);
  await result.getByText('Valid ticket', { exact: true }).waitFor();
  await result.getByText('Anna Door').waitFor();

  // Without a network nothing is sent later.
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
  await enter(codes.get('Carl')!);
  await alert.getByText('Could not validate QR code.').waitFor();
  await result.getByText('You are offline. Check your connection').waitFor();
  await comeBack();
  await box.press('Enter');
  await result.getByText('Carl Door').waitFor();
  await page.context().setOffline(true);
  await checkIn.click();
  await page.getByRole('alert').getByText('Check-in Failed').waitFor();
  await comeBack();

  // The person is still shown for another try, whose response gets lost; the next press is green.
  const loseResponse = async () => {
    await page.route(
      '**/api/admin/check-in',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await checkIn.click();
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
  };
  await loseResponse();
  await checkIn.click();
  await seeCheckedIn('Carl');
  await result.getByText('Checked in', { exact: true }).waitFor();

  // A handheld scanner types wherever the focus is. The second scan of a code only validates it.
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  await start.focus();
  await scan(codes.get('Gus')!);
  await result.getByText('Gus Door').waitFor();
  await page.getByRole('button', { name: 'Add a note' }).click();
  await scanInto(page.getByLabel('Notes'), 'left-handed', codes.get('Ivo')!);
  await result.getByText('Ivo Door').waitFor();
  await page.getByLabel('Notes').fill('');
  await start.focus();
  await scan(codes.get('Gus')!);
  await result.getByText('Gus Door').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => scrollTo(0, 0));
  await seeVerdictAboveButton(page, result, checkIn);
  expect((await boxOf(box)).x).toBeLessThan((await boxOf(result)).x);
  await page.setViewportSize(PHONE);
  await checkIn.focus();
  await scan(codes.get('Gus')!);
  await result.getByText('Valid ticket', { exact: true }).waitFor();
  await seeVerdictAboveButton(page, result, checkIn);
  expect(Math.round((await boxOf(result)).height)).toBeGreaterThanOrEqual(Math.round(0.45 * PHONE.height));
  await page.keyboard.press('Enter');
  await seeCheckedIn('Gus');
  // On a phone the toast covers neither a control nor the verdict.
  const exit = await boxOf(page.getByRole('link', { name: 'Exit' }));
  const shown = await boxOf(toastOf(page).getByRole('listitem').first());
  const words = await boxOf(result.getByText('Gus Door'));
  expect(shown.y).toBeLessThan(56);
  expect(shown.x).toBeGreaterThanOrEqual(exit.x + exit.width);
  expect(shown.y + shown.height).toBeLessThanOrEqual(Math.min(words.y, 68));

  // Continuous mode, and the press whose response was lost, survive a reload.
  await enter(codes.get('Dora')!);
  await result.getByText('Dora Door').waitFor();
  await loseResponse();
  const continuous = page.getByRole('switch', { name: 'Continuous mode' });
  await continuous.check();
  await page.reload();
  expect(await continuous.isChecked()).toBe(true);
  await enter(codes.get('Dora')!);
  await seeCheckedIn('Dora');
  // After the response, the ticket is used like any other.
  await enter(codes.get('Dora')!);
  await alert.getByText('Already checked in').waitFor();
  await start.focus();
  await scan(codes.get('Ivo')!);
  await result.getByText('Checked in', { exact: true }).waitFor();
  await result.getByText('Ivo Door').waitFor();
  await recent.getByText('Ivo Door', { exact: true }).waitFor();
});

/** Scrolling is smooth. */
async function seeVerdictAboveButton(page: Page, result: Locator, checkIn: Locator) {
  const { height } = page.viewportSize()!;
  const gapBelow = async () => {
    const [verdict, button] = await Promise.all([boxOf(result), boxOf(checkIn)]);
    const isInView = verdict.y >= 0 && button.y + button.height <= height;
    return isInView && Math.round(button.y - verdict.y - verdict.height);
  };
  await expect.poll(gapBelow).toBe(12);
  expect((await boxOf(checkIn)).height).toBe(64);
}

async function boxOf(one: Locator) {
  return (await one.boundingBox())!;
}

const problem = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });

/** The camera's video is playing. */
async function seePicture(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const video = document.querySelector('video');
    return video !== null && video.videoWidth > 0 && !video.paused;
  });
  expect(await page.getByRole('alert').filter({ hasText: /\w/ }).count()).toBe(0);
}

/** Locks the screen, which releases the camera. */
async function lock(page: Page): Promise<void> {
  await setLocked(page, true);
  await page.waitForFunction(() => document.querySelector('video')?.srcObject === null);
}

/** Simulates an incoming call, or its end. */
async function setTaken(page: Page, isTaken: boolean): Promise<void> {
  await page.evaluate((muted) => {
    const stream = document.querySelector('video')!.srcObject as MediaStream;
    const [track] = stream.getVideoTracks();
    Object.defineProperty(track, 'muted', { value: muted, configurable: true });
    track!.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
  }, isTaken);
}

/** The next camera is in use by another app, or opens during a call. */
async function takeNextCamera(page: Page, how: 'in use' | 'muted'): Promise<void> {
  await page.evaluate((trouble) => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      mediaDevices.getUserMedia = open;
      if (trouble === 'in use') throw new DOMException('', 'NotReadableError');
      const stream = await open(wanted);
      Object.defineProperty(stream.getVideoTracks()[0], 'muted', { value: true, configurable: true });
      return stream;
    };
  }, how);
}

test("a volunteer's phone joins; its camera, refused, in use or asleep, blocks nobody, and reads tickets without a network", async () => {
  const [lia, mona] = [await buyTicket('Lia'), await buyTicket('Mona')];
  await buyTicket('Nils');
  const team = (await buy(stage.world, teamOfTen())).registrations[0]!.qrCodeData;
  await writeFilm(film, null);
  stage.world.moveClock(DOORS_OPEN);
  const staff = await stage.world.staff();
  const invited = await staff.post('/api/admin/door/invitations', { role: 'steward', maxPhones: 1 });
  const { url } = (await invited.json()) as { url: string };
  const page = await stage.browser.open({
    viewport: PHONE,
    expected: [/^net::ERR_(INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING) .*\/api\/door\//],
  });
  const refused = problem(page, 'The camera is blocked');
  await joinDoor(page, url, 'Maria', 'Main entrance', {
    beforeReady: async () => {
      await refuseCamera(page);
      await page.getByRole('button', { name: 'Test camera and sound' }).click();
      await refused.getByText('by name works without a camera').waitFor();
    },
  });
  await refused.getByText("Allow the camera in the browser's settings").waitFor();
  await refused.getByRole('button', { name: 'Find by name' }).click();
  await page.getByLabel('Name, company, number or short code').fill('nils');
  await page.getByRole('button', { name: 'Admit Nils Door' }).click();
  await seeAdmitted(page, 'Nils Door');
  await verdictOn(page).waitFor({ state: 'detached' });
  await page.context().grantPermissions(['camera']);
  await refused.getByRole('button', { name: 'Try again' }).click();
  await seePicture(page);

  await setTaken(page, true);
  const taken = problem(page, 'Another app is using the camera');
  await taken.getByText('Close that app, or end the call').waitFor();
  await scanByHand(page, mona);
  await seeAdmitted(page, 'Mona Door');
  await verdictOn(page).waitFor({ state: 'detached' });
  await setTaken(page, false);
  await seePicture(page);

  await takeNextCamera(page, 'in use');
  await scanByHand(page, team);
  await page.getByRole('button', { name: 'Admit this person' }).waitFor();
  await lock(page);
  await setLocked(page, false);
  // The question waits for its answer.
  await page.getByRole('button', { name: 'Admit this person' }).click();
  await seeAdmitted(page, 'Jane Sample');
  await verdictOn(page).waitFor({ state: 'detached' });
  await taken.getByRole('button', { name: 'Try again' }).click();
  await seePicture(page);

  await lock(page);
  await takeNextCamera(page, 'muted');
  await setLocked(page, false);
  await taken.waitFor();
  await setTaken(page, false);
  await seePicture(page);
  await page.getByRole('button', { name: 'My scans' }).click();
  await page.getByRole('heading', { name: 'My scans' }).waitFor();
  await page.goBack();
  await seePicture(page);

  await page.context().setOffline(true);
  await lock(page);
  await showToCamera(lia);
  await setLocked(page, false);
  await seeAdmitted(page, 'Lia Door');
  await seeWaiting(page, 1);
  await page.context().setOffline(false);
  await seeAllSent(page);
  const checkedIn = (await (await staff.get('/api/admin/checked-in')).json()) as {
    firstName: string;
    checkedInBy: string;
  }[];
  const byMaria = checkedIn.filter((one) => one.checkedInBy === 'Maria');
  expect(byMaria.map((one) => one.firstName).toSorted()).toEqual(['Jane', 'Lia', 'Mona', 'Nils']);
});
