import Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { refreshCatalog } from '#server/catalog/mirror.ts';
import { CARDS, payByCard } from '#test/browser.ts';
import { openForm, openSummary } from './fill-registration.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let stripe: Stripe;
let single: Stripe.Product;

beforeAll(async () => {
  const { hostname, port } = new URL(stage.world.sandbox.url);
  stripe = new Stripe('sk_test_world', { host: hostname, port, protocol: 'http', telemetry: false });
  await seedCatalog(stage.world.sandbox.url, 'sk_test_world', content.packages);
  const products = await stripe.products.list({ limit: 100 });
  single = products.data.find(
    ({ metadata }) =>
      metadata.event_type === 'conference' &&
      metadata.team_size === 'individual' &&
      metadata.pricing_type === 'early_bird',
  )!;
  await refreshCatalog(stage.world.context());
});

test('a price that changes while the summary is open is shown before it is paid', async () => {
  const page = await stage.browser.open({ expected: [/^409 POST .*create-checkout-session/] });
  await openSummary(page, stage.world.siteUrl, {
    firstName: 'Pia',
    lastName: 'Price',
    email: 'pia@example.org',
  });

  const price = await stripe.prices.create({ product: single.id, currency: 'usd', unit_amount: 25_50 });
  await stripe.products.update(single.id, { default_price: price.id });
  await refreshCatalog(stage.world.context());
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await page.getByText('The total has changed').waitFor();
  await page.getByText('Nothing was charged. Please confirm the new total.').waitFor();
  await page.getByRole('button', { name: 'Pay $25.50' }).press('Enter');

  await page.getByRole('heading', { name: 'Pay by card' }).waitFor();
  await payByCard(page, CARDS.pays);
  await page.getByRole('heading', { name: "You're in, Pia!" }).waitFor();
  const [session] = (await stripe.checkout.sessions.list({ limit: 1 })).data;
  expect([session!.payment_status, session!.amount_total]).toEqual(['paid', 25_50]);

  await page.goto(stage.world.siteUrl);
  expect(await page.getByRole('radio', { name: /^Individual Package.*\$25\.50/ }).count()).toBe(1);
});

test('a package turned off at Stripe cannot be chosen, and every page says so', async () => {
  await stripe.products.update(single.id, { active: false });
  await refreshCatalog(stage.world.context());
  const words = 'This package is not on sale at the moment.';
  const page = await stage.browser.open();
  await openForm(page, stage.world.siteUrl);
  const choice = page.getByRole('radio', { name: /^Individual Package/ });
  expect([await choice.isChecked(), await choice.isDisabled()]).toEqual([false, true]);
  const next = page.getByRole('button', { name: 'Continue' });
  await page.locator('#continue-why', { hasText: `${words} Choose another one to continue.` }).waitFor();
  expect(await next.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('radio', { name: /^10-Person Package/ }).check();
  expect([await choice.isDisabled(), await next.getAttribute('aria-disabled')]).toEqual([true, null]);

  await page.goto(stage.world.siteUrl);
  const offer = page.locator('#registration label').filter({ has: choice });
  expect([await choice.isDisabled(), await offer.getByText(words).count()]).toEqual([true, 1]);
});
