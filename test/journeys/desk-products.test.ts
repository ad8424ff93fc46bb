import type { Page } from 'playwright-core';
import type Stripe from 'stripe';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { cellsOf, follow, openDesk, seeToast, stripeOf } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const AWAY = 'Stripe is not responding right now. Please check again in a minute.';
const SINGLE = 'Conference, Individual Package (early bird)';
let stripe: Stripe;

let page: Page;

beforeAll(async () => {
  stripe = stripeOf(stage.world);
  page = await openDesk(stage, '/admin?tab=stripe-products', {
    expected: [/^503 POST .*toggle$/, /^400 POST .*(metadata|test-pricing)$/],
  });
});
beforeEach(() => stage.world.sandbox.stripe.faults.clear());

async function productNamed(name: string) {
  const { data } = await stripe.products.list({ limit: 100 });
  return data.find((one) => one.name === name)!;
}

test('without products, the tab and both managers say so', async () => {
  const none = page.getByText('No products found', { exact: true });
  await none.waitFor();
  await follow(page, '/admin?tab=product-mappings');
  await page.getByText('No product mappings found', { exact: true }).waitFor();
  await follow(page, '/admin/stripe-products');
  await none.waitFor();
});

test('Stripe products are refreshed after 30 s, stay while Stripe is down, and are managed in a new tab', async () => {
  await seedCatalog(stage.world.sandbox.url, 'sk_test_world', content.packages);
  const desk = await openDesk(stage, '/admin?tab=stripe-products', {
    withClock: true,
    expected: [/^503 GET .*stripe-products/],
  });
  const rows = desk.getByRole('table', { name: 'Stripe products' }).getByRole('row');
  await rows.nth(1).waitFor();
  expect(await rows.count()).toBe(1 + content.packages.length * 2);
  const product = await productNamed(SINGLE);
  const single = rows.filter({ hasText: product.id });
  expect(await single.getByRole('cell').allInnerTexts()).toEqual([
    `${SINGLE}\n${product.id}`,
    'Conference',
    '1 person',
    'Early bird',
    '$20.00',
    'Active',
  ]);
  let reads = 0;
  desk.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/admin/stripe-products') reads += 1;
  });
  await stripe.products.update(product.id, { name: 'One seat, early' });
  await desk.clock.fastForward(20_000);
  expect(reads).toBe(0);
  expect(await desk.getByText('One seat, early').count()).toBe(0);
  await desk.clock.fastForward(10_000);
  await desk.getByText('One seat, early', { exact: true }).waitFor();
  expect(reads).toBe(1);
  await stripe.products.update(product.id, { name: SINGLE });

  const [manager] = await Promise.all([
    desk.context().waitForEvent('page'),
    desk.getByRole('link', { name: 'Open the product manager' }).click(),
  ]);
  expect(new URL(manager.url()).pathname).toBe('/admin/stripe-products');
  await manager.getByRole('heading', { name: 'Stripe products' }).waitFor();

  stage.world.sandbox.stripe.faults.set({
    failNext: { method: 'GET', path: '/v1/products', when: 'before', kind: 'drop', times: 99 },
  });
  await desk.clock.fastForward(30_000);
  const away = `Error loading products: ${AWAY}`;
  await desk.getByRole('alert').getByText(away, { exact: true }).waitFor();
  expect(await desk.getByText('One seat, early', { exact: true }).count()).toBe(1);
});

test('Stripe products are turned off and on, at Stripe and for buyers', async () => {
  await page.goto(`${stage.world.siteUrl}/admin/stripe-products`);
  const { id } = await productNamed(SINGLE);
  const card = page.getByRole('listitem').filter({ hasText: id });
  const toggle = card.getByRole('switch');
  await toggle.click();
  await seeToast(page, 'Product Updated', `${SINGLE} is inactive.`);
  expect(await toggle.isChecked()).toBe(false);
  expect((await stripe.products.retrieve(id)).active).toBe(false);
  const offered = await (await stage.world.visitor().get('/api/packages')).json();
  expect(offered[0].listings.early_bird).toMatchObject({ productId: id, isOffered: false });

  stage.world.sandbox.stripe.faults.set({
    failNext: { method: 'POST', path: '/v1/products/*', when: 'before', kind: '500', times: 9 },
  });
  await toggle.click();
  await seeToast(page, 'Error', AWAY);
  await card.getByRole('alert').getByText(AWAY).waitFor();
  expect(await toggle.isChecked()).toBe(false);

  stage.world.sandbox.stripe.faults.clear();
  await toggle.click();
  await seeToast(page, 'Product Updated', `${SINGLE} is active.`);
  expect((await stripe.products.retrieve(id)).active).toBe(true);
});

test('a Stripe product is configured in a dialog with every field', async () => {
  await stripe.products.create({
    name: 'Left over',
    default_price_data: { currency: 'usd', unit_amount: 5_00 },
  });
  await page.goto(`${stage.world.siteUrl}/admin/stripe-products`);
  const card = page.getByRole('listitem').filter({ hasText: 'Left over' });
  for (const gap of ['No event type', 'No pricing type', 'No team size']) await card.getByText(gap).waitFor();
  await card.getByRole('button', { name: 'Configure Left over' }).click();
  const dialog = page.getByRole('dialog', { name: 'Configure product' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  for (const fault of [
    'Choose conference, trainer or both',
    'Choose early bird or regular',
    'Choose individual, small group or large group',
  ]) {
    await dialog.getByRole('link', { name: fault }).waitFor();
  }
  await dialog.getByLabel('Event type').selectOption('Training');
  await dialog.getByLabel('Pricing type').selectOption('Early bird');
  await dialog.getByLabel('Team size').selectOption('Large group (10)');
  await dialog.getByRole('switch', { name: 'Enabled: sold on the site' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Metadata Updated', 'Left over is configured.');
  expect((await productNamed('Left over')).metadata).toEqual({
    event_type: 'trainer',
    pricing_type: 'early_bird',
    team_size: 'large_group',
    enabled: 'false',
  });
  await card.getByText('Not enabled').waitFor();
  await card.getByRole('button', { name: 'Configure Left over' }).click();
  expect(await dialog.getByLabel('Team size').inputValue()).toBe('large_group');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('product mappings: the list, every difference with its product, and a pricing test', async () => {
  const product = await productNamed(SINGLE);
  await page.goto(`${stage.world.siteUrl}/admin?tab=product-mappings`);
  const mapped = await cellsOf(page, 'Product mappings');
  expect(mapped).toContainEqual([
    `${SINGLE}\n${product.default_price}`,
    'Conference',
    '1 person',
    'Early bird',
    '$20.00',
    'Active',
  ]);

  await stripe.products.create({ name: 'Odd', metadata: { event_type: 'party', team_size: 'individual' } });
  const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 21_00 });
  await stripe.products.update(product.id, { default_price: price.id });
  await page.getByRole('radio', { name: 'Validation status' }).check();
  await page.getByText('Some products need attention').waitFor();
  const invalid = page.getByRole('region', { name: 'Invalid products' });
  await invalid.getByText('Odd', { exact: true }).waitFor();
  const dearer = invalid.getByRole('listitem').filter({ hasText: product.id });
  await dearer.getByText(SINGLE, { exact: true }).waitFor();
  await dearer
    .getByText("The site's own price is $20.00, the provider's is $21.00; the provider's price is charged.")
    .waitFor();
  await page.getByRole('button', { name: 'Run validation' }).click();
  await dearer.waitFor();

  await page.getByRole('radio', { name: 'Pricing tests' }).check();
  expect(await page.getByLabel('Team size').inputValue()).toBe('1');
  await page.getByRole('button', { name: 'Test pricing' }).click();
  await seeToast(page, 'Pricing Test Successful', `${SINGLE}: $21.00`);
  expect(await page.getByRole('tabpanel').getByRole('definition').allInnerTexts()).toEqual([
    SINGLE,
    '$21.00',
    '$0.00',
    '$21.00',
    price.id,
  ]);
  await page.getByLabel('Team size').fill('7');
  await page.getByRole('button', { name: 'Test pricing' }).click();
  await seeToast(page, 'Pricing Test Failed', 'No product is mapped for a team of 7.');
  await page.getByRole('alert').getByText('No product is mapped for a team of 7.').waitFor();
  await page.getByLabel('Team size').fill('21');
  await page.getByRole('button', { name: 'Test pricing' }).click();
  await seeToast(page, 'Pricing Test Failed', 'Team size must be from 1 to 20');
  await stripe.products.update(product.id, { default_price: product.default_price as string });
});
