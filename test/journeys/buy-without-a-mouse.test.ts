import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openForm, openSummary } from './fill-registration.ts';
import { seeFocus, tabTo } from './keyboard.ts';
import { setStage } from './stage.ts';

const stage = setStage();

// On a phone, where the least of the page is visible and the most could be covered.
const viewport = { width: 390, height: 800 };

test('a ticket is bought by keyboard alone', async () => {
  const page = await stage.browser.open({ viewport });
  const { keyboard } = page;
  await openForm(page, stage.world.siteUrl);
  await tabTo(page, 'radio', /^Conference/);
  await tabTo(page, 'radio', /^Individual Package/);
  await keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: /^10-Person Package/ }).isChecked()).toBe(true);
  await keyboard.press('ArrowUp');

  await tabTo(page, 'textbox', /^First name/);
  await keyboard.type('Kay');
  await tabTo(page, 'textbox', /^Last name/);
  await keyboard.type('Board');
  await tabTo(page, 'textbox', /^Email/);
  await keyboard.type('kay@example.org');
  await tabTo(page, 'textbox', /^Phone/);
  await keyboard.type('303 555 0100');
  await tabTo(page, 'button', /^Continue/);
  await keyboard.press('Enter');

  // The track is missing: the summary has the focus, and its link leads to the field.
  await tabTo(page, 'link', /^Choose a track/);
  await keyboard.press('Enter');
  await keyboard.press('Space');
  await keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: 'Professionals' }).isChecked()).toBe(true);
  await tabTo(page, 'button', /^Continue/);
  await keyboard.press('Enter');

  await tabTo(page, 'button', /^Pay \$20\.00/);
  await keyboard.press('Space');
  await page.getByRole('heading', { name: 'Pay by card' }).waitFor();
  await tabTo(page, 'textbox', /^Card number/);
  await keyboard.type('4242424242424242');
  await tabTo(page, 'textbox', /^Expiration/);
  await keyboard.type('1234');
  await tabTo(page, 'textbox', /^CVC/);
  await keyboard.type('123');
  await tabTo(page, 'textbox', /^Name on card/);
  await keyboard.type('Kay Board');
  await keyboard.press('Enter');

  await page.getByRole('heading', { name: "You're in, Kay!" }).waitFor();
  await tabTo(page, 'link', /^See the confirmation page/);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your order is confirmed' }).waitFor();
});

test('a ticket is paid in the card form by keyboard alone', async () => {
  const page = await stage.browser.open({ viewport });
  const { keyboard } = page;
  await openSummary(page, stage.world.siteUrl, {
    firstName: 'Kay',
    lastName: 'Form',
    email: 'form@example.org',
  });
  await tabTo(page, 'radio', /^Card or wallet, on Stripe/);
  await keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: 'Card, here' }).isChecked()).toBe(true);
  await tabTo(page, 'button', /^Pay \$20\.00/);
  await keyboard.press('Enter');

  await page.frameLocator('iframe').getByLabel('Card number').waitFor();
  await tabUntil(page, page.frameLocator('iframe').getByLabel('Card number'));
  await keyboard.type('4111111111111111');
  await keyboard.press('Tab');
  await keyboard.type('1234');
  await keyboard.press('Tab');
  await keyboard.type('123');
  await keyboard.press('Tab');
  await keyboard.type('80210');
  await tabUntil(page, page.getByLabel('Address', { exact: true }));
  await seeFocus(page);
  await keyboard.type('2130 Sample Street');
  await tabTo(page, 'textbox', /^City/);
  await keyboard.type('Denver');
  await keyboard.press('Tab');
  await keyboard.type('Colo');
  expect(await page.getByLabel('State').inputValue()).toBe('CO');
  // The address takes the card's ZIP code.
  expect(await page.getByLabel('ZIP code').inputValue()).toBe('80210');
  await tabUntil(page, page.getByRole('button', { name: 'Pay $20.00' }));
  await seeFocus(page);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: "You're in, Kay!" }).waitFor();
});

/** Presses Tab until the focus is there, through the provider's frame or into it. */
async function tabUntil(page: Page, goal: Locator): Promise<void> {
  for (let stop = 0; stop < 10; stop += 1) {
    await page.keyboard.press('Tab');
    if (await goal.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  throw new Error(`Tab never reaches ${goal}`);
}
