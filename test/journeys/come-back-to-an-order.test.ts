import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desc, eq } from '#server/db/drizzle.ts';
import { eventCapacity, orders } from '#server/db/tables.ts';
import { payByCard } from '#test/browser.ts';
import { placeCardOrder } from './card-form.ts';
import { fillDetails, openForm, openSummary } from './fill-registration.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const UNFINISHED = 'You have an unfinished order';
const AS_SHOWN = 'Pay on this page to finish it with these details.';
const UNCHARGED = 'Payment was not completed; nothing was charged.';

async function ordersOf(email: string): Promise<string[]> {
  const rows = await stage.world.database.db
    .select()
    .from(orders)
    .where(eq(orders.organizerEmail, email))
    .orderBy(desc(orders.id));
  return rows.map(({ paymentStatus, organizerPhone }) => `${paymentStatus} ${organizerPhone}`);
}

async function changePhone(page: Page, phone: string) {
  await page
    .getByRole('link', { name: /^Change details/ })
    .first()
    .click();
  await page.getByLabel('Phone').fill(phone);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('an order whose response was lost is paid all the same, and its registration ends with that', async () => {
  const { world, browser } = stage;
  const page = await browser.open({ expected: [/ERR_FAILED POST .*\/create-checkout-session/] });
  await openSummary(page, world.siteUrl, { firstName: 'Lo', lastName: 'St', email: 'lo@example.org' });
  await page.route(
    '**/api/create-checkout-session',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
  await page.reload();
  await page.getByText(AS_SHOWN).waitFor();
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await page.getByRole('heading', { name: 'Pay by card' }).waitFor();
  await payByCard(page);
  await page.getByRole('heading', { name: 'You’re in, Lo!' }).waitFor();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('pending-registration'))).toBeNull();
});

test('details changed on the way back are paid once, with the last seat; an order left on the card form can be continued or given up', async () => {
  const { world, browser } = stage;
  const page = await browser.open({ expected: [/ERR_FAILED GET .*\/api\/(checkout|unfinished-order)/] });
  const payButton = page.getByRole('button', { name: 'Pay $20.00' });
  const email = 'back@example.org';
  await openForm(page, world.siteUrl);
  await fillDetails(page, { firstName: 'Backa', lastName: 'Gain', email });
  await page.getByRole('button', { name: 'Continue' }).click();
  await payButton.click();
  await page.getByRole('heading', { name: 'Pay by card' }).waitFor();
  const first = page.url();
  const { db } = world.database;
  await db.update(eventCapacity).set({ maxCapacity: eventCapacity.currentRegistrations });

  // While the payment is uncertain, the summary says nothing about money.
  const questions = /\/api\/(checkout\/|unfinished-order$)/;
  await page.route(questions, (route) => route.abort());
  await page.getByRole('link', { name: '← Back' }).click();
  await payButton.waitFor();
  await expect.poll(() => page.getByText(UNCHARGED).count()).toBe(0);
  await page.unroute(questions);
  await payButton.click();
  await page.waitForURL(first);

  await page.getByRole('link', { name: '← Back' }).click();
  await page.getByText(UNCHARGED).waitFor();
  await page
    .getByRole('link', { name: /^Change details/ })
    .first()
    .click();
  await page.getByText('1 seat left').waitFor();
  await page.getByText(UNFINISHED).waitFor();
  await page.goBack();
  await changePhone(page, '303 555 0199');
  await page.getByText(AS_SHOWN).waitFor();
  await page.reload();
  await page.getByText(AS_SHOWN).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Continue paying' }).count()).toBe(0);
  await payButton.click();
  await page.waitForURL((url) => url.pathname.startsWith('/pay/') && url.href !== first);
  await expect
    .poll(() => ordersOf(email))
    .toEqual(['pending 303 555 0199', expect.stringMatching(/^(cancelled|expired) 303 555 0100$/)]);

  // Meanwhile it is paid in another tab.
  await world.pay(page.url());
  await page.getByRole('link', { name: '← Back' }).click();
  await page.getByRole('heading', { name: 'You’re in, Backa!' }).waitFor();
  await expect.poll(() => page.getByText(UNCHARGED).count()).toBe(0);
  expect((await ordersOf(email))[0]).toBe('completed 303 555 0199');
  await db.update(eventCapacity).set({ maxCapacity: 300 });

  // The next registration in this tab is a new purchase, and outlasts a look back at the order.
  await openForm(page, world.siteUrl);
  const firstName = page.getByLabel('First name');
  await expect.poll(() => firstName.inputValue()).toBe('');
  await expect.poll(() => page.getByText(UNFINISHED).count()).toBe(0);
  await firstName.fill('Nexta');
  await page.goBack();
  await page.getByRole('heading', { name: 'You’re in, Backa!' }).waitFor();
  await page.goto(`${world.siteUrl}/register`);
  await expect.poll(() => firstName.inputValue()).toBe('Nexta');

  // An order of a tab that was closed.
  const left = { firstName: 'Clo', lastName: 'Sed', email: 'closed@example.org' };
  const form = world.siteUrl + (await placeCardOrder(page, world.siteUrl, left));
  await page.reload();
  await page.getByText(UNFINISHED).waitFor();
  await page.getByRole('link', { name: 'Continue paying' }).click();
  await page.waitForURL(form);
  await page.goto(`${world.siteUrl}/checkout`);
  await page.getByText(UNFINISHED).waitFor();
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.waitForURL(`${world.siteUrl}/register`);
  await expect.poll(() => ordersOf(left.email)).toEqual(['cancelled 303 555 0100']);
  await page.goto(`${world.siteUrl}/checkout`, { waitUntil: 'commit' });
  await page.waitForURL(`${world.siteUrl}/`);
});

test('if the unfinished order cannot be loaded, the form still works', async () => {
  const { world, browser } = stage;
  const page = await browser.open({ expected: [/ERR_FAILED GET .*\/unfinished-order-/] });
  const who = { firstName: 'Fo', lastName: 'Rm', email: 'form@example.org' };
  await openSummary(page, world.siteUrl, who);
  await page.route(/\/unfinished-order-(?!notice)/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await openForm(page, world.siteUrl);
  await failed;
  await fillDetails(page, who);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
});
