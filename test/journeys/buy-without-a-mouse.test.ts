import { expect, test } from 'vitest';
import { tabTo } from './keyboard.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test.each([1280, 390])('at %i px a ticket is bought with the keyboard alone', async (width) => {
  const page = await stage.browser.open({ viewport: { width, height: 800 } });
  const { keyboard } = page;
  await page.goto(`${stage.world.siteUrl}/register`);
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
  await keyboard.type(`kay${width}@example.org`);
  await tabTo(page, 'textbox', /^Phone/);
  await keyboard.type('303 555 0100');
  await tabTo(page, 'button', /^Continue/);
  await keyboard.press('Enter');

  // The track was left out: the summary has the focus, and its link leads to the field.
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
