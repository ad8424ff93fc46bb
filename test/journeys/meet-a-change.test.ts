import type Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { refreshCatalog } from '#server/catalog/mirror.ts';
import { pendingRegistration } from '#test/factories.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { toastOf } from './desk.ts';
import { openForm, openSummary } from './fill-registration.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const SENTENCE = 'Registration for this event has closed as the event has concluded.';
const LAST_MINUTES = '2025-09-21T05:50:00Z';
const CLOSED = '2025-09-21T06:00:00Z';
const buyer = { firstName: 'Lata', lastName: 'Late', email: 'lata@example.org' };
let single: Stripe.Product;

beforeAll(async () => {
  await seedCatalog(stage.world.sandbox.url, 'sk_test_world', content.packages);
  const products = await stage.world.stripe.products.list({ limit: 100 });
  single = products.data.find(
    ({ metadata }) =>
      metadata.event_type === 'conference' &&
      metadata.team_size === 'individual' &&
      metadata.pricing_type === 'early_bird',
  )!;
  await refreshCatalog(stage.world.context());
});

test('when registration closes, an open form is replaced, an open summary sells nothing and leads home', async () => {
  const page = await stage.browser.open({
    isFirstVisit: true,
    expected: [/^403 POST .*\/api\/create-checkout-session/],
  });
  await page.clock.install({ time: new Date(LAST_MINUTES) });
  stage.world.moveClock(LAST_MINUTES);
  await openForm(page, stage.world.siteUrl);
  await expect
    .poll(() => page.getByRole('banner').getByRole('link', { name: 'Get updates' }).count())
    .toBe(0);
  stage.world.moveClock(CLOSED);
  await page.clock.fastForward(31_000);
  await page.getByRole('heading', { name: 'Registration Closed' }).waitFor();
  await page.getByText(SENTENCE).waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Get updates' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  await expect.poll(() => page.title()).toBe('Registration Closed - Digital Safety Summit');

  stage.world.moveClock(EARLY_BIRD);
  await openSummary(page, stage.world.siteUrl, buyer);
  const stored = () => page.evaluate(() => sessionStorage.getItem('pending-registration'));
  const registration = await stored();
  stage.world.moveClock(CLOSED);
  for (const goOn of [
    () => page.getByRole('button', { name: 'Pay $20.00' }).click(),
    async () => {
      await page.evaluate((text) => sessionStorage.setItem('pending-registration', text!), registration);
      await page.goto(`${stage.world.siteUrl}/checkout`, { waitUntil: 'commit' });
    },
  ]) {
    await goOn();
    await page.waitForURL(`${stage.world.siteUrl}/`, { waitUntil: 'commit' });
    const toast = toastOf(page);
    await toast.getByText('Registration Closed').waitFor();
    await toast.getByText(SENTENCE).waitFor();
    await expect.poll(stored).toBeNull();
  }
  const orders = await (await stage.world.staff()).get('/api/admin/orders');
  expect(await orders.json()).toEqual([]);

  await page.goto(`${stage.world.siteUrl}/checkout`);
  await page.getByRole('heading', { name: 'Registration Closed' }).waitFor();
  await page.getByText(SENTENCE).waitFor();

  // Paid just before the closing, and the buyer goes back to the summary.
  stage.world.moveClock(LAST_MINUTES);
  await openSummary(page, stage.world.siteUrl, buyer);
  await page.getByRole('button', { name: 'Pay $' }).click();
  await page.waitForURL(`${stage.world.sandbox.url}/**`);
  await stage.world.pay(page.url());
  stage.world.moveClock(CLOSED);
  await page.goto(`${stage.world.siteUrl}/checkout`, { waitUntil: 'commit' });
  await page.waitForURL(/\/checkout-success/, { waitUntil: 'commit' });
});

test('a changed price is shown before it is paid, and a package turned off cannot be chosen', async () => {
  stage.world.moveClock(EARLY_BIRD);
  const page = await stage.browser.open({ expected: [/^409 POST .*create-checkout-session/] });
  // A summary from a day with another price.
  const stale = pendingRegistration({ amount: 5, originalAmount: 5, finalAmount: 5 });
  await page.goto(`${stage.world.siteUrl}/robots.txt`);
  await page.evaluate((text) => sessionStorage.setItem('pending-registration', text), JSON.stringify(stale));
  await page.goto(`${stage.world.siteUrl}/checkout`);
  await page.getByText('The total has changed').waitFor();
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();

  const { stripe } = stage.world;
  const price = await stripe.prices.create({ product: single.id, currency: 'usd', unit_amount: 25_50 });
  await stripe.products.update(single.id, { default_price: price.id });
  await refreshCatalog(stage.world.context());
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await page.getByText('Nothing was charged. Please confirm the new total.').waitFor();
  await page.getByRole('button', { name: 'Pay $25.50' }).press('Enter');

  await page.getByRole('heading', { name: 'Pay by card' }).waitFor();
  const [session] = (await stripe.checkout.sessions.list({ limit: 1 })).data;
  expect(session!.amount_total).toBe(25_50);

  await stripe.products.update(single.id, { active: false });
  await refreshCatalog(stage.world.context());
  const words = 'This package is not on sale at the moment.';
  await openForm(page, stage.world.siteUrl);
  const choice = page.getByRole('radio', { name: /^Individual Package/ });
  await expect.poll(async () => [await choice.isChecked(), await choice.isDisabled()]).toEqual([false, true]);
  const next = page.getByRole('button', { name: 'Continue' });
  await page.locator('#continue-why', { hasText: `${words} Choose another one to continue.` }).waitFor();
  await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('radio', { name: /^10-Person Package/ }).check();
  await expect
    .poll(async () => [await choice.isDisabled(), await next.getAttribute('aria-disabled')])
    .toEqual([true, null]);
});
