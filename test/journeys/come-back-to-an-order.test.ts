import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { desc, eq } from '#server/db/drizzle.ts';
import { eventCapacity, orders } from '#server/db/tables.ts';
import { payByCard } from '#test/browser.ts';
import { goToCardForm } from './card-form.ts';
import { fillDetails, goToPayment, openForm } from './fill-registration.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const UNFINISHED = 'You have an unfinished order';
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

test('details changed on the way back are paid once, with the last seat, and a second tab leads to the tickets', async () => {
  const { world, browser } = stage;
  const page = await browser.open({ expected: [/^410 GET .*\/pay\//] });
  const email = 'back@example.org';
  await openForm(page, world.siteUrl);
  await fillDetails(page, { firstName: 'Backa', lastName: 'Gain', email });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await page.getByRole('heading', { name: 'Pay by card' }).waitFor();
  const first = page.url();
  const { db } = world.database;
  await db.update(eventCapacity).set({ maxCapacity: eventCapacity.currentRegistrations });
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
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/pay/') && url.href !== first);
  expect(await ordersOf(email)).toEqual([
    'pending 303 555 0199',
    expect.stringMatching(/^(cancelled|expired) 303 555 0100$/),
  ]);

  const second = await page.context().newPage();
  await second.goto(first);
  await second.getByText('It can no longer be paid').waitFor();
  await second.goto(page.url());
  await payByCard(second);
  await second.getByRole('heading', { name: "You're in, Backa!" }).waitFor();
  await page.getByRole('link', { name: '← Back' }).click();
  await page.getByRole('heading', { name: "You're in, Backa!" }).waitFor();
  expect(await page.getByText(UNCHARGED).count()).toBe(0);
  expect((await ordersOf(email))[0]).toBe('completed 303 555 0199');
  await db.update(eventCapacity).set({ maxCapacity: 300 });

  // The next registration in this tab is a new purchase.
  await page.goto(`${world.siteUrl}/register`);
  expect(await page.getByLabel('First name').inputValue()).toBe('');
  expect(await page.getByText(UNFINISHED).count()).toBe(0);
});

test('while the payment is uncertain, the summary says nothing about money', async () => {
  const { world, browser } = stage;
  const page = await browser.open({ expected: [/ERR_FAILED GET .*\/api\/(checkout|unfinished-order)/] });
  await goToPayment(page, world.siteUrl, {
    firstName: 'Unsu',
    lastName: 'Reman',
    email: 'unsure@example.org',
  });
  await page.route('**/api/checkout/*', (route) => route.abort());
  await page.route('**/api/unfinished-order', (route) => route.abort());
  await page.getByRole('link', { name: '← Back' }).click();
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
  expect(await page.getByText(UNCHARGED).count()).toBe(0);
});

test('after a tab was closed on the card form, the visitor can continue or start over', async () => {
  const { world, browser } = stage;
  const page = await browser.open();
  const email = 'closed@example.org';
  await goToCardForm(page, world.siteUrl, { firstName: 'Clo', lastName: 'Sed', email });
  await page.getByText(/Your seats are kept until \d+:\d\d AM Denver time\./).waitFor();
  const form = page.url();
  const next = await page.context().newPage();
  await page.close();
  await next.goto(`${world.siteUrl}/register`);
  await next.getByText(UNFINISHED).waitFor();
  await next.getByRole('link', { name: 'Continue paying' }).click();
  await next.waitForURL(form);

  await next.goto(`${world.siteUrl}/checkout`);
  await next.getByText(UNFINISHED).waitFor();
  await next.getByRole('button', { name: 'Start again' }).click();
  await next.waitForURL(`${world.siteUrl}/register`);
  expect(await ordersOf(email)).toEqual(['cancelled 303 555 0100']);
  await next.goto(`${world.siteUrl}/checkout`);
  await next.waitForURL(`${world.siteUrl}/`);
});
