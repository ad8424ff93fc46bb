import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { teamOfTen } from '#test/factories.ts';
import { setCameraStage } from './camera-stage.ts';
import {
  invite,
  joinDoor,
  PHONE,
  problemOn,
  scanByHand,
  seeAdmitted,
  seeAllSent,
  seeFocusOnTitle,
  seeWaiting,
  setLocked,
  verdictOn,
} from './door-phone.ts';
import { refuseCamera } from './fake-camera.ts';

const { stage, DOORS_OPEN, buyTicket, showToCamera } = setCameraStage();

/** The camera's video is playing. */
async function seePicture(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const video = document.querySelector('video');
    return video !== null && video.videoWidth > 0 && !video.paused;
  });
  await expect.poll(() => page.getByRole('alert').filter({ hasText: /\w/ }).count()).toBe(0);
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

/** The next camera opens or fails only when the returned `answer` is given. */
function holdNextCamera(page: Page) {
  return page.evaluateHandle(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const answer = Promise.withResolvers<void>();
    const held = { answer, isAsked: false, stream: null as MediaStream | null };
    mediaDevices.getUserMedia = async (wanted) => {
      mediaDevices.getUserMedia = open;
      held.isAsked = true;
      await held.answer.promise;
      held.stream = await open(wanted);
      return held.stream;
    };
    return held;
  });
}

/** Unlocks the screen, and hides the page again while the camera starts. */
async function startHidden(page: Page) {
  const held = await holdNextCamera(page);
  await setLocked(page, false);
  await page.waitForFunction(({ isAsked }) => isAsked, held);
  await setLocked(page, true);
  return held;
}

/** Gives the phone two more cameras: one doesn't work, the second that does shows the same picture. */
async function addCameras(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const list = mediaDevices.enumerateDevices.bind(mediaDevices);
    const more = ['broken', 'second'].map(
      (deviceId) => ({ kind: 'videoinput', deviceId }) as MediaDeviceInfo,
    );
    mediaDevices.enumerateDevices = async () => [...(await list()), ...more];
    mediaDevices.getUserMedia = async (wanted) => {
      if (JSON.stringify(wanted).includes('broken')) throw new DOMException('', 'NotReadableError');
      if (!JSON.stringify(wanted).includes('second')) return open(wanted);
      const stream = await open({ video: true });
      stream.getVideoTracks()[0]!.getSettings = () => ({ deviceId: 'second' });
      return stream;
    };
  });
}

/** The devices can't be listed from now on. */
async function hideDevices(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.mediaDevices.enumerateDevices = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
}

async function seeCamera(page: Page, which: 'first' | 'second'): Promise<void> {
  await page.waitForFunction((isSecond) => {
    const stream = document.querySelector('video')!.srcObject as MediaStream | null;
    const shown = stream?.getVideoTracks()[0]?.getSettings().deviceId;
    return shown !== undefined && (shown === 'second') === isSecond;
  }, which === 'second');
  await seePicture(page);
}

test("a volunteer's phone joins; its camera, refused, in use or asleep, blocks nobody, and reads tickets without a network", async () => {
  const [lia, mona] = [await buyTicket('Lia'), await buyTicket('Mona')];
  await buyTicket('Nils');
  const team = (await buy(stage.world, teamOfTen())).registrations[0]!.qrCodeData;
  await showToCamera(null);
  stage.world.moveClock(DOORS_OPEN);
  const staff = await stage.world.staff();
  const url = await invite(staff, 'steward', 2);
  const page = await stage.browser.open({
    viewport: PHONE,
    expected: [/^net::ERR_(INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING) .*\/api\/door\//],
  });
  const refused = problemOn(page, 'The camera is blocked');
  await joinDoor(page, url, 'Maria', 'Main entrance', {
    beforeReady: async () => {
      await refuseCamera(page);
      await page.getByRole('button', { name: 'Test camera and sound' }).click();
      await refused.getByText('by name works without a camera').waitFor();
    },
  });
  await refused.getByText('Allow the camera in the browser’s settings').waitFor();
  await refused.getByRole('button', { name: 'Find by name' }).click();
  await page.getByLabel('Name, organization, number or short code').fill('nils');
  await page.getByRole('button', { name: 'Admit Nils Door' }).click();
  await seeAdmitted(page, 'Nils Door');
  await verdictOn(page).waitFor({ state: 'detached' });
  await page.context().grantPermissions(['camera']);
  await refused.getByRole('button', { name: 'Try again' }).click();
  await seePicture(page);
  await seeFocusOnTitle(page, 'Door check-in');

  await setTaken(page, true);
  const taken = problemOn(page, 'Another app is using the camera');
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

  // Locked while the camera starts: it is released when it opens, and starts again after.
  await lock(page);
  const opened = await startHidden(page);
  await opened.evaluate(({ answer }) => answer.resolve());
  await page.waitForFunction(({ stream }) => stream?.getVideoTracks()[0]?.readyState === 'ended', opened);
  const failed = await startHidden(page);
  await failed.evaluate(({ answer }) => answer.reject(new DOMException('', 'NotReadableError')));
  // The browser's question hid the page: it is asked once.
  const asked = await startHidden(page);
  await setLocked(page, false);
  await asked.evaluate(({ answer }) => answer.resolve());
  await seePicture(page);
  expect(await asked.evaluate(({ stream }) => document.querySelector('video')!.srcObject === stream)).toBe(
    true,
  );
  await lock(page);
  const denied = await startHidden(page);
  await denied.evaluate(({ answer }) => answer.reject(new DOMException('', 'NotAllowedError')));
  await setLocked(page, false);
  await refused.waitFor();

  await addCameras(page);
  await refused.getByRole('button', { name: 'Try again' }).click();
  const next = page.getByRole('button', { name: 'Next camera' });
  // The first one opens again instead of the one that doesn't work, which is skipped then.
  await next.click();
  await next.click();
  await seeCamera(page, 'second');
  await hideDevices(page);
  await next.click();
  await seeCamera(page, 'first');
  await next.waitFor({ state: 'detached' });

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

  // An iPhone's app on the home screen: it has nothing of the browser's, and no link opens it.
  await lock(page);
  await showToCamera(url);
  const app = await stage.browser.open({ viewport: PHONE });
  await app.goto(url.split('#')[0]!);
  await app.getByRole('button', { name: 'Scan the invitation' }).click();
  await app.getByLabel('Your first name').fill('Jo');
  await app.getByRole('radio', { name: 'Garage' }).check();
  await app.getByRole('button', { name: 'Join' }).click();
  await app.getByText(/^\d+ tickets? on this phone$/).waitFor();
});
