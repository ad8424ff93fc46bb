import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PAGE_SIZE } from '#contract/pages.ts';
import { eq } from '#server/db/drizzle.ts';
import { registrations } from '#server/db/tables.ts';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { fillDesk } from '#test/fill-desk.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { follow, openDesk, seeToast } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const ALL = PAGE_SIZE + 1;

let page: Page;

beforeAll(async () => {
  await fillDesk(stage.world.database.pool, ALL);
  page = await openDesk(stage, '/admin?tab=orders', { expected: [/409/] });
});

const rowsOf = (list: 'Orders' | 'Registrations') =>
  page.getByRole('table', { name: list }).locator('tbody tr');
const pager = () => page.getByRole('navigation', { name: 'Pages of the list' });
const seePage = (figures: string | RegExp) => pager().getByText(figures).waitFor();

test('a long list is paged and filtered; the address, the Back button and a phone keep the place', async () => {
  await seePage(`1–${PAGE_SIZE} of ${ALL}`);
  await expect.poll(() => rowsOf('Orders').count()).toBe(PAGE_SIZE);
  expect(await pager().getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  await pager().getByRole('button', { name: 'Next' }).click();
  await page.waitForURL(/page=2/);
  await seePage(`${ALL}–${ALL} of ${ALL}`);
  await expect.poll(() => rowsOf('Orders').count()).toBe(1);
  await page.goBack();
  await seePage(`1–${PAGE_SIZE} of ${ALL}`);

  // A missing page leads to the last.
  for (const tab of ['registrations', 'orders']) {
    await follow(page, `/admin?tab=${tab}&page=40`);
    await page.waitForURL((url) => ![null, '40'].includes(url.searchParams.get('page')));
    await page.locator('tbody tr').first().waitFor();
  }

  // A search starts at the first page.
  await follow(page, '/admin?tab=orders&page=2');
  await seePage(`${ALL}–${ALL} of ${ALL}`);
  await page.getByRole('searchbox').fill(`Sample${ALL}`);
  await page.waitForURL((url) => url.searchParams.has('q') && !url.searchParams.has('page'));
  await expect.poll(() => rowsOf('Orders').count()).toBe(1);

  // When the last row of a page is deleted, the previous page shows.
  await follow(page, '/admin?tab=orders&page=2');
  await seePage(`${ALL}–${ALL} of ${ALL}`);
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete order' }).click();
  await seeToast(
    page,
    'Order Deleted',
    'Order and all related registrations have been deleted successfully.',
  );
  await seePage(`1–${PAGE_SIZE} of ${PAGE_SIZE}`);
  await expect.poll(() => rowsOf('Orders').count()).toBe(PAGE_SIZE);

  // Filters stay open, even when the last one is cleared.
  await page.getByText('Filters').click();
  const status = page.getByRole('combobox', { name: 'Payment status' });
  await status.selectOption('completed');
  await page.waitForURL(/status=completed/);
  await status.selectOption('');
  await page.waitForURL((url) => !url.searchParams.has('status'));
  await seePage(/^1–/);
  expect(await status.isVisible()).toBe(true);
  await page.getByText('Filters').click();
  await status.waitFor({ state: 'hidden' });
  await page.getByText('Filters').click();
  await status.waitFor();

  // A page starts at its first row on a phone, and shows a hundred rows on request.
  await page.setViewportSize({ width: 390, height: 900 });
  await follow(page, '/admin?tab=registrations');
  const total = await stage.world.database.db.$count(registrations);
  const top = () =>
    rowsOf('Registrations')
      .first()
      .evaluate((row) => row.getBoundingClientRect().top);
  await seePage(/^1–/);
  await pager().getByRole('button', { name: 'Next' }).click();
  await seePage(`26–50 of ${total}`);
  expect(await top()).toBeGreaterThanOrEqual(0);
  expect(await top()).toBeLessThan(400);

  // The rows that were in view are on the first hundred.
  await page.setViewportSize({ width: 1280, height: 900 });
  await pager().getByRole('button', { name: '100 rows per page' }).click();
  await seePage(`1–${total} of ${total}`);
  await expect.poll(() => rowsOf('Registrations').count()).toBe(total);
  expect(new URL(page.url()).searchParams.get('size')).toBe('100');
  await pager().getByRole('button', { name: '25 rows per page' }).click();
  await seePage(`1–25 of ${total}`);
  expect(new URL(page.url()).searchParams.has('size')).toBe(false);
});

test('a row opens its order, its own controls still work, and a person is corrected and gets the ticket again', async () => {
  await follow(page, '/admin?tab=orders');
  const row = rowsOf('Orders').first();
  const details = page.getByRole('dialog', { name: /^Order DSS/ });
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  await row.getByText('Conference').click();
  await details.waitFor();
  // Nothing scrolls behind the details; once they are closed, the page scrolls again.
  await expect.poll(overflow).toBe('hidden');
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
  await expect.poll(overflow).toBe('visible');
  // A click in a row's dialog isn't a click on the row.
  await row.getByRole('button', { name: /^Delete/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('This cannot be undone.').click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await row.getByRole('button', { name: 'Copy the transaction ID' }).click();
  expect(new URL(page.url()).searchParams.has('order')).toBe(false);
  // By keyboard, the name opens it.
  await row.getByRole('button', { name: /^Jane Sample/ }).focus();
  await page.keyboard.press('Enter');
  await details.waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });

  // A registration leads to its order.
  const zoe = checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' });
  const { registrationNumber } = (await buy(stage.world, zoe)).order;
  await follow(page, '/admin?tab=registrations&q=alpha');
  const person = rowsOf('Registrations').first();
  await person.getByRole('button', { name: `Open order ${registrationNumber}` }).click();
  const order = page.getByRole('dialog', { name: `Order ${registrationNumber}` });
  await order.getByText('zoe@example.org').first().waitFor();
  await page.keyboard.press('Escape');
  await order.waitFor({ state: 'hidden' });
  await person.getByRole('button', { name: 'Correct Zoe Alpha' }).click();
  const form = page.getByRole('dialog', { name: 'Correct Zoe Alpha' });
  await form.getByRole('textbox', { name: 'First name' }).fill('Zoë');
  await form.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Success', 'Attendee corrected successfully');
  await person.getByText('Zoë Alpha').waitFor();
  await person.getByRole('button', { name: 'Resend ticket to Zoë Alpha' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resend Ticket' }).click();
  await seeToast(page, 'Email Sent', 'Ticket sent again to zoe@example.org');
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
});

test('the door’s lookup is alphabetical and loads more; staff see what holds seats, and change the maximum of a day', async () => {
  const { db } = stage.world.database;
  await db.update(registrations).set({ lastName: 'Ábel' }).where(eq(registrations.id, 2));
  await db.update(registrations).set({ lastName: 'Abbot' }).where(eq(registrations.id, 1));
  await follow(page, '/admin?tab=check-in');
  const total = await db.$count(registrations);
  await page.getByRole('radio', { name: 'Manual Lookup' }).check();
  const lookup = page.getByRole('region', { name: 'Manual lookup' });
  await lookup.getByText(`The first ${PAGE_SIZE} of ${total} people, by last name.`).waitFor();
  const names = async () =>
    (await lookup.locator('fieldset label').allInnerTexts()).map((text) => text.split('\n')[0]!);
  expect((await names()).slice(0, 2)).toEqual(['Jane Abbot', 'Jane Ábel']);
  await lookup.getByRole('button', { name: 'Show 25 more' }).click();
  await lookup.getByText(`The first ${2 * PAGE_SIZE} of ${total} people, by last name.`).waitFor();
  const shown = await names();
  expect(new Set(shown).size).toBe(2 * PAGE_SIZE);
  await lookup.getByRole('button', { name: /^Show \d+ more$/ }).click();
  await lookup.getByText(`The first ${3 * PAGE_SIZE} of`).waitFor();

  const body = teamOfTen({ firstName: 'Holly', lastName: 'Hold', email: 'holly@example.org' });
  stage.world.moveClock(EARLY_BIRD);
  await stage.world.visitor().post('/api/create-checkout-session', body);
  const { pool } = stage.world.database;
  await pool.query(`UPDATE event_capacity SET current_registrations = 40 WHERE event_date = '2025-09-20'`);
  await page.goto(`${stage.world.siteUrl}/admin?tab=orders`);
  const seats = page.getByRole('region', { name: 'Seats', exact: true });
  await seats.getByRole('button', { name: /Sep 20: 260 of 300 free/ }).click();
  const held = page.getByRole('region', { name: 'Held seats' });
  const hold = held.getByRole('table', { name: 'Held seats' }).getByRole('row').filter({ hasText: 'Holly' });
  await hold.waitFor();
  expect(await hold.getByRole('cell').allInnerTexts()).toEqual([
    expect.stringMatching(/^DSS\d{6}\s+Holly Hold$/),
    'Conference',
    '10',
    '10:45 AM',
    expect.stringMatching(/10 seats in all$/),
    'First visit',
  ]);
  await hold.getByRole('button', { name: /^DSS/ }).click();
  const order = page.getByRole('dialog', { name: /^Order DSS/ });
  await order.getByText('holly@example.org').first().waitFor();
  await page.keyboard.press('Escape');
  await order.waitFor({ state: 'detached' });

  const day = seats.getByRole('row', { name: /September 20/ });
  await day.getByRole('button', { name: 'Change the maximum of September 20' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the maximum of September 20' });
  const maximum = dialog.getByRole('spinbutton', { name: 'Maximum' });
  await maximum.fill('39');
  await dialog.getByRole('button', { name: 'Save' }).click();
  // It is never below what is taken.
  await dialog
    .getByRole('link', { name: '40 seats of this day are taken, so it cannot have fewer.' })
    .waitFor();
  expect(await maximum.inputValue()).toBe('39');
  await maximum.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('link', { name: 'Enter a whole number of seats' }).waitFor();
  await maximum.fill('50');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Maximum Changed', 'The maximum of September 20 has been changed.');
  await seats.getByText('Sep 20: 10 of 50 free').waitFor();
});
