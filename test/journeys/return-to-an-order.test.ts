import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { checkout } from '#test/factories.ts';
import { readPass } from '#test/read-pass.ts';
import { walletSettings } from '#test/wallets.ts';
import { follow, toastOf } from './desk.ts';
import { setStage } from './stage.ts';

const wallets = await walletSettings();
const stage = setStage({ settings: wallets.settings });
const ada = { firstName: 'Ada', lastName: 'Again', email: 'ada.again@example.org' };

interface Placed {
  readonly transactionId: string;
  /** The provider's page, whose address contains the session id. */
  readonly url: string;
}

async function place(person: Record<string, string>): Promise<Placed> {
  return (await stage.world.visitor().post('/api/create-checkout-session', checkout(person))).json();
}

async function buy(person: Record<string, string>): Promise<Placed> {
  const bought = await place(person);
  await stage.world.pay(bought.url);
  // The site asks the provider before responding, so nobody waits for the webhook.
  await stage.world.visitor().get(`/api/registrations/${bought.transactionId}`);
  return bought;
}

const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('an order is found by any of its names, thanks once, and has ticket, receipt, calendar, wallet passes and another mail', async () => {
  const { siteUrl } = stage.world;
  const { transactionId, url } = await buy(ada);
  const page = await stage.browser.open({
    isFirstVisit: true,
    viewport: { width: 390, height: 844 },
    expected: [/^net::ERR_FAILED GET .*\/toast-/],
  });

  // A toast whose code cannot be loaded is skipped.
  const toastCode = /\/assets\/toast-[\w-]+\.js$/;
  await page.route(toastCode, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => /\/toast-/.test(request.url()));
  await page.goto(`${siteUrl}/checkout-success?id=${transactionId}%20`);
  await headingOf(page, 'You’re in, Ada!').waitFor();
  await page.waitForURL(`${siteUrl}/checkout-success?id=${transactionId}`);
  await failed;
  await expect.poll(() => toastOf(page).count()).toBe(0);
  await page.getByRole('region', { name: /^Your ticket/ }).waitFor();
  await page.unroute(toastCode);

  // The payment is announced once.
  const once = await buy({ ...ada, email: 'once@example.org' });
  const announced = toastOf(page).getByText('Payment Successful');
  await page.goto(`${siteUrl}/checkout-success?id=${once.transactionId}`);
  await announced.waitFor();
  const response = page.waitForResponse(/\/welcome$/);
  await page.reload();
  expect(await (await response).json()).toEqual({ isFirst: false });
  await headingOf(page, 'You’re in, Ada!').waitFor();
  await expect.poll(() => announced.count()).toBe(0);

  const unpaid = await place({ ...ada, email: 'unpaid@example.org' });
  await follow(page, `/checkout-success?id=${unpaid.transactionId}`);
  await headingOf(page, 'We haven’t received your payment yet').waitFor();
  await expect.poll(() => page.getByRole('main').textContent()).not.toContain('You’re in');
  await follow(page, `/confirmation/${unpaid.transactionId}`);
  await page.getByRole('heading', { level: 1, name: 'Your order', exact: true }).waitFor();
  const files = page.getByRole('main').getByRole('link', { name: /ticket|receipt|calendar/i });
  await expect.poll(() => files.count()).toBe(0);
  await stage.world.pay(unpaid.url);
  await stage.world.visitor().get(`/api/registrations/${unpaid.transactionId}`);
  await headingOf(page, 'Your order is confirmed').waitFor();

  await follow(page, `/registration/${/cs_test_\w+/.exec(url)![0]}`);
  await headingOf(page, 'Registration details').waitFor();
  await page.waitForURL(`${siteUrl}/registration/${transactionId}`);
  await follow(page, `/confirmation/${transactionId.toLowerCase()}`);
  await headingOf(page, 'Your order is confirmed').waitFor();
  await page.waitForURL(`${siteUrl}/confirmation/${transactionId}`);
  await page.getByRole('button', { name: 'Resend email' }).click();
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
    ['Download ticket (PDF)', /^digital-safety-summit-ticket\.pdf$/],
    ['Download receipt (PDF)', /^receipt-DSS\d{6}\.pdf$/],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: link }).click();
    expect((await download).suggestedFilename()).toMatch(file);
  }
  await addToWallets(page);
});

/** Apple's by keyboard, Google's by a tap. */
async function addToWallets(page: Page) {
  const add = (wallet: string) =>
    page.getByRole('link', { name: `Add to ${wallet} Wallet : ticket of Ada Again`, exact: true });
  const box = await add('Apple').boundingBox();
  expect(box!.height).toBeGreaterThanOrEqual(44);
  const file = page.waitForEvent('download');
  await add('Apple').press('Enter');
  const chunks = [];
  for await (const chunk of await (await file).createReadStream()) chunks.push(chunk);
  const zip = Buffer.concat(chunks);
  const { pass } = readPass(Uint8Array.from(zip).buffer, wallets.authority);
  expect(pass.eventTicket.secondaryFields[0].value).toBe('Ada Again');
  expect((await file).suggestedFilename()).toMatch(/^DSS\d{6}-[0-9a-f]{8}\.pkpass$/);

  // The browser calls our site, not Google, which can't be reached from here.
  let target: string | undefined;
  await page.route('**/google-pass', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    target = response.headers().location;
    await route.fulfill({ body: 'Google Wallet' });
  });
  await add('Google').click();
  await page.getByText('Google Wallet').waitFor();
  expect(target).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/ey/);
}
