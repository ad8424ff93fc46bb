import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { typeSquareCard } from '#test/browser.ts';
import { faultsAt } from './axe.ts';
import { fillBilling, goToCardForm } from './card-form.ts';
import { fillDetails } from './fill-registration.ts';
import { seeFocus, tabTo } from './keyboard.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const WIDTHS = [1280, 390, 320];
const DECLINED = /^402 POST .*\/api\/square\/process-payment/;

/** Violations of WCAG 2.2 A and AA, and scrolling to the side, at each width. */
async function findFaults(page: Page): Promise<string[]> {
  const faults = await faultsAt(page, WIDTHS);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overhang > 0) faults.push(`${width} px: scrolls ${overhang} px to the side`);
  }
  return faults;
}

test('the choice and the card form, with everything wrong', async () => {
  const page = await stage.browser.open({ expected: [DECLINED], reducedMotion: 'reduce' });
  await page.goto(`${stage.world.siteUrl}/register`);
  await fillDetails(page, { firstName: 'Axel', lastName: 'Core', email: 'axel@example.org' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('group', { name: 'How do you want to pay?' }).waitFor();
  expect(await findFaults(page)).toEqual([]);

  await goToCardForm(page, stage.world.siteUrl, {
    firstName: 'Axel',
    lastName: 'Core',
    email: 'axel@example.org',
  });
  expect(await findFaults(page)).toEqual([]);

  await fillBilling(page);
  await typeSquareCard(page, '4000 0000 0000 0002');
  await page.getByLabel('Email').fill('axel');
  await page.getByLabel('ZIP code').fill('8021');
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  expect(await summary.getByRole('link').allInnerTexts()).toEqual([
    'Valid email is required',
    'Enter a ZIP code of five digits',
  ]);
  expect(await page.title()).toMatch(/^Error: Pay by card/);
  expect(await findFaults(page)).toEqual([]);

  await page.getByLabel('Email').fill('axel@example.org');
  await page.getByLabel('ZIP code').fill('80210');
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  const refusal = page.getByRole('main').getByRole('alert').filter({ hasText: 'Payment Failed' });
  await refusal.waitFor();
  // Where it says what went wrong, there the focus is.
  expect(await refusal.evaluate((element) => element.parentElement === document.activeElement)).toBe(true);
  expect(await findFaults(page)).toEqual([]);
});

test.each([1280, 390])(
  'at %i px a ticket is paid in the card form with the keyboard alone',
  async (width) => {
    const page = await stage.browser.open({ viewport: { width, height: 800 } });
    const { keyboard } = page;
    await page.goto(`${stage.world.siteUrl}/register`);
    await fillDetails(page, { firstName: 'Kay', lastName: 'Form', email: `form${width}@example.org` });
    await page.getByRole('button', { name: 'Continue' }).click();
    // The summary begins at its top, with the focus on its content.
    await expect
      .poll(() => page.evaluate(() => [document.activeElement?.id, window.scrollY]))
      .toEqual(['main', 0]);
    await tabTo(page, 'radio', /^On Stripe/);
    await keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: 'In a card form on this site' }).isChecked()).toBe(true);
    await tabTo(page, 'button', /^Pay \$20\.00/);
    await keyboard.press('Enter');

    await page.frameLocator('iframe').getByLabel('Card number').waitFor();
    await tabTo(page, 'textbox', /^Address$/);
    await keyboard.type('2130 Sample Street');
    await tabTo(page, 'textbox', /^City/);
    await keyboard.type('Denver');
    await keyboard.press('Tab');
    await keyboard.type('Colo');
    expect(await page.getByLabel('State').inputValue()).toBe('CO');
    await tabTo(page, 'textbox', /^ZIP code/);
    await keyboard.type('80210');
    await tabUntil(page, page.frameLocator('iframe').getByLabel('Card number'));
    await keyboard.type('4111111111111111');
    await keyboard.press('Tab');
    await keyboard.type('1234');
    await keyboard.press('Tab');
    await keyboard.type('123');
    // The card's ZIP code is the address's already.
    expect(await page.frameLocator('iframe').getByLabel('ZIP').inputValue()).toBe('80210');
    await tabUntil(page, page.getByRole('button', { name: 'Pay $20.00' }));
    await seeFocus(page);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: "You're in, Kay!" }).waitFor();
  },
);

/** Presses Tab until the focus is there, through the provider's frame or into it. */
async function tabUntil(page: Page, goal: Locator): Promise<void> {
  for (let stop = 0; stop < 10; stop += 1) {
    await page.keyboard.press('Tab');
    if (await goal.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  throw new Error(`no Tab leads to ${goal}`);
}
