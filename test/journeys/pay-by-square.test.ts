import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { reconcilePayments } from '#server/payments/reconcile.ts';
import { SQUARE_CARDS, typeSquareCard } from '#test/browser.ts';
import { checkout } from '#test/factories.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { fillBilling, goToCardForm, openCardForm, orderOf } from './card-form.ts';
import { mailTo } from './mail.ts';
import { setStage } from './stage.ts';

const stage = setStage({ ticketMails: true });
const DECLINED = /^402 POST .*\/api\/square\/process-payment/;

async function readOrder(page: Page, transactionId: string): Promise<OrderWithRegistrations['order']> {
  const response = await page.request.get(`${stage.world.siteUrl}/api/orders/transaction/${transactionId}`);
  return ((await response.json()) as OrderWithRegistrations).order;
}

/** All payments at the provider, by status and cents. */
async function payments(): Promise<[string, number][]> {
  const { sandbox, dependencies } = stage.world;
  // Its list shows payments with a delay, unless that is turned off.
  sandbox.square!.faults.set({ listLagMs: 0 });
  const response = await fetch(`${sandbox.url}/v2/payments?sort_order=ASC`, {
    headers: { authorization: `Bearer ${dependencies.settings.square!.accessToken}` },
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

function toast(page: Page) {
  return page.getByRole('region', { name: /Notifications/ });
}

/** The notice beside the card field. */
function notice(page: Page) {
  return page.getByRole('main').getByRole('alert');
}

test('a ticket is paid with the site’s card form, after declined cards', async () => {
  const { world, browser } = stage;
  const page = await browser.open({ expected: [DECLINED] });
  await goToCardForm(page, world.siteUrl, {
    firstName: 'Squire',
    lastName: 'Sample',
    email: 'squire@example.org',
  });
  const order = orderOf(page);
  const billing = page.getByRole('group', { name: 'Billing details' });
  expect(await billing.getByLabel('Email').inputValue()).toBe('squire@example.org');
  expect(await billing.getByLabel('First name').inputValue()).toBe('Squire');
  expect(await billing.getByLabel('Country').inputValue()).toBe('United States');

  const button = page.getByRole('button', { name: 'Pay $20.00' });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await page.getByText('Still needed: Address, City, State, and ZIP code.').waitFor();
  await fillBilling(page);
  expect(await button.getAttribute('aria-disabled')).toBeNull();

  await typeSquareCard(page, '4111 1111 1111 1112');
  await pay(page);
  await notice(page).getByText('Enter a valid card number.').waitFor();
  await toast(page).getByText('Payment Failed').waitFor();

  await typeSquareCard(page, SQUARE_CARDS.declined);
  await pay(page);
  await notice(page)
    .getByText(/declined/i)
    .waitFor();
  expect(await billing.getByLabel('City').inputValue()).toBe('Denver');
  expect((await readOrder(page, order)).paymentStatus).toBe('pending');

  await typeSquareCard(page, SQUARE_CARDS.pays);
  await pay(page);
  await page.getByRole('heading', { name: "You're in, Squire!" }).waitFor();
  await toast(page).getByText('Your registration has been completed successfully!').waitFor();
  expect(orderOf(page)).toBe(order);
  const paid = await readOrder(page, order);
  expect([paid.paymentStatus, paid.totalAmount]).toEqual(['completed', '20.00']);
  await mailTo(world.sandbox.url, 'squire@example.org');
  expect(await payments()).toEqual([
    ['FAILED', 2000],
    ['COMPLETED', 2000],
  ]);

  // The tab keeps nothing about the buyer; the success page finds the order even without an id in the address.
  const left = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr')));
  expect(left.toSorted()).toEqual(['payment-provider', 'payment-result']);
  await page.goto(`${world.siteUrl}/checkout-success`);
  await page.getByRole('heading', { name: "You're in, Squire!" }).waitFor();
});

test("the bank's challenge can be canceled, and completed on the next try", async () => {
  const page = await stage.browser.open();
  await openCardForm(page, stage.world.siteUrl, {
    firstName: 'Chal',
    lastName: 'Lenge',
    email: 'chal@example.org',
  });
  await fillBilling(page);
  await typeSquareCard(page, SQUARE_CARDS.asksBank);
  const field = page.frameLocator('iframe');
  await pay(page);
  await field.getByText('Pay $20.00 with the card ending in 0004?').waitFor();
  const processing = page.getByRole('button', { name: 'Processing' });
  expect(await processing.getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByLabel('City').isDisabled()).toBe(true);
  await field.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByText('You canceled the payment. Nothing was charged.').waitFor();
  expect(await toast(page).getByText('Payment Failed').count()).toBe(0);
  expect((await readOrder(page, orderOf(page))).paymentStatus).toBe('pending');

  await pay(page);
  await field.getByLabel('Code').fill('123456');
  await field.getByRole('button', { name: 'Confirm' }).press('Enter');
  await page.getByRole('heading', { name: "You're in, Chal!" }).waitFor();
  expect((await readOrder(page, orderOf(page))).paymentStatus).toBe('completed');
});

test('a reload keeps the address; a script that fails to load is reported, and can be retried', async () => {
  const page = await stage.browser.open({ expected: [/ERR_FAILED GET .*\/square\.js/] });
  await openCardForm(page, stage.world.siteUrl, {
    firstName: 'Rela',
    lastName: 'Load',
    email: 'rela@example.org',
  });
  await fillBilling(page);
  await page.route('**/square.js', (route) => route.abort());
  await page.reload();
  await toast(page).getByText('Payment Error').waitFor();
  await notice(page).getByText('Failed to load payment form. Please try again.').waitFor();
  await page.getByText('The card field could not be loaded.').waitFor();
  expect(await page.getByRole('button', { name: 'Pay $20.00' }).getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByLabel('City').inputValue()).toBe('Denver');

  await page.unroute('**/square.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await typeSquareCard(page);
  // The card field's own Enter pays, too.
  await page.frameLocator('iframe').getByLabel('CVV').press('Enter');
  await page.getByRole('heading', { name: "You're in, Rela!" }).waitFor();
});

test('one order in two tabs is charged once', async () => {
  const page = await stage.browser.open();
  const before = (await payments()).length;
  await openCardForm(page, stage.world.siteUrl, {
    firstName: 'Twain',
    lastName: 'Tabs',
    email: 'twain@example.org',
  });
  const second = await page.context().newPage();
  await second.goto(page.url());
  for (const tab of [page, second]) {
    await fillBilling(tab);
    await typeSquareCard(tab);
  }
  await pay(page);
  await page.getByRole('heading', { name: "You're in, Twain!" }).waitFor();
  await pay(second);
  await second.getByRole('heading', { name: "You're in, Twain!" }).waitFor();
  await page.goto(`${stage.world.siteUrl}/checkout/square-payment?orderId=${orderOf(page)}`);
  await page.getByRole('heading', { name: "You're in, Twain!" }).waitFor();
  expect((await payments()).slice(before)).toEqual([['COMPLETED', 2000]]);
});

test('a payment being confirmed, or with a lost response, is not lost', async () => {
  const page = await stage.browser.open({
    expected: [/^409 POST .*\/process-payment/, /ERR_FAILED POST .*\/process-payment/],
  });
  await openCardForm(page, stage.world.siteUrl, {
    firstName: 'Loss',
    lastName: 'Sample',
    email: 'loss@example.org',
  });
  const form = page.url();
  await fillBilling(page);
  await typeSquareCard(page);
  await page.route('**/api/square/process-payment', (route) =>
    route.fulfill({ status: 409, json: { code: 'payment_under_way', message: 'Please do not pay again.' } }),
  );
  await pay(page);
  await page.getByText('We are confirming your payment…').waitFor();
  expect(new URL(page.url()).pathname).toBe('/checkout-success');

  await page.unroute('**/api/square/process-payment');
  await page.goto(form);
  await typeSquareCard(page);
  await page.route('**/api/square/process-payment', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await pay(page);
  await page.getByRole('heading', { name: "You're in, Loss!" }).waitFor();
});

test('an order given up for another payment method cannot be paid as well', async () => {
  const page = await stage.browser.open({ expected: [/^409 POST .*\/api\/square\/process-payment/] });
  const before = (await payments()).length;
  await goToCardForm(page, stage.world.siteUrl, {
    firstName: 'Chang',
    lastName: 'Mind',
    email: 'chang@example.org',
  });
  const form = page.url();
  await fillBilling(page);
  await typeSquareCard(page);
  // The other tab has the registration, too, like a tab opened from this one.
  const other = await page.context().newPage();
  const pending = await page.evaluate(() => sessionStorage.getItem('pending-registration')!);
  await other.addInitScript((text) => sessionStorage.setItem('pending-registration', text), pending);
  await other.goto(`${stage.world.siteUrl}/checkout`);
  await other.getByRole('radio', { name: 'Card or wallet, on Stripe' }).check();
  await other.getByText('You pay on Stripe’s secure page').waitFor();
  await other.getByRole('button', { name: 'Pay $20.00' }).click();
  await other.waitForURL(`${stage.world.sandbox.url}/**`);

  await pay(page);
  await page.getByRole('heading', { name: 'A newer order has replaced this one' }).waitFor();
  expect(page.url()).toBe(form);
  await page.getByText('Individual Package, $20.00').waitFor();
  await page.getByRole('link', { name: 'Continue with the newer order' }).click();
  await page.waitForURL(other.url());
  expect((await payments()).length).toBe(before);
});

test("the order's own total counts, whatever the link says", async () => {
  const page = await stage.browser.open();
  const response = await stage.world
    .visitor()
    .post('/api/create-checkout-session', { ...checkout({ email: 'link@example.org' }), provider: 'square' });
  const { url } = (await response.json()) as { url: string };
  expect(new URL(url, stage.world.siteUrl).searchParams.get('amount')).toBe('2000');
  await page.goto(stage.world.siteUrl + url.replace('amount=2000', 'amount=100'));
  await page.getByText('The total is $20.00').waitFor();
  await page.getByText('The link to this page named $1.00.').waitFor();
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();

  await page.goto(stage.world.siteUrl + url);
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
  expect(await page.getByText('The total is $20.00').count()).toBe(0);
});

test('a form in use keeps its seat; an abandoned one releases it', async () => {
  const { world, browser } = stage;
  const at = (minutes: number) => new Date(Date.parse(EARLY_BIRD) + minutes * 60_000).toISOString();
  world.moveClock(EARLY_BIRD);
  const used = await browser.open({ isFirstVisit: true });
  await used.clock.install();
  const kay = { firstName: 'Kay', lastName: 'Sample', email: 'kay@example.org' };
  await openCardForm(used, world.siteUrl, kay);
  const left = await browser.open();
  await openCardForm(left, world.siteUrl, { ...kay, email: 'left@example.org' });
  await used.getByText('Your seats are kept until 10:15 AM Denver time.').waitFor();

  world.moveClock(at(14));
  // The form reports at most once a minute.
  await used.clock.fastForward(61_000);
  await fillBilling(used);
  await used.getByText('Your seats are kept until 10:29 AM Denver time.').waitFor();

  world.moveClock(at(20));
  await reconcilePayments(world.context());
  expect((await readOrder(used, orderOf(used))).paymentStatus).toBe('pending');
  expect((await readOrder(left, orderOf(left))).paymentStatus).toBe('expired');
  await typeSquareCard(used, SQUARE_CARDS.pays);
  await pay(used);
  await used.getByRole('heading', { name: "You're in, Kay!" }).waitFor();
  world.moveClock(EARLY_BIRD);
});

test('an order that cannot be paid says why', async () => {
  const page = await stage.browser.open({ expected: [/^404 GET .*\/api\/orders\/transaction\//] });
  const form = `${stage.world.siteUrl}/checkout/square-payment`;
  for (const address of [form, `${form}?orderId=NOTHING&amount=2000&name=Individual+Package`]) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'Order Not Found' }).waitFor();
  }
  stage.world.moveClock('2025-09-21T06:00:00Z');
  await page.goto(`${form}?orderId=NOTHING`);
  await page.getByRole('heading', { name: 'Registration Closed' }).waitFor();
  stage.world.moveClock(EARLY_BIRD);
});
