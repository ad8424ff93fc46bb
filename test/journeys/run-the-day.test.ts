import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { shortCode } from '#domain/short-code.ts';
import { buy } from '#test/buy.ts';
import { made } from '#test/door-stage.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { textOfPages } from '#test/read-pdf.ts';
import type { Visitor } from '#test/visitor.ts';
import { follow, openDesk, seeToast } from './desk.ts';
import { readQr } from './read-qr.ts';
import { setStage } from './stage.ts';

const stage = setStage({ now: '2025-09-18T16:00:00Z' });
let team: Awaited<ReturnType<typeof buy>>;
let desk: Page;

beforeAll(async () => {
  team = await buy(stage.world, teamOfTen({ organization: 'Sample School' }));
  desk = await openDesk(stage, '/admin?tab=check-in');
});

/** The text of what has the focus. */
const focused = () => desk.evaluate(() => document.activeElement?.textContent);

async function join(link: string): Promise<Visitor> {
  const phone = stage.world.visitor();
  const invitation = new URL(link).hash.slice(1);
  const body = { invitation, person: 'Maria', door: 'Garage' };
  expect((await phone.post('/api/door/join', body)).status).toBe(200);
  return phone;
}

async function sync(phone: Visitor, scans: readonly unknown[], waiting = 0): Promise<void> {
  const status = { tickets: 3, waiting, isReady: true };
  expect((await phone.post('/api/door/sync', { scans, since: null, status })).status).toBe(200);
}

function admit(order: number, registration: number, at: string) {
  return { kind: 'admit', method: 'qr_scan', ...made({ at }), order, registration, seat: null };
}

async function openByPalette(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'People, orders, pages or actions' }).fill(name);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).waitFor();
  await page.keyboard.press('Enter');
}

test('staff print badges for all, for new people, and for one person at the desk', async () => {
  const { world } = stage;
  await desk.getByRole('link', { name: 'Badges' }).click();
  await desk.getByText('3 of 3 badges to print').waitFor();
  await desk
    .getByLabel('Labels in the printer')
    .selectOption({ label: 'A4, Avery L4785 (10 labels, 80 × 50 mm)' });
  await desk.getByRole('button', { name: 'Create file for 3 unprinted badges' }).click();
  await seeToast(desk, 'File Created', 'It has 3 badges.');
  const files = desk.getByRole('list', { name: 'Files to print, latest first' });
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    files.getByRole('link', { name: 'Download to print' }).click(),
  ]);
  const [sheet, ...more] = await textOfPages(await readFile(await download.path()));
  expect(more).toEqual([]);
  for (const words of ['Caregivers', 'Professionals', 'Jane Sample Sample School', 'Bo Sample'])
    expect(sheet).toContain(words);
  // Neither creating nor downloading the file counts.
  await desk.getByText('3 of 3 badges to print').waitFor();
  await buy(world, checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' }));
  await files.getByRole('button', { name: 'Mark as printed' }).click();
  await seeToast(desk, 'Printed', '3 badges marked as printed.');
  await expect.poll(focused).toBe('Badges');

  await desk.getByRole('button', { name: 'Create file for 1 unprinted badge' }).click();
  await files.getByRole('link', { name: 'Download to print' }).waitFor();
  await files.getByRole('button', { name: 'Discard' }).click();
  await files.waitFor({ state: 'detached' });
  await desk.getByText('1 of 4 badges to print').waitFor();

  await follow(desk, '/admin?tab=registrations');
  await desk.getByRole('row', { name: /Zoe Alpha/ }).hover();
  await desk.getByRole('button', { name: 'Badge for Zoe Alpha' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Badge for Zoe Alpha' });
  await dialog.getByRole('button', { name: 'Create the badge' }).click();
  await dialog.getByRole('link', { name: 'Download to print' }).waitFor();
  await dialog.getByRole('button', { name: 'Mark as printed' }).click();
  await seeToast(desk, 'Printed', '1 badge marked as printed.');
  await follow(desk, '/admin/paper');
  await desk.getByText('All 4 badges are printed.').waitFor();
});

test('staff invite a phone, follow the doors on the board, and enter the check marks of a paper list', async () => {
  const { world } = stage;
  const { order, registrations } = team;
  const [jane, ada, bo] = registrations.map(({ id }) => id);
  world.moveClock('2025-09-20T14:30:00Z');

  await follow(desk, '/admin?tab=check-in');
  await desk.getByRole('button', { name: 'Door phones' }).click();
  const drawer = desk.getByRole('dialog', { name: 'Door phones' });
  await drawer.getByText('None yet.').waitFor();
  await drawer.getByRole('button', { name: 'Invite' }).click();
  const form = desk.getByRole('dialog', { name: 'Invite', exact: true });
  await expect.poll(() => form.getByLabel('Works until').inputValue()).toBe('2025-09-20T23:59');
  await form.getByLabel('Number of phones').fill('0');
  await form.getByRole('button', { name: 'Show the code' }).click();
  await form.getByRole('link', { name: 'Choose between 1 and 50 phones' }).waitFor();
  await form.getByLabel('Number of phones').fill('1');
  await form.getByRole('button', { name: 'Show the code' }).click();
  const invitation = desk.getByRole('dialog', { name: 'Invitation for 1 phone' });
  const code = invitation.getByRole('img', { name: 'The invitation as a QR code' });
  const link = (await invitation.getByText(/\/door#/).textContent())!;
  // The dialog may be there a frame before its picture.
  await expect.poll(async () => readQr(await code.screenshot())).toEqual([link]);
  await invitation.getByRole('button', { name: 'Done' }).click();

  const phone = await join(link);
  await sync(phone, [], 2);
  await drawer.getByText('1 of 1 phone joined').waitFor();
  const row = drawer.getByRole('listitem').filter({ hasText: 'Maria, Garage' });
  await row.getByText(/^Steward · 3 tickets · synced \d+ s ago · 2 scans waiting$/).waitFor();

  await desk.keyboard.press('Escape');
  await desk.getByRole('link', { name: 'Live board' }).click();
  const arrived = desk.getByRole('region', { name: 'Arrived' });
  await arrived.getByText('of 4 in · 0%').waitFor();
  await arrived.getByText('Not counted yet: 2 scans on 1 phone').waitFor();
  const teams = desk.getByRole('region', { name: 'Team members not here yet' });
  await teams.getByText('No team has arrived yet.').waitFor();
  // The phone uploads its scans; the board updates automatically.
  await sync(phone, [
    admit(order.id, jane!, '2025-09-20T14:10:00Z'),
    admit(order.id, ada!, '2025-09-20T14:12:00Z'),
  ]);
  await arrived.getByText('of 4 in · 50%').waitFor();
  const missing = teams.getByRole('listitem');
  await expect.poll(() => missing.textContent()).toBe('Sample School2 of 10 in7 free seats, Bo Sample');

  await desk.getByRole('link', { name: 'Exit' }).click();
  await desk.getByRole('link', { name: 'Enter a door list' }).click();
  const box = desk.getByRole('textbox', { name: 'Code' });
  // Until then nothing is added, because today may be the wrong day.
  await box.fill(shortCode(bo!));
  await box.press('Enter');
  await desk.getByText('Choose a day and a time').waitFor();
  const time = desk.getByLabel('Collected at');
  await expect.poll(() => time.evaluate((one) => one === document.activeElement)).toBe(true);
  await time.fill('2025-09-20T08:20');
  for (const text of [shortCode(bo!), '2222', shortCode(jane!).toLowerCase(), shortCode(bo!)]) {
    await box.fill(text);
    await box.press('Enter');
  }
  await desk.getByText(`${shortCode(bo!)} was already typed, so it counts once.`).waitFor();
  await desk.getByRole('heading', { name: '2 people saved' }).waitFor();
  await desk.getByText('2222. Check the sheet, remove these codes, and type the right ones.').waitFor();
  const typed = desk.getByRole('list', { name: 'Codes typed, latest first' });
  await typed.getByRole('button', { name: 'Undo Bo Sample' }).click();
  await desk.getByRole('heading', { name: '1 person saved' }).waitFor();
  await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);

  const sheet = desk.waitForEvent('download');
  await openByPalette(desk, 'Print the door list');
  expect((await sheet).suggestedFilename()).toBe('door-list-2025-09-20.pdf');
  await openByPalette(desk, 'Live board');
  const question = desk.getByRole('region', { name: 'To settle' });
  await question.getByText('Main entrance, 8:20 AM, by admin@example.org').waitFor();
  await arrived.getByText('of 4 in · 50%').waitFor();
  await question.getByRole('button', { name: 'Same person, Jane Sample' }).click();
  await seeToast(desk, 'Settled', 'Jane Sample is settled.');
  await question.waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Phones');
});
