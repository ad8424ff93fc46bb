import { expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { teamOfTen } from '#test/factories.ts';
import { fillBilling } from './card-form.ts';
import { detailsOn, openForm, openSummary } from './fill-registration.ts';
import { setStage } from './stage.ts';
import { translate } from './translate.ts';

const stage = setStage();

test('in a form that the browser translates, errors, hints, prices and previews keep up with what is typed', async () => {
  const page = await stage.browser.open();
  await openForm(page, stage.world.siteUrl);
  await translate(page);
  const apply = page.getByRole('button', { name: 'Apply' });
  await page.getByRole('button', { name: 'I have a code' }).click();
  await apply.click();
  await page.getByText('Enter a coupon code').waitFor();
  await page.getByLabel('Coupon code').fill('nonsense');
  await apply.click();
  await page.getByText('This coupon code is not valid.').waitFor();
  await apply.waitFor();
  await page.getByLabel('Coupon code').fill('');

  const email = detailsOn(page).getByLabel('Email');
  await email.fill('tess@gmial.com');
  await email.blur();
  await page.getByRole('button', { name: 'tess@gmail.com' }).click();
  await expect.poll(() => email.inputValue()).toBe('tess@gmail.com');

  await page.getByRole('radio', { name: /^10-Person Package/ }).check();
  await expect
    .poll(() => page.getByRole('complementary').locator('dd').allInnerTexts())
    .toEqual(['$200.00', '$200.00']);
  await page.getByRole('radio', { name: 'Add team member details now' }).check();
  await page.getByRole('button', { name: 'Paste a list' }).click();
  const preview = page.getByRole('list', { name: 'Preview' }).getByRole('listitem');
  for (const [line, shown] of [
    ['Ana Sample, ana@example.org', 'Seat 2 · Ana Sample ana@example.org'],
    ['Ben Sample', 'Seat 2 · Ben Sample Valid email is required'],
  ] as const) {
    await page.getByLabel('Your list').fill(line);
    await expect.poll(() => preview.allInnerTexts().then((all) => all.map(inOneLine))).toEqual([shown]);
  }
});

test('a summary and a card form that the browser translates take another try to pay', async () => {
  const { siteUrl } = stage.world;
  const page = await stage.browser.open({ expected: [/^502 POST .*\/create-checkout-session$/] });
  await openSummary(page, siteUrl, { firstName: 'Tess', lastName: 'Typed', email: 'tess@example.org' });
  await translate(page);
  const pay = page.getByRole('button', { name: 'Pay $20.00' });
  await page.route('**/api/create-checkout-session', (route) => route.fulfill({ status: 502, body: '' }), {
    times: 1,
  });
  await pay.click();
  await page.getByRole('main').getByRole('alert').waitFor();
  await page.getByRole('radio', { name: 'Card, on this site' }).check();
  await page.getByText('the number never reaches this site.').waitFor();
  await pay.click();
  await page.frameLocator('iframe').getByLabel('Card number').waitFor();
  await translate(page);
  await fillBilling(page);
  await page.getByText('Charged once, when you press the button.').waitFor();
});

test('an order that the browser translates is mailed again, its link copied, and a seat named', async () => {
  const { world } = stage;
  const { order } = await buy(world, teamOfTen());
  const page = await stage.browser.open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${world.siteUrl}/confirmation/${order.transactionId}`);
  await page.getByRole('heading', { name: 'Your order is confirmed' }).waitFor();
  await translate(page);
  for (const _ of ['once', 'again']) {
    const sent = page.waitForResponse(/\/email-again$/);
    await page.getByRole('button', { name: 'Resend email' }).click();
    await sent;
    await page.getByText(/^Sent to /).waitFor();
  }
  await page.getByRole('button', { name: 'Copy my private link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const form = page.getByRole('region', { name: 'Add a team member' });
  const seat = form.getByRole('group', { name: 'Seat 4' });
  await seat.getByLabel('First name').fill('Ana');
  await seat.getByLabel('Last name').fill('Sample');
  await seat.getByLabel('Email').fill('ana.sample@example.org');
  await form.getByRole('button', { name: 'Add team member' }).click();
  await form.getByText('Ana Sample has a seat now.').waitFor();
  await form.getByText('6 seats still need a name.').waitFor();
});

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
