import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { openDesk, seeToast } from './desk.ts';
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
import { fakeCameraFlags, refuseCamera } from './fake-camera.ts';
import { setStage } from './stage.ts';

const stage = setStage({ now: '2025-09-18T16:00:00Z', ownBrowser: { flags: fakeCameraFlags() } });
const NO_NETWORK = /^net::ERR_(FAILED|INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING) /;
const DOORS_OPEN = '2025-09-20T14:10:00Z';

let bert: string;
let carl: string;
let team: string;

beforeAll(async () => {
  await buyTicket('Ada');
  bert = await buyTicket('Bert');
  carl = await buyTicket('Carl');
  const names = ['Jane', 'Bo', 'Cleo', 'Dan', 'Eve'];
  const teamMembers = names.map((firstName) => ({
    firstName,
    lastName: 'Sample',
    email: `${firstName.toLowerCase()}@example.org`,
    track: 'caregivers' as const,
  }));
  const bought = await buy(stage.world, teamOfTen({ teamMembers }));
  team = bought.registrations[0]!.qrCodeData;
  stage.world.moveClock(DOORS_OPEN);
});

async function buyTicket(firstName: string): Promise<string> {
  const { registrations } = await buy(
    stage.world,
    checkout({ firstName, lastName: 'Alone', organization: '' }),
  );
  return registrations[0]!.qrCodeData;
}

async function invite(maxPhones = 1): Promise<string> {
  const staff = await stage.world.staff();
  const invited = await staff.post('/api/admin/door/invitations', { role: 'steward', maxPhones });
  return ((await invited.json()) as { url: string }).url;
}

function openPhone(): Promise<Page> {
  return stage.browser.open({ isFirstVisit: true, viewport: PHONE, expected: [NO_NETWORK] });
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

/** Simulates an incoming call, or its end. */
async function setTaken(page: Page, isTaken: boolean): Promise<void> {
  await page.evaluate((muted) => {
    const stream = document.querySelector('video')!.srcObject as MediaStream;
    const [track] = stream.getVideoTracks();
    Object.defineProperty(track, 'muted', { value: muted, configurable: true });
    track!.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
  }, isTaken);
}

/** From now on a camera opens during a call. */
async function openCamerasMuted(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      Object.defineProperty(stream.getVideoTracks()[0], 'muted', { value: true, configurable: true });
      return stream;
    };
  });
}

/** Tries to close the page, is asked, and stays. */
async function wantToLeave(page: Page): Promise<string> {
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  await question.dismiss();
  return question.type();
}

/** Fills the site's storage quota. Returns a function that frees it. */
async function fillDisk(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: stage.world.siteUrl, quotaSize: 1 });
  return () => session.detach();
}

test('a refused camera is reported at the desk, and works once it is allowed', async () => {
  const page = await openDesk(stage, '/admin?tab=check-in', { as: 'door@example.org' });
  await refuseCamera(page);
  await page.reload();
  await page.getByRole('button', { name: 'Start Camera Scanner' }).click();
  await seeToast(page, 'Scanner Error', 'Could not access camera for QR scanning.');
  await page.context().grantPermissions(['camera']);
  await page.getByRole('button', { name: 'Start Camera Scanner' }).click();
  await page.getByRole('button', { name: 'Stop Camera Scanner' }).click();
  await page.getByRole('button', { name: 'Start Camera Scanner' }).waitFor();
});

test('a camera that is refused, in use or asleep blocks nobody, and recovers', async () => {
  const page = await openPhone();
  await refuseCamera(page);
  await joinDoor(page, await invite(), 'Maria', 'Garage', {
    beforeReady: async () => {
      await page.getByRole('button', { name: 'Test camera and sound' }).click();
      await problem(page, 'The camera is blocked').getByText('by name works without a camera').waitFor();
    },
  });
  const refused = problem(page, 'The camera is blocked');
  await refused.getByText("Allow the camera in the browser's settings").waitFor();
  await refused.getByRole('button', { name: 'Find by name' }).click();
  await page.getByLabel('Name, company, number or short code').fill('ada');
  await page.getByRole('button', { name: 'Admit Ada Alone' }).click();
  await seeAdmitted(page, 'Ada Alone');
  await verdictOn(page).waitFor({ state: 'detached' });
  await page.context().grantPermissions(['camera']);
  await refused.getByRole('button', { name: 'Try again' }).click();
  await seePicture(page);

  await setTaken(page, true);
  const taken = problem(page, 'Another app is using the camera');
  await taken.getByText('Close that app, or end the call').waitFor();
  await scanByHand(page, bert);
  await seeAdmitted(page, 'Bert Alone');
  await verdictOn(page).waitFor({ state: 'detached' });
  await setTaken(page, false);
  await seePicture(page);

  await page.evaluate(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      mediaDevices.getUserMedia = open;
      if (wanted) throw new DOMException('', 'NotReadableError');
      return open(wanted);
    };
  });
  await scanByHand(page, team);
  await page.getByRole('button', { name: 'Admit this person' }).waitFor();
  await setLocked(page, true);
  await page.waitForFunction(() => document.querySelector('video')?.srcObject === null);
  await setLocked(page, false);
  // The question waits for its answer.
  await page.getByRole('button', { name: 'Admit this person' }).click();
  await seeAdmitted(page, 'Jane Sample');
  await verdictOn(page).waitFor({ state: 'detached' });
  await taken.getByRole('button', { name: 'Try again' }).click();
  await seePicture(page);

  await openCamerasMuted(page);
  await setLocked(page, true);
  await page.waitForFunction(() => document.querySelector('video')!.srcObject === null);
  await setLocked(page, false);
  await taken.waitFor();
  await setTaken(page, false);
  await seePicture(page);

  await page.getByRole('button', { name: 'My scans' }).click();
  await page.getByRole('heading', { name: 'My scans' }).waitFor();
  await page.goBack();
  await seePicture(page);
  await page.reload();
  await seePicture(page);
  await page.getByText('3 of 8 in').waitFor();
});

test('a full phone says so, sends unstored scans, and asks before it loses anything', async () => {
  const page = await openPhone();
  const makeRoom = await fillDisk(page);
  const full = problem(page, 'This phone is full');
  await joinDoor(page, await invite(), 'Jo', 'Garage', { beforeReady: () => full.waitFor() });
  await page.context().setOffline(true);
  await page.getByText(/^Offline since .* · no scans waiting$/).waitFor();
  await scanByHand(page, team);
  await page.getByRole('button', { name: 'Admit more of the team' }).click();
  await page.getByRole('button', { name: /^Choose all [45]$/ }).click();
  await page.getByRole('button', { name: /^Admit [45] people$/ }).click();
  await verdictOn(page)
    .getByText(/^[45] people$/)
    .waitFor();
  await full.getByText('Keep this page open until every scan is sent').waitFor();
  await page.getByText(/ waiting · this phone is full, keep this page open$/).waitFor();
  expect(await wantToLeave(page)).toBe('beforeunload');
  await page.context().setOffline(false);
  await seeAllSent(page);
  await makeRoom();
  await page.getByRole('button', { name: 'My scans' }).click();
  await page.getByRole('button', { name: 'Undo: Eve Sample' }).click();
  await page.getByRole('button', { name: 'Back to the camera' }).click();
  await full.waitFor({ state: 'detached' });
});

test('a browser without storage says so before it joins, and works while the page is open', async () => {
  const page = await openPhone();
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  const link = await invite(2);
  await page.goto(link);
  const notice = page.getByRole('status').filter({ hasText: 'This browser stores nothing' });
  await notice.getByText('Scan the invitation in a normal window').waitFor();
  await page.route('**/api/door/sync', (call) => call.abort());
  await page.getByLabel('Your first name').fill('Kim');
  await page.getByRole('radio', { name: 'Garage' }).check();
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('The list loads as soon as you are online.').waitFor();
  await page.unroute('**/api/door/sync');
  await page.getByText('8 tickets on this phone').waitFor();
  await notice.waitFor();
  await page.getByRole('button', { name: 'Ready' }).click();
  await seeAllSent(page);
  await notice.waitFor();
  await page.context().setOffline(true);
  await page.getByText(/^Offline since .* · no scans waiting$/).waitFor();
  await scanByHand(page, carl);
  await page.getByText(/ · 1 scan waiting · keep this page open$/).waitFor();
  expect(await wantToLeave(page)).toBe('beforeunload');
  await page.context().setOffline(false);
  await seeAllSent(page);

  page.on('dialog', (question) => question.accept());
  await page.reload();
  await page.getByRole('heading', { name: 'Scan an invitation first' }).waitFor();
  await page.getByText('A new invitation brings the list back.').waitFor();
  await joinDoor(page, link, 'Kim', 'Garage');
  await page.getByText(/^\d of 8 in$/).waitFor();
});

test('a phone revoked by mistake joins again with a new invitation', async () => {
  const page = await openPhone();
  await joinDoor(page, await invite(), 'Lea', 'Garage');
  const staff = await stage.world.staff();
  const { phones } = await (await staff.get('/api/admin/door/phones')).json();
  const { id } = phones.find((one: { person: string }) => one.person === 'Lea');
  await staff.post(`/api/admin/door/phones/${id}/revoke`, {});
  await page.getByRole('heading', { name: 'This phone no longer works at the door' }).waitFor();
  await page.reload();
  await page.getByText('ask staff for a new invitation').waitFor();
  await joinDoor(page, await invite(), 'Lea', 'Garage');
});

test("a second invitation asks before the phone belongs to somebody else, who gets none of the first person's scans", async () => {
  const page = await openPhone();
  const dora = await buyTicket('Dora');
  const link = await invite();
  await joinDoor(page, link, 'Maria', 'Garage');
  const question = page.getByRole('heading', { name: 'Join again?' });
  await page.goto(link);
  await page.waitForURL(/\/door$/);
  await page.context().setOffline(true);
  await page.getByText(/^Offline since .* · no scans waiting$/).waitFor();
  expect(await question.count()).toBe(0);
  await scanByHand(page, dora);
  await seeAdmitted(page, 'Dora Alone');
  await seeWaiting(page, 1);

  const another = await invite();
  await page.goto(another);
  await question.waitFor();
  await page.getByText('This phone checks people in as Maria, Garage').waitFor();
  await page.getByText('1 scan of Maria is sent first.').waitFor();
  await page.getByRole('button', { name: 'Stay Maria' }).click();
  await seeWaiting(page, 1);
  await page.goto(another);
  await page.getByLabel('Your first name').fill('Jo');
  await page.getByRole('radio', { name: 'Main entrance' }).check();
  await page.getByRole('button', { name: 'Join as Jo' }).click();
  await problem(page, 'This phone has not joined').getByText('Some scans could not be sent yet.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Join as Jo' }).click();
  await page.getByText(/^\d+ tickets on this phone$/).waitFor();
  await page.getByRole('button', { name: 'Ready' }).click();
  await seeAllSent(page);
  await page.getByRole('button', { name: 'My scans' }).click();
  await page.getByText('This phone has not admitted anybody yet.').waitFor();
  // Wherever the focus is.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('My scans');

  const staff = await stage.world.staff();
  const checkedIn = await (await staff.get('/api/admin/checked-in')).json();
  const one = checkedIn.find(({ firstName }: { firstName: string }) => firstName === 'Dora');
  expect(one.checkedInBy).toBe('Maria');
});
