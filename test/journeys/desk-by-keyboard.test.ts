import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { follow, openDesk, seeToast } from './desk.ts';
import { seeFocus, tabTo } from './keyboard.ts';
import { setStage } from './stage.ts';

// Keys only: nothing here clicks, fills or selects in any other way.

const stage = setStage();
const TABS = [
  'Orders',
  'Registrations',
  'Check-In',
  'Newsletter',
  'Stripe Products',
  'Stripe Coupons',
  'Product Mappings',
  'Email Templates',
];
let page: Page;

beforeAll(async () => {
  await seedCatalog(stage.world.sandbox.url, 'sk_test_world', content.packages);
  await buy(stage.world, teamOfTen({ firstName: 'Max', lastName: 'Beta', email: 'max@example.org' }));
  await buy(stage.world, checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' }));
  page = await openDesk(stage, '/admin');
  await page.getByRole('tab', { name: 'Orders' }).waitFor();
});

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const type = (text: string) => page.keyboard.type(text);

/** The name and role of what has the focus. */
const focused = () =>
  page.evaluate(() => {
    const one = document.activeElement!;
    return `${one.getAttribute('role') ?? one.tagName.toLowerCase()} ${one.getAttribute('aria-label') ?? one.textContent?.trim()}`;
  });

test('the tabs are one stop: arrows, Home and End move, Enter and Space open, each has its panel', async () => {
  await tabTo(page, 'tab', /^Orders$/);
  const seen: string[] = [];
  for (const name of TABS) {
    expect(await focused()).toBe(`tab ${name}`);
    await seeFocus(page);
    // Focus alone opens nothing.
    await expect
      .poll(() => page.getByRole('tab', { selected: true }).textContent())
      .toBe(seen.at(-1) ?? 'Orders');
    // Check-in has no tabs.
    if (name !== 'Check-In') {
      await press(seen.length % 2 ? 'Space' : 'Enter');
      await page.getByRole('tabpanel', { name }).waitFor();
      await page.getByRole('tabpanel', { name }).getByRole('heading').first().waitFor();
      expect(await focused()).toBe(`tab ${name}`);
      seen.push(name);
    }
    await press('ArrowRight');
  }
  expect(await focused()).toBe('tab Orders');
  await press('ArrowLeft');
  expect(await focused()).toBe('tab Email Templates');
  await press('Home');
  expect(await focused()).toBe('tab Orders');
  await press('End');
  expect(await focused()).toBe('tab Email Templates');
  // One stop: the next Tab is inside the panel.
  await press('Tab');
  const inside = await page.getByRole('tabpanel').evaluate((panel) => panel.contains(document.activeElement));
  expect(inside).toBe(true);

  // Check-in is full-screen, and Exit leads back to the tabs.
  await press('Shift+Tab', 'Home', 'ArrowRight', 'ArrowRight', 'Enter');
  await page.getByRole('button', { name: 'Start Camera Scanner' }).waitFor();
  expect(await page.getByRole('tab').count()).toBe(0);
  expect(await focused()).toBe('h1 Check-In');
  await press('Tab');
  expect(await focused()).toBe('a Exit');
  await seeFocus(page);
  await press('Enter');
  await page.getByRole('tabpanel', { name: 'Orders' }).waitFor();
});

test('orders are searched, sorted, opened and closed, and the focus returns', async () => {
  await follow(page, '/admin?tab=orders');
  await tabTo(page, 'searchbox', /^Search by name/);
  await type('max');
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(2);
  await press('Tab');
  expect(await focused()).toMatch(/^button Clear/);
  await press('Enter');
  await expect.poll(() => rows.count()).toBe(3);
  expect(await focused()).toMatch(/^input/);
  await tabTo(page, 'button', /^Amount/);
  await press('Enter');
  await page.waitForURL(/sort=amount&direction=desc/);
  await seeFocus(page);
  await press('Enter');
  await page.waitForURL(/direction=asc/);

  await tabTo(page, 'button', /^View Details of Max Beta/);
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Order DSS/ });
  await dialog.getByText('4 of 10 named').waitFor();
  await tabTo(page, 'button', /^Correct Bo Sample/);
  // The form takes the button's place, and starts in its first field.
  await press('Enter', 'Tab', 'Control+a');
  await type('Sampleton');
  await press('Enter');
  await seeToast(page, 'Success', 'Attendee corrected successfully');
  await dialog.getByText('Bo Sampleton', { exact: true }).waitFor();
  await expect.poll(focused).toBe('button Correct Bo Sampleton');

  await tabTo(page, 'button', /^Refund…$/);
  await press('Enter');
  const refund = dialog.getByRole('form', { name: 'Refund' });
  await refund.waitFor();
  await press('Space');
  expect(await refund.getByRole('checkbox').first().isChecked()).toBe(true);
  await tabTo(page, 'button', /^Cancel$/);
  await press('Enter');
  await expect.poll(focused).toBe('button Refund…');
  // The first Escape closes the toast, which is on top.
  await press('Escape', 'Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(focused).toMatch(/^button View Details of Max Beta/);
});

test('a question starts on Cancel, and can be refused and confirmed', async () => {
  await follow(page, '/admin?tab=registrations');
  await page.getByRole('tabpanel', { name: 'Registrations' }).waitFor();
  await tabTo(page, 'button', /^Delete Ada Sample/);
  await press('Enter');
  const asked = page.getByRole('alertdialog', { name: 'Delete the registration of Ada Sample?' });
  await asked.waitFor();
  await expect.poll(focused).toBe('button Cancel');
  await press('Enter');
  await asked.waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('button Delete Ada Sample');
  await press('Enter');
  await asked.waitFor();
  await tabTo(page, 'button', /^Delete registration$/);
  // The focus stays inside.
  await press('Tab');
  expect(await focused()).toBe('button Cancel');
  await press('Shift+Tab', 'Enter');
  await seeToast(page, 'Registration Deleted', 'Registration has been deleted successfully.');
  await page.getByRole('cell', { name: 'Ada Sample', exact: true }).waitFor({ state: 'detached' });
});

test('a product is toggled and mapped to a package', async () => {
  await follow(page, '/admin?tab=stripe-products');
  await tabTo(page, 'link', /^Open the product manager/);
  await follow(page, '/admin/stripe-products');
  await page.getByRole('switch').first().waitFor();
  const name = 'Conference, Individual Package (early bird)';
  await tabTo(page, 'switch', /^Active ?: Conference, Individual Package .early bird/);
  await press('Space');
  await seeToast(page, 'Product Updated', `${name} is inactive.`);
  // Switching by keyboard must not scroll to the top of the page.
  expect(await focused()).toMatch(/^switch/);
  await press('Tab');
  expect(await focused()).toBe(`button Configure ${name}`);
  await press('Enter');
  await page.getByRole('dialog', { name: 'Configure product' }).waitFor();
  await tabTo(page, 'combobox', /^Event type/);
  await type('Training');
  await tabTo(page, 'button', /^Save$/);
  await press('Enter');
  await seeToast(page, 'Metadata Updated', `${name} is configured.`);
  await expect.poll(focused).toBe(`button Configure ${name}`);
});

test('a Stripe coupon is created and deleted', async () => {
  await follow(page, '/admin?tab=stripe-coupons');
  await tabTo(page, 'button', /^Create coupon/);
  await press('Enter');
  // The focus starts in the first field.
  await page.getByRole('textbox', { name: 'Display name' }).waitFor();
  await type('By keys');
  await tabTo(page, 'textbox', /^Percent off/);
  await type('10');
  await press('Enter');
  await seeToast(page, 'Success', 'Coupon created successfully.');
  await expect.poll(focused).toBe('button Create coupon');
  await tabTo(page, 'button', /^Delete By keys/);
  await press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await press('Tab', 'Enter');
  await seeToast(page, 'Success', 'Coupon deleted successfully.');
  await page.getByText('No coupons yet', { exact: true }).waitFor();
});
