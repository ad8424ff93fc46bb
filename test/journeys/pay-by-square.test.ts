import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { reconcilePayments } from '#server/payments/reconcile.ts';
import { SQUARE_CARDS, typeSquareCard } from '#test/browser.ts';
import { billingData, checkout } from '#test/factories.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { fillBilling, openCardForm, orderOf, placeCardOrder } from './card-form.ts';
import { follow, toastOf } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const DECLINED = /^402 POST .*\/api\/square\/process-payment/;

async function readOrder(page: Page, transactionId: string): Promise<OrderWithRegistrations['order']> {
  const response = await page.request.get(`${stage.world.siteUrl}/api/orders/transaction/${transactionId}`);
  return ((await response.json()) as OrderWithRegistrations).order;
}

/** All payments at the provider, by status and cents. */
async function payments(): Promise<[string, number][]> {
  const { sandbox, dependencies } = stage.world;
  // Its list shows payments with a delay, unless that is turned off.
  sandbox.square.faults.set({ listLagMs: 0 });
  const { accessToken, locationId } = dependencies.settings.square!;
  const response = await fetch(`${sandbox.url}/v2/payments?sort_order=ASC&location_id=${locationId}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { payments: found = [] } = (await response.json()) as {
    payments?: { status: string; amount_money: { amount: number } }[];
  };
  return found.map(({ status, amount_money }) => [status, amount_money.amount]);
}

/** By Enter, because the page may still be scrolling to a message, and a click would miss. */
async function pay(page: Page) {
  await page.getByRole('button', { name: 'Pay $20.00', disabled: false }).press('Enter');
}

/** The notice beside the card field. */
function notice(page: Page) {
  return page.getByRole('main').getByRole('alert');
}

test('a ticket is paid in the card form, which keeps its seat, after a script that failed, declined cards and a canceled challenge', async () => {
  const { world, browser } = stage;
  const at = (minutes: number) => new Date(Date.parse(EARLY_BIRD) + minutes * 60_000).toISOString();
  const page = await browser.open({
    isFirstVisit: true,
    expected: [
      DECLINED,
      /ERR_FAILED GET .*\/(square\.js|api\/orders\/transaction\/\w+)$/,
      /^404 GET .*\/api\/orders\/transaction\//,
      /^403 POST .*\/process-payment/,
    ],
  });
  await page.clock.install();
  world.moveClock(EARLY_BIRD);
  const path = await placeCardOrder(page, world.siteUrl, {
    firstName: 'Squire',
    lastName: 'Sample',
    email: 'squire@example.org',
  });
  expect(new URL(path, world.siteUrl).searchParams.get('amount')).toBe('2000');

  // The order's own total counts, whatever the link says.
  await page.route('**/square.js', (route) => route.abort());
  await page.route('**/api/orders/transaction/*', (route) => route.abort(), { times: 1 });
  await page.goto(world.siteUrl + path.replace('amount=2000', 'amount=100'));
  // While the order can't be loaded, the page keeps the way back.
  await notice(page).getByText('We could not load your order').waitFor();
  await page.getByRole('link', { name: 'Back to the summary' }).waitFor();
  await notice(page).getByRole('button', { name: 'Try again' }).click();
  const order = orderOf(page);
  await toastOf(page).getByText('Payment Error').waitFor();
  await notice(page).getByText('Failed to load payment form. Please try again.').waitFor();
  await page.getByText('The total is $20.00').waitFor();
  await page.getByText('The link showed $1.00.').waitFor();
  const billing = page.getByRole('group', { name: 'Billing details' });
  await expect.poll(() => billing.getByLabel('Email').inputValue()).toBe('squire@example.org');
  await expect.poll(() => billing.getByLabel('First name').inputValue()).toBe('Squire');
  await expect.poll(() => billing.getByLabel('Country').inputValue()).toBe('United States');
  await page.getByText('Still needed: Address, City, State, and ZIP code.').waitFor();
  await page.getByText('Held for you until 10:15 AM Denver time.').waitFor();
  world.moveClock(at(14));
  // Three minutes ahead, the form offers to keep the seat.
  await page.clock.fastForward('12:30');
  await page.getByRole('button', { name: 'Hold longer' }).press('Enter');
  await page.getByText('Held for you until 10:29 AM Denver time.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Hold longer' }).count()).toBe(0);
  await expect
    .poll(() =>
      page.getByRole('button', { name: 'Pay $20.00' }).evaluate((one) => one === document.activeElement),
    )
    .toBe(true);
  await fillBilling(page);
  await page.getByText('The card field could not be loaded.').waitFor();
  const button = page.getByRole('button', { name: 'Pay $20.00' });
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  await page.unroute('**/square.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  const field = page.frameLocator('iframe');
  await field.getByLabel('Card number').waitFor();
  await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
  world.moveClock(at(20));
  await reconcilePayments(world.context());
  expect((await readOrder(page, order)).paymentStatus).toBe('pending');

  // Loading the page again keeps the address.
  await page.goto(world.siteUrl + path);
  await field.getByLabel('Card number').waitFor();
  await expect.poll(() => billing.getByLabel('City').inputValue()).toBe('Denver');
  await expect.poll(() => page.getByText('The total is $20.00').count()).toBe(0);
  await typeSquareCard(page, '4111 1111 1111 1112');
  await pay(page);
  await notice(page).getByText('Enter a valid card number.').waitFor();
  await toastOf(page).getByText('Payment Failed').waitFor();
  await typeSquareCard(page, SQUARE_CARDS.declined);
  await pay(page);
  await notice(page)
    .getByText(/declined/i)
    .waitFor();
  await expect.poll(() => billing.getByLabel('City').inputValue()).toBe('Denver');
  expect((await readOrder(page, order)).paymentStatus).toBe('pending');

  await typeSquareCard(page, SQUARE_CARDS.asksBank);
  await pay(page);
  await field.getByText('Pay $20.00 with the card ending in 0004?').waitFor();
  const processing = page.getByRole('button', { name: 'Processing' });
  await expect.poll(() => processing.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => page.getByLabel('City').isDisabled()).toBe(true);
  await field.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByText('You canceled the payment. Nothing was charged.').waitFor();
  await expect.poll(() => toastOf(page).getByText('Payment Failed').count()).toBe(0);
  expect((await readOrder(page, order)).paymentStatus).toBe('pending');
  await pay(page);
  await field.getByLabel('Code').fill('123456');
  await field.getByRole('button', { name: 'Confirm' }).press('Enter');
  await page.getByRole('heading', { name: 'You’re in, Squire!' }).waitFor();
  await toastOf(page).getByText('Your registration has been completed successfully!').waitFor();
  expect(orderOf(page)).toBe(order);
  const paid = await readOrder(page, order);
  expect([paid.paymentStatus, paid.totalAmount]).toEqual(['completed', '20.00']);
  expect(await payments()).toEqual([
    ['FAILED', 2000],
    ['COMPLETED', 2000],
  ]);
  // The tab keeps nothing about the buyer; the success page finds the order even without an id in the address.
  const left = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr')));
  expect(left).toEqual(['payment-result']);
  await page.goto(`${world.siteUrl}/checkout-success`);
  await page.getByRole('heading', { name: 'You’re in, Squire!' }).waitFor();

  // An order that cannot be paid says why.
  const notFound = page.getByRole('heading', { name: 'Order Not Found' });
  await follow(page, '/checkout/square-payment');
  await notFound.waitFor();
  await follow(page, path);
  await page.getByRole('heading', { name: 'You’re in, Squire!' }).waitFor();
  const nothing = '/checkout/square-payment?orderId=NOTHING&amount=2000&name=Individual+Package';
  await follow(page, nothing);
  await notFound.waitFor();

  world.moveClock('2025-09-21T06:01:00Z');
  await page.goto(world.siteUrl + nothing);
  await page.getByRole('heading', { name: 'Registration Closed' }).waitFor();
  world.moveClock(EARLY_BIRD);
});

test('an order that its last declined card has closed says so', async () => {
  const { siteUrl } = stage.world;
  const page = await stage.browser.open({ expected: [/^409 POST .*\/process-payment/] });
  await openCardForm(page, siteUrl, { firstName: 'Dee', lastName: 'Sample', email: 'dee@example.org' });
  await fillBilling(page);
  await typeSquareCard(page);
  await page.route('**/api/square/process-payment', async (route) => {
    const headers = { origin: siteUrl };
    await page.request.post(`${siteUrl}/api/checkout/${orderOf(page)}/give-up`, { headers });
    const message = ERROR_WORDS.declined_too_often;
    await route.fulfill({ status: 409, json: { code: 'declined_too_often', message } });
  });
  await pay(page);
  await page.getByRole('heading', { name: 'This order can no longer be paid' }).waitFor();
  await page.getByRole('main').getByText('Ten cards were declined for this order').waitFor();
});

test('a payment with an uncertain or lost response, one made in another tab, and a replaced order charge nobody twice', async () => {
  const { siteUrl, sandbox } = stage.world;
  const page = await stage.browser.open({
    expected: [/^409 POST .*\/process-payment/, /ERR_FAILED POST .*\/process-payment/],
  });
  const before = (await payments()).length;
  await openCardForm(page, siteUrl, { firstName: 'Loss', lastName: 'Sample', email: 'loss@example.org' });
  const form = page.url();
  await fillBilling(page);
  await typeSquareCard(page);
  await page.route('**/api/square/process-payment', (route) =>
    route.fulfill({ status: 409, json: { code: 'payment_under_way', message: 'Please do not pay again.' } }),
  );
  // The card field's own Enter pays, too.
  await page.frameLocator('iframe').getByLabel('CVV').press('Enter');
  await page.getByText('We’re confirming your payment…').waitFor();
  expect(new URL(page.url()).pathname).toBe('/checkout-success');
  await page.unroute('**/api/square/process-payment');
  await page.goto(form);
  await typeSquareCard(page);
  const lost = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/square/process-payment', lost);
  await pay(page);
  await page.getByRole('heading', { name: 'You’re in, Loss!' }).waitFor();
  await page.unroute('**/api/square/process-payment', lost);
  expect((await payments()).slice(before)).toEqual([['COMPLETED', 2000]]);

  await openCardForm(page, siteUrl, { firstName: 'Twain', lastName: 'Tabs', email: 'twain@example.org' });
  await fillBilling(page);
  await typeSquareCard(page);
  const sourceId = await tokenizeCard(sandbox.url);
  const inOtherTab = await page.request.post(`${siteUrl}/api/square/process-payment`, {
    data: { sourceId, orderId: orderOf(page), amount: 2000, billingData },
    headers: { origin: siteUrl },
  });
  expect(inOtherTab.status()).toBe(200);
  await pay(page);
  await page.getByRole('heading', { name: 'You’re in, Twain!' }).waitFor();
  expect((await payments()).slice(before + 1)).toEqual([['COMPLETED', 2000]]);

  const chang = {
    firstName: 'Chang',
    lastName: 'Mind',
    email: 'chang@example.org',
    checkoutId: crypto.randomUUID(),
  };
  await openCardForm(page, siteUrl, chang);
  const replaced = page.url();
  await fillBilling(page);
  await typeSquareCard(page);
  const newer = await page.request.post(`${siteUrl}/api/create-checkout-session`, {
    data: { ...checkout(chang), provider: 'stripe' },
    headers: { origin: siteUrl },
  });
  await pay(page);
  await page.getByRole('heading', { name: 'A newer order has replaced this one' }).waitFor();
  expect(page.url()).toBe(replaced);
  await page.getByText('Individual Package, $20.00').waitFor();
  await page.getByRole('link', { name: 'Continue with the newer order' }).click();
  await page.waitForURL(((await newer.json()) as { url: string }).url);
  expect((await payments()).length).toBe(before + 2);
});
