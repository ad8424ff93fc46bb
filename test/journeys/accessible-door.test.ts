import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { shortCode } from '#domain/short-code.ts';
import { buy } from '#test/buy.ts';
import { teamOfTen } from '#test/factories.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { follow, openDesk } from './desk.ts';
import { invite, joinDoor, scanByHand, verdictOn } from './door-phone.ts';
import { buyForBoth, PHONE, setExaminer } from './examine.ts';
import { seeFocus as seeFocusRing } from './keyboard.ts';
import { setStage } from './stage.ts';

// Each page and each state of it is examined in the files named accessible-…, and nowhere else.

const stage = setStage();
const { examine, faults } = setExaminer(stage);

let team: Awaited<ReturnType<typeof buyForBoth>>['team'];
let single: Awaited<ReturnType<typeof buyForBoth>>['single'];
beforeAll(async () => {
  ({ team, single } = await buyForBoth(stage.world));
  // Admitted twice.
  const staff = await stage.world.staff();
  const codes = [1, 2].map(() => ({ id: randomUUID(), shortCode: shortCode(single.registrations[0]!.id) }));
  for (const entry of codes) {
    await staff.post('/api/admin/door/paper', { entries: [entry], door: 'Garage', collectedAt: EARLY_BIRD });
  }
});

/** Whether scrolling shows it from its first to its last line. */
function canBeShownWhole(one: Locator): Promise<boolean> {
  return one.evaluate((element) => {
    element.scrollIntoView({ behavior: 'instant', block: 'center' });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [top + 4, bottom - 4].every((y) =>
      element.contains(document.elementFromPoint((left + right) / 2, y)),
    );
  });
}

test('everybody can use check-in at the desk, door phones, the board with open questions, and a paper list', async () => {
  const [ticket] = single.registrations;
  const page = await openDesk(stage, '/admin?tab=check-in');
  await page.getByLabel('Paste or type a ticket code').fill('T0000');
  await page.getByRole('button', { name: 'Validate' }).click();
  await page.getByText('Do not admit').waitFor();
  await examine(page, 'verdict', { axe: 'phone', targets: true });
  await page.getByRole('radio', { name: 'Manual Lookup' }).check();
  const lookup = page.getByRole('region', { name: 'Manual lookup' });
  // The first is in already.
  await lookup.getByRole('radio').nth(1).check();
  await page.getByText('Check in this person?').waitFor();
  await examine(page, 'manual lookup', { axe: 'phone', targets: true });

  await page.getByRole('button', { name: 'Door phones' }).click();
  const invite = page.getByRole('button', { name: 'Invite' });
  await invite.click();
  await page.getByRole('button', { name: 'Show the code' }).click();
  await page.getByRole('img', { name: 'The invitation as a QR code' }).waitFor();
  // Closing loses the code, so Enter must not.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Copy link');
  await examine(page, 'invitation', { targets: true });
  const link = (await page.getByText(/\/door#/).textContent())!;
  const joins = { invitation: new URL(link).hash.slice(1), person: 'Maximiliane', door: 'Main entrance' };
  await stage.world.visitor().post('/api/door/join', joins);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Invite');
  const revoke = page.getByRole('button', { name: 'Revoke the phone of Maximiliane' });
  await revoke.waitFor();
  await examine(page, 'door phones', { axe: 'phone', targets: true });
  // At 400% zoom, the drawer's header and footer take almost the whole height.
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await canBeShownWhole(page.getByRole('listitem').filter({ has: revoke }))).toBe(true);
  await page.setViewportSize({ width: PHONE, height: 844 });
  await revoke.click();
  await page.getByRole('alertdialog').waitFor();
  await examine(page, 'question before a phone is revoked', { targets: true });
  await page.getByRole('button', { name: 'Cancel' }).click();
  // The focus that returns would close a dialog that opens before.
  await expect.poll(() => revoke.evaluate((one) => one === document.activeElement)).toBe(true);
  await invite.click();
  await page.getByLabel('Number of phones').fill('many');
  await page.getByRole('button', { name: 'Show the code' }).click();
  await page.getByRole('link', { name: 'Choose between 1 and 50 phones' }).waitFor();
  await examine(page, 'invitation with a mistake', { targets: true });

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  const other = await buy(stage.world, teamOfTen({ organization: 'North School' }));
  const entries = [{ id: randomUUID(), shortCode: shortCode(other.registrations[0]!.id) }];
  const staff = await stage.world.staff();
  await staff.post('/api/admin/door/paper', { entries, door: 'Garage', collectedAt: EARLY_BIRD });
  await follow(page, '/admin/live');
  await page.getByRole('button', { name: 'Same person, Zoe Alpha' }).waitFor();
  await page.getByText('As a table').click();
  await examine(page, 'board', { axe: 'phone', targets: true });
  const missing = page.getByRole('region', { name: 'Team members not here yet' }).getByText(/ Ada Sample/);
  const mostLines = () => missing.evaluate((names) => getComputedStyle(names).webkitLineClamp);
  expect(await mostLines()).toBe('2');
  await page.setViewportSize({ width: PHONE, height: 844 });
  expect(await mostLines()).toBe('none');
  await page.getByLabel('Dark mode').check();
  await page.locator('body.night').waitFor();
  await examine(page, 'board at night', { axe: 'phone', targets: true });

  await follow(page, '/admin/paper');
  await page.getByLabel('Collected at').fill('2025-07-15T10:00');
  const box = page.getByRole('textbox', { name: 'Code' });
  for (const text of [shortCode(ticket!.id), '2222', 'none']) {
    await box.fill(text);
    await box.press('Enter');
  }
  await page.getByText('No one has these codes').waitFor();
  await page.getByRole('button', { name: 'Undo Zoe Alpha' }).waitFor();
  await page.getByRole('button', { name: 'Create file for all' }).click();
  await page.getByRole('button', { name: 'Discard' }).waitFor();
  await examine(page, 'paper list and badges at night', { axe: 'phone', targets: true });
  expect(faults()).toEqual({});
});

const NO_NETWORK = /^net::ERR_(INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING) /;

async function nameSeat(page: Page, firstName: string): Promise<void> {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill('Late');
  await page.getByRole('button', { name: 'Give this person the seat' }).click();
}

test('everybody can use a door phone: joining, the shift, and the screens over the camera', async () => {
  const staff = await stage.world.staff();
  const url = await invite(staff, 'supervisor');
  const page = await stage.browser.open({ reducedMotion: 'reduce', expected: [NO_NETWORK] });
  const seeFocus = (text: string | RegExp) =>
    expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('label, button, h1, h2')?.textContent))
      .toMatch(text);
  await page.goto(url.split('#')[0]!);
  await page.getByRole('button', { name: 'Scan the invitation' }).waitFor();
  await examine(page, 'no invitation', { axe: 'phone', targets: true });
  await page.goto(url);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('Please choose a door').waitFor();
  await examine(page, 'join', { axe: 'phone', targets: true });
  await joinDoor(page, url, 'Maria', 'Garage', {
    beforeReady: () => examine(page, 'get ready', { axe: 'phone', targets: true }),
  });
  await examine(page, 'no camera', { axe: 'phone', targets: true });

  await scanByHand(page, team.registrations[0]!.qrCodeData);
  await page.getByRole('button', { name: 'Admit more of the team' }).waitFor();
  await examine(page, 'team', { axe: 'phone', targets: true });
  await page.getByRole('button', { name: 'Admit more of the team' }).click();
  await seeFocus(/team of 10 · 0 inside$/);
  await page.getByRole('button', { name: /^Name a free seat/ }).click();
  await page.getByRole('button', { name: 'Give this person the seat' }).click();
  await examine(page, 'more of the team', { axe: 'phone', targets: true });
  await nameSeat(page, 'Dee');
  await seeFocus('Dee Late');
  await page.getByRole('button', { name: / all 5$/ }).click();
  await seeFocus('Admit 5 people');
  await page.getByRole('button', { name: 'Admit 5 people' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
  await examine(page, 'undo', { axe: 'phone', targets: true });
  await page.getByRole('button', { name: 'More' }).focus();
  await scanByHand(page, 'T111111111111111111111111111');
  await verdictOn(page).getByRole('button', { name: 'Next ticket' }).click();
  await seeFocus('More');
  await scanByHand(page, 'T000000000000000000000000000');
  await verdictOn(page).getByText('Not on this phone’s list').waitFor();
  await examine(page, 'refusal', { axe: 'phone', targets: true });

  await verdictOn(page).getByRole('button', { name: 'Find by name' }).click();
  await page.getByLabel('Name, organization, number or short code').fill('feather');
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .waitFor();
  const large = ['Maximiliane-Charlotte Featherstone'];
  await examine(page, 'find', { axe: 'phone', targets: true, large });
  // Moving up, no focused button ends up behind the search box.
  await page.setViewportSize({ width: PHONE, height: 400 });
  await page.getByLabel('Name, organization, number or short code').fill('school');
  const found = page.getByRole('button', { name: /^(Details of|Admit) / });
  await expect.poll(() => found.count()).toBeGreaterThan(5);
  await found.last().focus();
  for (const _above of (await found.all()).slice(1)) {
    await page.keyboard.press('Shift+Tab');
    await seeFocusRing(page);
  }
  const goTo = async (name: string, heading: string) => {
    await page.getByRole('button', { name: 'Back to the camera' }).click();
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('heading', { name: heading }).waitFor();
    await examine(page, name, { axe: 'phone', targets: true });
  };
  await goTo('My scans', 'My scans');
  await page.getByRole('button', { name: 'Undo: Dee Late' }).first().click();
  await page.getByRole('status').getByText('Undone: Dee Late').waitFor();
  await seeFocus('My scans');

  await goTo('All doors', 'To settle');
  const answers = page.getByRole('button', { name: /, Zoe Alpha$/ });
  const before = await answers.count();
  const settled = page.getByText('Settled, waiting to be sent.');
  await page.context().setOffline(true);
  await answers.first().click();
  await settled.waitFor();
  await seeFocus('To settle');
  await expect.poll(() => answers.count()).toBe(before - 2);
  await examine(page, 'settled', { axe: 'phone', targets: true });
  await page.context().setOffline(false);
  await settled.waitFor({ state: 'detached' });
  await expect.poll(() => answers.count()).toBe(before - 2);

  await goTo('More', 'Practice');
  // It turns green once it is stored.
  await page.getByRole('switch', { name: 'Practice' }).click();
  await page.getByRole('switch', { name: 'Dark mode' }).check();
  await page.getByText('PRACTICE: nothing counts').waitFor();
  await examine(page, 'practice at night', { axe: 'phone', targets: true });
  // The banner stays light in dark mode, so the focus ring of dark mode would not be seen on it.
  const endPractice = page.getByRole('button', { name: 'End practice' });
  const ring = () =>
    endPractice.evaluate((button) => getComputedStyle(button).getPropertyValue('--color-ring'));
  expect(await ring()).toBe('#5b4bb5');
  await page.getByRole('button', { name: 'Back to the camera' }).click();
  await page.getByRole('button', { name: 'My scans' }).click();
  await page
    .getByText(/^Admitted at/)
    .first()
    .waitFor();
  expect(await page.getByRole('button', { name: /^Undo: / }).count()).toBe(0);
  await goTo('All doors', 'To settle');
  await page.getByText('End practice to settle this.').first().waitFor();
  expect(await answers.count()).toBe(0);
  await page.getByRole('button', { name: 'Back to the camera' }).click();
  await scanByHand(page, team.registrations[0]!.qrCodeData);
  await verdictOn(page).getByRole('button', { name: 'Admit more of the team' }).click();
  await page.getByRole('button', { name: /^Name a free seat/ }).click();
  await nameSeat(page, 'Gil');
  await page.getByText('Gil Late is not on the list').waitFor();
  await seeFocus(/^Name a free seat \(5 left\)$/);
  await examine(page, 'name given in practice', { axe: 'phone', targets: true });
  await endPractice.press('Enter');
  await page.getByText('PRACTICE: nothing counts').waitFor({ state: 'detached' });
  await seeFocus(/^Sample School, team of 10/);

  await page.context().setOffline(true);
  const { phones } = (await (await staff.get('/api/admin/door/phones')).json()) as {
    phones: { id: string; person: string }[];
  };
  await staff.post(`/api/admin/door/phones/${phones.find((one) => one.person === 'Maria')!.id}/revoke`, {});
  // A phone's clock may be a second behind the server's, and this scan follows sooner than that.
  await stage.world.database.pool.query(
    "UPDATE door_phones SET revoked_at = revoked_at - interval '1 minute'",
  );
  await page.getByRole('button', { name: /^Name a free seat/ }).click();
  await nameSeat(page, 'Hal');
  await page.context().setOffline(false);
  await page.getByRole('region', { name: 'Not accepted' }).getByText('Hal Late').waitFor();
  await examine(page, 'revoked', { axe: 'phone', targets: true });
  expect(faults()).toEqual({});
});
