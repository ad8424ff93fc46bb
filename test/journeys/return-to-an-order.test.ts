import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { checkout, teamOfTen } from '#test/factories.ts';
import { setStage } from './stage.ts';

const stage = setStage();

interface Bought {
  readonly transactionId: string;
  /** The provider's page, whose address contains the session id. */
  readonly url: string;
}

async function start(body: unknown): Promise<Bought> {
  return (await stage.world.visitor().post('/api/create-checkout-session', body)).json();
}

async function buy(body: unknown): Promise<Bought> {
  const bought = await start(body);
  await stage.world.pay(bought.url);
  // The site asks the provider before responding, so nobody waits for the webhook.
  await stage.world.visitor().get(`/api/registrations/${bought.transactionId}`);
  return bought;
}

const person = { firstName: 'Ada', lastName: 'Again', email: 'ada.again@example.org' };
let single: Bought;
beforeAll(async () => {
  single = await buy(checkout(person));
});

async function open(path: string, heading: string, page?: Page): Promise<Page> {
  const shown = page ?? (await stage.browser.open());
  await shown.goto(stage.world.siteUrl + path);
  await shown.getByRole('heading', { level: 1, name: heading }).waitFor();
  return shown;
}

const toastOf = (page: Page) => page.getByRole('region', { name: /Notifications/ });

test('the payment is announced once per order, even in browsers without storage', async () => {
  const { transactionId } = await buy(checkout({ ...person, email: 'once@example.org' }));
  const path = `/checkout-success?id=${transactionId}`;
  const first = await open(path, "You're in, Ada!");
  await toastOf(first).getByText('Payment Successful').waitFor();

  const second = await stage.browser.open({ isFirstVisit: true });
  await second.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  for (let time = 1; time <= 2; time += 1) {
    const response = second.waitForResponse(/\/welcome$/);
    await open(path, "You're in, Ada!", second);
    expect(await (await response).json()).toEqual({ isFirst: false });
    expect(await toastOf(second).getByText('Payment Successful').count()).toBe(0);
  }
});

test('a toast whose code cannot be loaded is skipped, and the page still works', async () => {
  const { transactionId } = await buy(checkout({ ...person, email: 'toast@example.org' }));
  const page = await stage.browser.open({
    isFirstVisit: true,
    expected: [/^net::ERR_FAILED GET .*\/toast-/],
  });
  await page.route(/\/assets\/toast-[\w-]+\.js$/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => /\/toast-/.test(request.url()));
  await open(`/checkout-success?id=${transactionId}`, "You're in, Ada!", page);
  await failed;
  expect(await toastOf(page).count()).toBe(0);
  await page.getByRole('region', { name: /^Your ticket/ }).waitFor();
});

test('an order’s pages redirect to the address with its own id, however it was named', async () => {
  const { transactionId, url } = single;
  const page = await stage.browser.open();
  for (const [path, called, heading] of [
    ['/registration/', /cs_test_\w+/.exec(url)![0], 'Registration details'],
    ['/confirmation/', transactionId.toLowerCase(), 'Your order is confirmed'],
    ['/checkout-success?id=', `${transactionId}%20`, "You're in, Ada!"],
  ] as const) {
    await open(path + called, heading, page);
    await page.waitForURL(stage.world.siteUrl + path + transactionId);
  }
});

test('an unpaid order gets no thanks', async () => {
  const { transactionId } = await start(checkout({ ...person, email: 'unpaid@example.org' }));
  const page = await open(`/checkout-success?id=${transactionId}`, "We haven't received your payment yet");
  expect(await page.getByRole('main').textContent()).not.toContain('Thank you');
});

test('a server error without a message does not lose the typed person', async () => {
  const { transactionId } = await buy(teamOfTen());
  const page = await stage.browser.open({ expected: [/^500 POST .*\/attendees$/] });
  await open(`/confirmation/${transactionId}`, 'Your order is confirmed', page);
  await page.route('**/api/order/*/attendees', (route) => route.fulfill({ status: 500, body: '' }));
  const form = page.getByRole('region', { name: 'Add a team member' });
  const seat = form.getByRole('group', { name: 'Seat 4', exact: true });
  await seat.getByLabel('First name').fill('Cy');
  await seat.getByLabel('Last name').fill('Sample');
  await seat.getByLabel('Email').fill('cy@example.org');
  await form.getByRole('button', { name: 'Add team member' }).click();
  await form.getByRole('alert').getByText('Failed to add team member. Please try again.').waitFor();
  expect(await seat.getByLabel('Email').inputValue()).toBe('cy@example.org');
});

test('tickets, receipt, calendar and another copy of the email are a click away once the order is paid', async () => {
  const page = await open(`/confirmation/${single.transactionId}`, 'Your order is confirmed');
  await page.getByRole('button', { name: 'Email again' }).click();
  await page.getByText('Sent to ada.again@example.org.').waitFor();
  await page.getByText('Add to calendar').click();
  for (const [name, host] of [
    [/^Google Calendar/, 'calendar.google.com'],
    [/^Outlook.com/, 'outlook.live.com'],
  ] as const) {
    const address = await page.getByRole('link', { name }).getAttribute('href');
    expect(new URL(address!).hostname).toBe(host);
  }
  for (const [link, file] of [
    ['Calendar file for Apple, Outlook and others (.ics)', /^digital-safety-summit\.ics$/],
    ['Download the ticket (PDF)', /^digital-safety-summit-ticket\.pdf$/],
    ['Download the receipt (PDF)', /^receipt-DSS\d{6}\.pdf$/],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: link }).click();
    expect((await download).suggestedFilename()).toMatch(file);
  }
  const { transactionId } = await start(checkout({ ...person, email: 'unpaid.too@example.org' }));
  await open(`/confirmation/${transactionId}`, 'Your order', page);
  const files = page.getByRole('main').getByRole('link', { name: /ticket|receipt|calendar/i });
  expect(await files.count()).toBe(0);
});
