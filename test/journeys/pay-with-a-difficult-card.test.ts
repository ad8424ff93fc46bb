import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CARDS, payByCard } from '#test/browser.ts';
import { goToPayment } from './fill-registration.ts';
import { mailTo } from './mail.ts';
import { setStage } from './stage.ts';

const stage = setStage({ ticketMails: true });

async function paymentStatus(page: Page, transactionId: string): Promise<string> {
  const response = await page.request.get(`${stage.world.siteUrl}/api/orders/transaction/${transactionId}`);
  return ((await response.json()) as { order: { paymentStatus: string } }).order.paymentStatus;
}

test('a card with a bank challenge pays once the challenge is completed', async () => {
  const page = await stage.browser.open();
  await goToPayment(page, stage.world.siteUrl, {
    firstName: 'Bea',
    lastName: 'Bank',
    email: 'bea@example.org',
  });
  await payByCard(page, CARDS.asksBank);
  await page.getByRole('heading', { name: 'Confirm your payment' }).waitFor();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await page.getByRole('alert').getByText('We are unable to authenticate your payment method.').waitFor();

  await payByCard(page, CARDS.asksBank);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.getByRole('heading', { name: "You're in, Bea!" }).waitFor();
  expect(await paymentStatus(page, new URL(page.url()).searchParams.get('id')!)).toBe('completed');
  await mailTo(stage.world.sandbox.url, 'bea@example.org');
});

test('a card without funds buys nothing, and the way back keeps the registration', async () => {
  const page = await stage.browser.open({ expected: [/^402 POST .*\/pay\//] });
  await goToPayment(page, stage.world.siteUrl, {
    firstName: 'Nil',
    lastName: 'Funds',
    email: 'nil@example.org',
  });
  await payByCard(page, CARDS.withoutFunds);
  await page.getByRole('alert').getByText('Your card has insufficient funds.').waitFor();
  const { transactionId } = await (await page.request.get(`${stage.world.siteUrl}/api/last-order`)).json();
  expect(await paymentStatus(page, transactionId)).toBe('pending');

  await page.getByRole('link', { name: '← Back' }).click();
  await page.getByText('Payment was not completed; nothing was charged.').waitFor();
  await page.getByText(/Your seats are kept until \d+:\d\d AM Denver time\./).waitFor();
  await page.getByText('nil@example.org').waitFor();
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await payByCard(page);
  await page.getByRole('heading', { name: "You're in, Nil!" }).waitFor();
  // The same order, not a second one.
  expect(new URL(page.url()).searchParams.get('id')).toBe(transactionId);
  expect(await paymentStatus(page, transactionId)).toBe('completed');
});
