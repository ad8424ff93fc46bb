import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PAGE_SIZE } from '#contract/admin.ts';
import { fillDesk } from '#test/fill-desk.ts';
import { openDesk, seeToast } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const ALL = PAGE_SIZE + 1;

beforeAll(() => fillDesk(stage.world.database.pool, ALL));

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Orders' }).locator('tbody tr');
const pagerOf = (page: Page) => page.getByRole('navigation', { name: 'Pages of the list' });

test('a long list is turned page by page; the address and the way back know which', async () => {
  const page = await openDesk(stage, '/admin?tab=orders');
  await pagerOf(page).getByText(`1–${PAGE_SIZE} of ${ALL}`).waitFor();
  await expect.poll(() => rowsOf(page).count()).toBe(PAGE_SIZE);
  expect(await pagerOf(page).getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  await pagerOf(page).getByRole('button', { name: 'Next' }).click();
  await page.waitForURL(/page=2/);
  await pagerOf(page).getByText(`${ALL}–${ALL} of ${ALL}`).waitFor();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await page.goBack();
  await pagerOf(page).getByText(`1–${PAGE_SIZE} of ${ALL}`).waitFor();
  // What is searched for begins at the first page.
  await page.goto(`${stage.world.siteUrl}/admin?tab=orders&page=2`);
  await page.getByRole('searchbox').fill(`Sample${ALL}`);
  await page.waitForURL((url) => url.searchParams.has('q') && !url.searchParams.has('page'));
  await expect.poll(() => rowsOf(page).count()).toBe(1);
});

test.each(['orders', 'registrations'])('a page of %s that is not there leads to the last', async (tab) => {
  const page = await openDesk(stage, `/admin?tab=${tab}&page=40`);
  await page.waitForURL((url) => ![null, '40'].includes(url.searchParams.get('page')));
  await page.locator('tbody tr').first().waitFor();
});

test('when the last row of a page is deleted, the page before shows', async () => {
  const page = await openDesk(stage, '/admin?tab=orders&page=2');
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete order' }).click();
  await seeToast(
    page,
    'Order Deleted',
    'Order and all related registrations have been deleted successfully.',
  );
  await pagerOf(page).getByText(`1–${PAGE_SIZE} of ${PAGE_SIZE}`).waitFor();
  await expect.poll(() => rowsOf(page).count()).toBe(PAGE_SIZE);
});

test('behind the details nothing scrolls; once they are closed the page does again', async () => {
  const page = await openDesk(stage, '/admin?tab=orders');
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  await page
    .getByRole('button', { name: /^View Details/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await expect.poll(overflow).toBe('hidden');
  await page.keyboard.press('Escape');
  await expect.poll(overflow).toBe('visible');
});

test('on a phone another page begins with its first row', async () => {
  const page = await openDesk(stage, '/admin?tab=registrations', { width: 390 });
  const firstRow = page.getByRole('table', { name: 'Registrations' }).locator('tbody tr').first();
  const top = () => firstRow.evaluate((row) => row.getBoundingClientRect().top);
  await pagerOf(page).getByText(/^1–/).waitFor();
  await pagerOf(page).getByRole('button', { name: 'Next' }).click();
  await pagerOf(page)
    .getByText(new RegExp(`^${PAGE_SIZE + 1}–`))
    .waitFor();
  expect(await top()).toBeGreaterThanOrEqual(0);
  expect(await top()).toBeLessThan(400);
});
