import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout } from '#test/factories.ts';
import { follow, openDesk, seeToast } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let page: Page;
let number: string;

beforeAll(async () => {
  const unpaid = checkout({ firstName: 'Una', lastName: 'Paid', email: 'una@example.org' });
  await stage.world.visitor().post('/api/create-checkout-session', unpaid);
  await buy(stage.world, checkout({ firstName: 'Max', lastName: 'Beta', email: 'max@example.org' }));
  const zoe = checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' });
  number = (await buy(stage.world, zoe)).order.registrationNumber;
  page = await openDesk(stage, '/admin?tab=orders', {
    withClock: true,
    expected: [/^409 POST .*\/resend-email$/],
  });
  await page.getByRole('button', { name: 'Zoe Alpha', exact: true }).waitFor();
});

const focused = () =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );
const details = (name: string) => page.getByRole('dialog', { name: new RegExp(`^Order .*${name}`) });

/** Types where the focus is, as people do; `fill` would focus the box itself. */
async function typeInto(box: Locator, text: string) {
  await box.waitFor();
  await page.keyboard.type(text);
  expect(await box.inputValue()).toBe(text);
}

test('single keys and the palette find, open and select by keyboard alone; a selection is mailed, exported and cleared', async () => {
  await page.keyboard.press('j');
  expect(await focused()).toBe('Zoe Alpha');
  await page.keyboard.press('j');
  expect(await focused()).toBe('Max Beta');
  await page.keyboard.press('j');
  // The last row is the end.
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  expect(await focused()).toBe('Max Beta');
  await page.keyboard.press('k');
  expect(await focused()).toBe('Zoe Alpha');
  await page.keyboard.press('Enter');
  await details(number).getByText('zoe@example.org').first().waitFor();
  // They do nothing while a dialog is open.
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  // The focus returns shortly after the dialog is gone.
  await expect.poll(focused).toBe('Zoe Alpha');

  await page.keyboard.press('/');
  await page.keyboard.type('jk?');
  expect(await page.getByRole('searchbox').inputValue()).toBe('jk?');
  await page.getByRole('button', { name: /^Clear/ }).click();
  await page.getByRole('tab', { name: 'Orders' }).focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Next and previous row').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  // x selects.
  const bar = page.getByRole('region', { name: 'Selection' });
  await page.keyboard.press('x');
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  for (const key of ['j', 'x', 'j', 'x', 'x', 'j', 'x']) await page.keyboard.press(key);
  await bar.getByText('2 selected').waitFor();
  expect(await focused()).toBe('Una Paid');
  // Sorting doesn't change the list.
  await page.getByRole('button', { name: /^Amount/ }).click();
  await page.waitForURL(/sort=amount/);
  await bar.getByText('2 selected').waitFor();

  await page.keyboard.press('Shift+X');
  expect(await focused()).toBe('Resend');
  await page.keyboard.press('Enter');
  const asked = page.getByRole('alertdialog', { name: 'Send 2 confirmations again?' });
  await asked.getByRole('button', { name: 'Resend' }).click();
  await page.getByText("1 sent, 1 couldn't be sent:").waitFor();
  await page.getByText(/^DSS\d+ Una Paid: Only a paid order has a confirmation to send\.$/).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();

  const link = await bar.getByRole('link', { name: 'Export' }).getAttribute('href');
  const file = await page.request.get(stage.world.siteUrl + link);
  expect((await file.text()).match(/@example\.org/g)).toEqual(['@example.org', '@example.org']);
  await bar.getByRole('button', { name: 'Clear' }).click();
  await bar.waitFor({ state: 'detached' });
  expect(await focused()).toMatch(/^Select DSS/);

  // It is cleared with its list, and the desk says so.
  const zoe = page.getByRole('checkbox', { name: /^Select .*Zoe Alpha$/ });
  const isCleared = 'The list has changed, so nothing is selected now.';
  await zoe.check();
  await page.getByRole('searchbox').fill('zoe');
  await seeToast(page, 'Selection cleared', isCleared);
  expect(await bar.count()).toBe(0);
  await page.getByRole('button', { name: /^Close/ }).click();
  await zoe.check();
  await page.getByRole('tab', { name: 'Registrations' }).click();
  await seeToast(page, 'Selection cleared', isCleared);
  await zoe.check();
  await bar.getByText('1 selected').waitFor();

  // The palette finds orders by number, people, pages and actions.
  const box = page.getByRole('combobox', { name: 'People, orders, pages or actions' });
  await page.keyboard.press('Control+k');
  await typeInto(box, number);
  await page.getByRole('option', { name: /Zoe Alpha Order/ }).waitFor();
  await page.keyboard.press('Enter');
  await details(number).waitFor();
  await page.keyboard.press('Escape');
  await details(number).waitFor({ state: 'detached' });

  await page.keyboard.press('Meta+k');
  await typeInto(box, 'max@');
  await page.getByRole('option', { name: 'Max Beta, max@example.org Person' }).waitFor();
  // The person is listed after the order.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/tab=registrations&q=max/);
  await page.getByRole('table', { name: 'Registrations' }).getByText('Max Beta').waitFor();

  await page.keyboard.press('Control+k');
  await typeInto(box, 'mail templ');
  await page.keyboard.press('Enter');
  await page.getByRole('tabpanel', { name: 'Email Templates' }).waitFor();

  await page.keyboard.press('Control+k');
  await typeInto(box, 'nothing like this');
  await page.getByText('Nothing matches this search').waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
});

test('the theme and disabled single keys are remembered on this device; tooltips wait, but not for each other', async () => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('radio', { name }).check();
  };
  await follow(page, '/admin?tab=orders');
  const day = await ground();
  await choose('Night');
  const night = await ground();
  expect(night).not.toBe(day);
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await page.reload();
  await page.getByRole('button', { name: 'Zoe Alpha', exact: true }).waitFor();
  await expect.poll(ground).toBe(night);
  const before = await focused();
  for (const key of ['j', '/', '?']) await page.keyboard.press(key);
  expect(await focused()).toBe(before);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor();
  await page.keyboard.press('Escape');

  // Follows the system's theme as it changes.
  await choose('System');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).toBe(night);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(ground).toBe(day);

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
  expect(await tooltip.count()).toBe(0);
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
  expect(await tooltip.count()).toBe(0);
  await page.clock.runFor(100);
  await expect.poll(() => tooltip.count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => tooltip.count()).toBe(0);

  // A dialog closed by pointer leaves no tooltip; keyboard focus shows one at once.
  await page.clock.resume();
  const details = page.getByRole('button', { name: /^View Details/ }).first();
  await details.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await details.evaluate((button) => document.activeElement === button)).toBe(true);
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.getByRole('tooltip').allTextContents()).toEqual(['View Details']);
});
