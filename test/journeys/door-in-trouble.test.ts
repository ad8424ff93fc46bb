import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import type { Visitor } from '#test/visitor.ts';
import {
  goOffline,
  invite,
  joinDoor,
  PHONE,
  problemOn,
  scanByHand,
  seeAdmitted,
  seeAllSent,
  seeFocusOnTitle,
  seeWaiting,
} from './door-phone.ts';
import { setStage } from './stage.ts';

const stage = setStage({ now: '2025-09-18T16:00:00Z' });
const NO_NETWORK = /^net::ERR_(FAILED|INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING) /;
const DOORS_OPEN = '2025-09-20T14:10:00Z';

let staff: Visitor;
let carl: string;
let dora: string;
let team: string;
let bo: string;

beforeAll(async () => {
  carl = await buyTicket(checkout({ firstName: 'Carl', lastName: 'Alone', organization: '' }));
  dora = await buyTicket(checkout({ firstName: 'Dora', lastName: 'Alone', organization: '' }));
  const { registrations } = await buy(stage.world, teamOfTen());
  team = registrations[0]!.qrCodeData;
  bo = registrations.find(({ firstName }) => firstName === 'Bo')!.qrCodeData;
  stage.world.moveClock(DOORS_OPEN);
  staff = await stage.world.staff();
});

/** Returns the code of its first ticket. */
async function buyTicket(body: unknown): Promise<string> {
  return (await buy(stage.world, body)).registrations[0]!.qrCodeData;
}

function openPhone(): Promise<Page> {
  return stage.browser.open({ viewport: PHONE, expected: [NO_NETWORK] });
}

/** Tries to close the page, is asked, and stays. */
async function wantToLeave(page: Page): Promise<string> {
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  await question.dismiss();
  return question.type();
}

/** Gives the phone two cameras, which show nothing. */
async function addCameras(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d')!;
    setInterval(() => context.fillRect(0, 0, 9, 9), 100);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
    navigator.mediaDevices.enumerateDevices = async () =>
      ['back', 'front'].map((deviceId) => ({ kind: 'videoinput', deviceId }) as MediaDeviceInfo);
  });
}

/** Fills the site's storage quota. Returns a function that frees it. */
async function fillDisk(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: stage.world.siteUrl, quotaSize: 1 });
  return () => session.detach();
}

test('a full phone sends what it cannot store; it joins again after a mistaken revocation, and asks before it belongs to somebody else', async () => {
  const page = await openPhone();
  const makeRoom = await fillDisk(page);
  const full = problemOn(page, 'This phone is full');
  await joinDoor(page, await invite(staff, 'steward'), 'Maria', 'Garage', {
    beforeReady: () => full.waitFor(),
  });
  await goOffline(page);
  await scanByHand(page, team);
  await page.getByRole('button', { name: 'Admit more of the team' }).click();
  await page.getByRole('button', { name: /^Select all [23]$/ }).click();
  const admit = page.getByRole('button', { name: /^Admit [23] people$/ });
  const people = /[23] people$/.exec((await admit.textContent())!)![0];
  await admit.click();
  await seeAdmitted(page, people);
  await full.getByText('This phone is full').click();
  await full.getByText('Keep this page open until every scan is sent').waitFor();
  await page.getByText(/ waiting · this phone is full, keep this page open$/).waitFor();
  expect(await wantToLeave(page)).toBe('beforeunload');
  await page.context().setOffline(false);
  await seeAllSent(page);
  await makeRoom();
  await page.getByRole('button', { name: 'My scans' }).click();
  await page.getByRole('button', { name: 'Undo: Bo Sample' }).click();
  await page.getByRole('button', { name: 'Back to the camera' }).click();
  await full.waitFor({ state: 'detached' });

  const { phones } = (await (await staff.get('/api/admin/door/phones')).json()) as {
    phones: { id: string; person: string }[];
  };
  await goOffline(page);
  await staff.post(`/api/admin/door/phones/${phones.find((one) => one.person === 'Maria')!.id}/revoke`, {});
  // A phone's clock may be a second behind the server's, and this scan follows sooner than that.
  await stage.world.database.pool.query(
    "UPDATE door_phones SET revoked_at = revoked_at - interval '1 minute'",
  );
  await scanByHand(page, bo);
  await page.getByRole('button', { name: 'Admit this person' }).click();
  await seeAdmitted(page, 'Bo Sample');
  await page.context().setOffline(false);
  await seeFocusOnTitle(page, 'This phone no longer works at the door');
  await page.reload();
  const refused = page.getByRole('region', { name: 'Not accepted' });
  await refused.getByText('Bo Sample').waitFor();
  await page.getByText('ask staff for a new invitation').waitFor();
  const link = await invite(staff, 'steward');
  await joinDoor(page, link, 'Maria', 'Garage');
  await seeAllSent(page);

  const question = page.getByRole('heading', { name: 'Join again?' });
  await page.goto(link);
  await page.waitForURL(/\/door$/);
  await page.getByText('It has already joined with this invitation.').waitFor();
  await page.getByRole('button', { name: 'Stay as Maria' }).click();
  await expect.poll(() => question.count()).toBe(0);
  await goOffline(page);
  await scanByHand(page, carl);
  await seeAdmitted(page, 'Carl Alone');
  await seeWaiting(page, 1);

  const another = await invite(staff, 'steward');
  await page.goto(another);
  await question.waitFor();
  await page.getByText('This phone checks people in as Maria, Garage').waitFor();
  await page.getByText('Maria’s 1 scan will be sent first.').waitFor();
  await page.getByRole('button', { name: 'Stay as Maria' }).click();
  await seeWaiting(page, 1);
  await page.goto(another);
  await page.getByLabel('Your first name').fill('Jo');
  await page.getByRole('radio', { name: 'Main entrance' }).check();
  await page.getByRole('button', { name: 'Join as Jo' }).click();
  await problemOn(page, 'This phone has not joined').getByText('Some scans could not be sent yet.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Join as Jo' }).click();
  await page.getByText(/^\d+ tickets on this phone$/).waitFor();
  await page.getByRole('button', { name: 'Ready' }).click();
  await seeAllSent(page);
  await page.getByRole('button', { name: 'My scans' }).click();
  await page.getByText('This phone has not admitted anyone yet.').waitFor();
  // Wherever the focus is.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('My scans');

  const checkedIn = (await (await staff.get('/api/admin/checked-in')).json()) as {
    firstName: string;
    checkedInBy: string;
  }[];
  const admitted = checkedIn.filter(({ firstName }) => firstName === 'Carl' || firstName === 'Bo');
  expect(admitted.map(({ checkedInBy }) => checkedInBy)).toEqual(['Maria', 'Maria']);
});

test('a browser without storage says so before it joins, and works while the page is open', async () => {
  const page = await openPhone();
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await addCameras(page);
  await page.goto(await invite(staff, 'steward'));
  const notice = page.getByRole('status').filter({ hasText: 'This browser cannot store data' });
  await notice.getByText('Scan the invitation in a normal window').waitFor();
  await page.route('**/api/door/sync', (call) => call.abort());
  await page.getByLabel('Your first name').fill('Kim');
  await page.getByRole('radio', { name: 'Garage' }).check();
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('The list will load as soon as you’re online.').waitFor();
  await page.unroute('**/api/door/sync');
  await page.getByText('5 tickets on this phone').waitFor();
  await notice.waitFor();
  await page.getByRole('button', { name: 'Ready' }).click();
  await seeAllSent(page);
  await notice.waitFor();
  // On a small phone, too, the notice covers neither the camera's buttons nor the code in its picture.
  await page.setViewportSize({ width: 320, height: 480 });
  await page.getByRole('button', { name: 'Next camera' }).click();
  const boxOf = async (part: Locator) => (await part.boundingBox())!;
  const [over, camera] = [await boxOf(notice), await boxOf(page.getByRole('region', { name: 'Camera' }))];
  expect(over.y + over.height).toBeLessThan(camera.y + camera.height * 0.4);
  await page.setViewportSize(PHONE);
  await goOffline(page);
  await scanByHand(page, dora);
  await page.getByText(/ · 1 scan waiting · keep this page open$/).waitFor();
  expect(await wantToLeave(page)).toBe('beforeunload');
  await page.context().setOffline(false);
  await seeAllSent(page);

  page.on('dialog', (asked) => asked.accept());
  await page.reload();
  await page.getByRole('heading', { name: 'Scan an invitation first' }).waitFor();
  await page.getByText('A new invitation brings the list back.').waitFor();
});
