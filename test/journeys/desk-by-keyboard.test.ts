import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { follow, openDesk, seeToast } from './desk.ts';
import { seeFocus, tabTo } from './keyboard.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let page: Page;
let number: string;

beforeAll(async () => {
  await seedCatalog(stage.world.sandbox.url, 'sk_test_world', content.packages.slice(0, 2));
  const unpaid = checkout({ firstName: 'Una', lastName: 'Paid', email: 'una@example.org' });
  await stage.world.visitor().post('/api/create-checkout-session', unpaid);
  await buy(stage.world, teamOfTen({ firstName: 'Max', lastName: 'Beta', email: 'max@example.org' }));
  const zoe = checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' });
  number = (await buy(stage.world, zoe)).order.registrationNumber;
  page = await openDesk(stage, '/admin?tab=orders', {
    withClock: true,
    expected: [/^409 POST .*\/resend-email$/],
  });
  await page.getByRole('button', { name: 'Zoe Alpha', exact: true }).waitFor();
});

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const type = (text: string) => page.keyboard.type(text);
const details = (name: string) => page.getByRole('dialog', { name: new RegExp(`^Order .*${name}`) });

/** The name of what has the focus. */
const focusedName = () =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

/** The role and name of what has the focus. */
const focused = () =>
  page.evaluate(() => {
    const one = document.activeElement!;
    return `${one.getAttribute('role') ?? one.tagName.toLowerCase()} ${one.getAttribute('aria-label') ?? one.textContent?.trim()}`;
  });

/** Types where the focus is, as people do; `fill` would focus the box itself. */
async function typeInto(box: Locator, text: string) {
  await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type(text);
  await expect.poll(() => box.inputValue()).toBe(text);
}

/** The orders, as after opening the desk: nothing has the focus, and nothing is selected. */
async function showOrders() {
  await follow(page, '/admin?tab=orders');
  await page.getByRole('button', { name: 'Zoe Alpha', exact: true }).waitFor();
}

const paletteBox = () => page.getByRole('combobox', { name: 'People, orders, pages or actions' });

test('single keys move between rows, open one, search and show their list', async () => {
  await showOrders();
  await press('j');
  await expect.poll(focusedName).toBe('Zoe Alpha');
  await press('j');
  await expect.poll(focusedName).toBe('Max Beta');
  await press('j');
  // The last row is the end.
  await press('j');
  await press('k');
  await expect.poll(focusedName).toBe('Max Beta');
  await press('k');
  await expect.poll(focusedName).toBe('Zoe Alpha');
  await press('Enter');
  await details(number).getByText('zoe@example.org').first().waitFor();
  // They do nothing while a dialog is open.
  await press('/');
  await press('Escape');
  // The focus returns shortly after the dialog is gone.
  await expect.poll(focusedName).toBe('Zoe Alpha');

  await press('/');
  await page.keyboard.type('jk?');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('jk?');
  await page.getByRole('button', { name: /^Clear/ }).click();
  await page.getByRole('tab', { name: 'Orders' }).focus();
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const showSheet = async () => {
    await typeInto(paletteBox(), 'keyboard shortcuts');
    await press('Enter');
    await sheet.getByText('Next and previous row').waitFor();
    await press('Escape');
  };
  await press('Control+k');
  await showSheet();
  await expect.poll(focused).toBe('tab Orders');
  await press('?');
  await sheet.getByText('Next and previous row').waitFor();
  await press('Escape');
  // The focus would return in the middle of the next keys otherwise.
  await expect.poll(focused).toBe('tab Orders');

  // What was opened from the account menu returns to its button.
  const account = page.getByRole('button', { name: 'Account' });
  for (const name of ['Show shortcuts', 'Find anything', 'Find anything']) {
    await account.press('Enter');
    await page.getByRole('button', { name }).press('Enter');
    if (name === 'Find anything') await showSheet();
    else await sheet.waitFor().then(() => press('Escape'));
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('button Account');
  }
});

test('rows selected by keys are mailed and exported; the selection is cleared with its list', async () => {
  await showOrders();
  await page.getByRole('tab', { name: 'Orders' }).focus();
  const bar = page.getByRole('region', { name: 'Selection' });
  // Outside the rows, x selects nothing; it would make another number.
  await press('x', 'j', 'x', 'j', 'x', 'x', 'j', 'x');
  await bar.getByText('2 selected').waitFor();
  await expect.poll(focusedName).toBe('Una Paid');
  // Sorting doesn't change the list.
  await page.getByRole('button', { name: /^Amount/ }).click();
  await page.waitForURL(/sort=amount/);
  await bar.getByText('2 selected').waitFor();

  await press('Shift+X');
  await expect.poll(focusedName).toBe('Resend');
  await press('Enter');
  const asked = page.getByRole('alertdialog', { name: 'Send 2 confirmations again?' });
  await asked.getByRole('button', { name: 'Resend' }).click();
  await page.getByText('1 sent, 1 failed:').waitFor();
  await page.getByText(/^DSS\d+ Una Paid: Only a paid order has a confirmation to send\.$/).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();

  const link = await bar.getByRole('link', { name: 'Export' }).getAttribute('href');
  const file = await page.request.get(stage.world.siteUrl + link);
  expect((await file.text()).match(/@example\.org/g)).toEqual(['@example.org', '@example.org']);
  await bar.getByRole('button', { name: 'Clear' }).click();
  await bar.waitFor({ state: 'detached' });
  await expect.poll(focusedName).toMatch(/^Select DSS/);

  // It is cleared with its list, and the desk says so.
  const zoe = page.getByRole('checkbox', { name: /^Select .*Zoe Alpha$/ });
  const isCleared = 'The list has changed, so nothing is selected now.';
  await zoe.check();
  await page.getByRole('searchbox').fill('zoe');
  await seeToast(page, 'Selection Cleared', isCleared);
  await expect.poll(() => bar.count()).toBe(0);
  await page.getByRole('button', { name: /^Close/ }).click();
  await zoe.check();
  await page.getByRole('tab', { name: 'Registrations' }).click();
  await seeToast(page, 'Selection Cleared', isCleared);
  await zoe.check();
  await bar.getByText('1 selected').waitFor();
});

test('the palette finds orders by number, people, pages and actions', async () => {
  await showOrders();
  const box = paletteBox();
  await press('Control+k');
  await typeInto(box, number);
  await page.getByRole('option', { name: /Zoe Alpha Order/ }).waitFor();
  await press('Enter');
  await details(number).waitFor();
  await press('Escape');
  await details(number).waitFor({ state: 'detached' });

  await press('Control+k');
  await typeInto(box, number);
  await page.getByRole('option', { name: /Zoe Alpha Order/ }).waitFor();
  // Enter waits for the next search; until then, the list still shows the order of this one.
  await box.fill('max@');
  await press('Enter');
  const opened = page.getByRole('dialog', { name: /^Order/ });
  await opened.getByText('max@example.org').first().waitFor();
  await press('Escape');
  await opened.waitFor({ state: 'detached' });

  await press('Meta+k');
  await typeInto(box, 'max@');
  await page.getByRole('option', { name: 'Max Beta, max@example.org Person' }).waitFor();
  // The person is listed after the order.
  await press('ArrowDown');
  const chosen = page.getByRole('option', { name: /Person$/, selected: true });
  // The background alone is too faint, and forced colors don't draw it.
  expect(await chosen.evaluate((option) => getComputedStyle(option).outlineStyle)).toBe('solid');
  await press('Enter');
  await page.waitForURL(/tab=registrations&q=max/);
  await page.getByRole('table', { name: 'Registrations' }).getByText('Max Beta').waitFor();

  await press('Control+k');
  await typeInto(box, 'mail templ');
  await press('Enter');
  await page.getByRole('tabpanel', { name: 'Email Templates' }).waitFor();

  await press('Control+k');
  await typeInto(box, 'nothing like this');
  await page.getByText('Nothing matches this search').waitFor();
  await press('Escape');
  await box.waitFor({ state: 'detached' });
});

test('the theme and the choice about single keys are remembered', async () => {
  await showOrders();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('radio', { name }).check();
  };
  const day = await ground();
  await choose('Dark');
  const night = await ground();
  expect(night).not.toBe(day);
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await page.reload();
  await page.getByRole('button', { name: 'Zoe Alpha', exact: true }).waitFor();
  await expect.poll(ground).toBe(night);
  // After a reload, nothing has the focus; each of these keys would move it.
  await press('j', '/', '?', 'Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await palette.waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  // It gives the focus back.
  await press('Escape');
  await palette.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);

  // Follows the system's theme as it changes.
  await choose('System');
  await press('Escape');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).toBe(night);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(ground).toBe(day);
});

test('only the first tooltip has a delay', async () => {
  await showOrders();
  // A tooltip appears after 700 ms, the next one at once, and on keyboard focus at once.
  const buttons = page.getByRole('button', { name: 'Copy the transaction ID' });
  await buttons.nth(1).waitFor();
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  const tooltip = page.getByRole('tooltip');
  // Moving from a tooltip to its trigger doesn't close it, so the pointer keeps moving until it has left that path.
  const leave = () =>
    expect
      .poll(async () => {
        await page.mouse.move(200, 2);
        await page.mouse.move(2, 2, { steps: 4 });
        return tooltip.count();
      })
      .toBe(0);

  await buttons.first().hover();
  await page.clock.runFor(699);
  await expect.poll(() => tooltip.count()).toBe(0);
  await page.clock.runFor(1);
  await expect.poll(() => tooltip.allTextContents()).toEqual([expect.stringMatching(/^[0-9A-Z]{28}$/)]);

  await leave();
  await page.clock.runFor(299);
  await buttons.nth(1).hover();
  await expect.poll(() => tooltip.count()).toBe(1);

  await leave();
  await page.clock.runFor(301);
  await buttons.first().hover();
  await page.clock.runFor(600);
  await expect.poll(() => tooltip.count()).toBe(0);
  await page.clock.runFor(100);
  await expect.poll(() => tooltip.count()).toBe(1);
  await press('Escape');
  await expect.poll(() => tooltip.count()).toBe(0);

  // A dialog closed by pointer leaves no tooltip; keyboard focus shows one at once.
  await page.clock.resume();
  const opener = page.getByRole('button', { name: /^View Details/ }).first();
  await opener.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((button) => document.activeElement === button)).toBe(true);
  await expect.poll(() => page.getByRole('tooltip').count()).toBe(0);
  await press('Shift+Tab');
  await press('Tab');
  await expect.poll(() => page.getByRole('tooltip').allTextContents()).toEqual(['View Details']);
  // It repeats the button's name, which is read once.
  expect(await opener.getAttribute('aria-describedby')).toBeNull();
});

// Keys only: nothing here clicks, fills or selects in any other way.
test('by keyboard alone, tabs are opened, an order is found, corrected and closed, a person deleted, a product switched and a coupon created', async () => {
  await tabTo(page, 'tab', /^Orders$/);
  await seeFocus(page);
  // The tabs are one stop. Arrows move; Enter and Space open; focus alone opens nothing.
  await press('ArrowRight');
  await expect.poll(focused).toBe('tab Registrations');
  await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe('Orders');
  await press('Enter');
  await page.getByRole('tabpanel', { name: 'Registrations' }).getByRole('heading').first().waitFor();
  await expect.poll(focused).toBe('tab Registrations');
  await press('End');
  await expect.poll(focused).toBe('tab Email Templates');
  await seeFocus(page);
  await press('Space');
  await page.getByRole('tabpanel', { name: 'Email Templates' }).getByRole('heading').first().waitFor();
  await press('ArrowRight');
  await expect.poll(focused).toBe('tab Orders');
  await press('ArrowLeft', 'Tab');
  const inside = await page.getByRole('tabpanel').evaluate((panel) => panel.contains(document.activeElement));
  expect(inside).toBe(true);

  // Check-in is full-screen, and Exit leads back to the tabs.
  await press('Shift+Tab', 'Home', 'ArrowRight', 'ArrowRight', 'Enter');
  await page.getByRole('button', { name: 'Start Camera Scanner' }).waitFor();
  await expect.poll(() => page.getByRole('tab').count()).toBe(0);
  await expect.poll(focused).toBe('h1 Check-In');
  await press('Tab');
  await expect.poll(focused).toBe('a Exit');
  await seeFocus(page);
  await press('Enter');
  await page.getByRole('tabpanel', { name: 'Orders' }).waitFor();
  await expect.poll(focused).toBe('tab Orders');

  await tabTo(page, 'searchbox', /^Name, email or transaction ID$/);
  await type('max');
  const table = page.getByRole('table', { name: 'Orders' });
  const organizers = () => table.getByRole('button', { name: /^\w+ (Alpha|Beta|Paid)$/ }).allTextContents();
  await expect.poll(organizers).toEqual(['Max Beta']);
  await expect.poll(() => table.getByRole('row').count()).toBe(2);
  await press('Tab');
  await expect.poll(focused).toMatch(/^button Clear/);
  await press('Enter');
  await expect.poll(organizers).toEqual(['Zoe Alpha', 'Max Beta', 'Una Paid']);
  await expect.poll(focused).toMatch(/^input/);
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
  await expect.poll(() => refund.getByRole('checkbox').first().isChecked()).toBe(true);
  await tabTo(page, 'button', /^Cancel$/);
  await press('Enter');
  await expect.poll(focused).toBe('button Refund…');
  // The first Escape closes the toast, which is on top.
  await press('Escape', 'Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(focused).toMatch(/^button View Details of Max Beta/);

  // A question starts on Cancel, and can be refused and confirmed.
  await follow(page, '/admin?tab=registrations');
  await page.getByRole('tabpanel', { name: 'Registrations' }).waitFor();
  await tabTo(page, 'button', /^Delete Ada Sample/);
  await press('Enter');
  const asked = page.getByRole('alertdialog', { name: 'Delete Ada Sample’s registration?' });
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
  await expect.poll(focused).toBe('button Cancel');
  // Deleting one of several people asks nothing about the payment.
  await expect.poll(() => asked.getByRole('radio').count()).toBe(0);
  await press('Shift+Tab', 'Enter');
  await seeToast(page, 'Registration Deleted', 'Registration has been deleted successfully.');
  await page.getByRole('cell', { name: 'Ada Sample', exact: true }).waitFor({ state: 'detached' });
  // The focus moves to the next row, and the next Tab into it.
  await expect.poll(focused).toMatch(/^row Jane Sample/);
  await press('Tab');
  await expect.poll(focused).toBe('input Select Jane Sample');

  // Switching by keyboard must not scroll to the top of the page.
  await follow(page, '/admin/stripe-products');
  await page.getByRole('switch').first().waitFor();
  await tabTo(page, 'switch', /^Active ?: Conference, Individual Package .early bird/);
  await press('Space');
  await seeToast(page, 'Product Updated', 'Conference, Individual Package (early bird) is inactive.');
  await expect.poll(focused).toMatch(/^switch/);

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
  await expect.poll(focused).toMatch(/^h\d /);
});
