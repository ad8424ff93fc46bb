import type { Page } from 'playwright-core';
import type Stripe from 'stripe';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { checkout } from '#test/factories.ts';
import { buy, follow, liesOver, openDesk, seeToast, stripeOf, toastOf } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const AWAY = 'Stripe is not responding right now. Please check again in a minute.';
const SINGLE = 'Conference, Individual Package (early bird)';
let stripe: Stripe;

let page: Page;

beforeAll(async () => {
  stripe = stripeOf(stage.world);
  page = await openDesk(stage, '/admin?tab=stripe-products', {
    expected: [
      /^503 POST .*toggle$/,
      /^400 POST .*(metadata|test-pricing|stripe-coupons)$/,
      /^409 POST .*\/api\/admin\/coupons$/,
    ],
  });
});
beforeEach(() => stage.world.sandbox.stripe.faults.clear());

const cells = async (table: string) => {
  const rows = page.getByRole('table', { name: table }).getByRole('row');
  await rows.nth(1).waitFor();
  return Promise.all((await rows.all()).slice(1).map((row) => row.getByRole('cell').allInnerTexts()));
};

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

test('Stripe products are refreshed after 30 s, stay when Stripe is away, and are managed in a new tab', async () => {
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

test('Stripe products are switched off and on, at Stripe and for the buyer', async () => {
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
  const mapped = await cells('Product mappings');
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
  await seeToast(page, 'Pricing Test Failed', 'The team size is from 1 to 20');
  await stripe.products.update(product.id, { default_price: product.default_price as string });
});

test('Stripe coupons are created, listed and deleted', async () => {
  await follow(page, '/admin?tab=stripe-coupons');
  await page.getByText('No coupons yet', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create coupon' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create coupon' });
  const create = dialog.getByRole('button', { name: 'Create' });
  expect(await create.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('Display name').fill('Teachers');
  await dialog.getByLabel('Amount off').fill('5');
  await dialog.getByLabel('Percent off').fill('101');
  expect(await dialog.getByLabel('Amount off').inputValue()).toBe('');
  expect(await create.getAttribute('aria-disabled')).toBe(null);
  await create.click();
  await dialog.getByRole('link', { name: 'Percent off is a whole number from 1 to 100' }).waitFor();
  await dialog.getByLabel('Percent off').fill('25');
  expect(await dialog.getByLabel('Months').count()).toBe(0);
  await dialog.getByLabel('Duration').selectOption('Repeating');
  await create.click();
  await dialog.getByRole('link', { name: 'Enter a number of months' }).waitFor();
  await dialog.getByLabel('Months').fill('3');
  await dialog.getByLabel('Max redemptions').fill('40');
  await dialog.getByLabel('Redeem by').fill('2025-08-31');
  await dialog.getByLabel('Coupon ID').fill('TEACH25');
  await create.click();
  await seeToast(page, 'Success', 'Coupon created successfully.');
  expect(await cells('Stripe coupons')).toEqual([
    ['Teachers\nTEACH25', '25% off', '3 months', '0 of 40', 'Aug 31, 2025, 11:59 PM MDT', 'Active', ''],
  ]);
  expect(await stripe.coupons.retrieve('TEACH25')).toMatchObject({
    percent_off: 25,
    duration_in_months: 3,
    max_redemptions: 40,
    redeem_by: Date.parse('2025-08-31T24:00:00-06:00') / 1000,
    metadata: { source: 'admin', created_via: 'admin_dashboard' },
  });

  await page.getByRole('button', { name: 'Create coupon' }).click();
  await dialog.getByLabel('Display name').fill('Again');
  await dialog.getByLabel('Amount off').fill('7.5');
  await dialog.getByLabel('Coupon ID').fill('TEACH25');
  await create.click();
  await toastOf(page).getByText('Error', { exact: true }).waitFor();
  await dialog.getByRole('alert').getByText('Coupon already exists.').waitFor();
  await dialog.getByLabel('Coupon ID').fill('');
  await create.click();
  await seeToast(page, 'Success', 'Coupon created successfully.');
  const made = (await stripe.coupons.list()).data.find((one) => one.name === 'Again');
  expect(made).toMatchObject({ amount_off: 7_50, currency: 'usd', duration: 'once', redeem_by: null });

  for (const name of ['Again', 'Teachers']) {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('alertdialog').getByText('It was used 0 times.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete coupon' }).click();
    await seeToast(page, 'Success', 'Coupon deleted successfully.');
  }
  await page.getByText('No coupons yet', { exact: true }).waitFor();
  expect((await stripe.coupons.list()).data).toEqual([]);
});

test('site coupons are created and switched off and on by the coupon administrator', async () => {
  await page.getByRole('link', { name: 'Coupons', exact: true }).click();
  await page.getByText('No coupons yet', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Stripe coupons' }).click();
  await page.waitForURL(/tab=stripe-coupons/);
  await page.getByRole('link', { name: 'Site coupons' }).click();
  await page.getByRole('heading', { name: 'Coupons', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create coupon' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create coupon' });
  expect(await dialog.getByLabel('Usage limit').inputValue()).toBe('100');
  await dialog.getByRole('checkbox', { name: 'Conference' }).uncheck();
  await dialog.getByLabel('Code').fill('ab');
  await dialog.getByRole('button', { name: 'Create' }).click();
  for (const fault of [
    'Code must be at least 3 characters',
    'Description is required',
    'Discount value must be greater than 0',
    'At least one event type required',
  ]) {
    await dialog.getByRole('link', { name: fault }).waitFor();
  }
  await dialog.getByLabel('Code').fill('teach5');
  await dialog.getByLabel('Description').fill('For teachers');
  await dialog.getByLabel('Discount type').selectOption('Fixed amount');
  await dialog.getByLabel('Discount value').fill('5.50');
  await dialog.getByLabel('Minimum order amount').fill('10');
  await dialog.getByLabel('Usage limit').fill('20');
  await dialog.getByLabel('Valid until').fill('2025-08-31');
  await dialog.getByRole('checkbox', { name: 'Conference' }).check();
  await dialog.getByRole('checkbox', { name: 'Both days' }).check();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await seeToast(page, 'Success', 'Coupon created successfully.');
  expect(await cells('Coupons')).toEqual([
    [
      'TEACH5\nFor teachers',
      '$5.50, from $10.00',
      'Conference, Both days',
      '0 of 20',
      'Aug 31, 2025, 11:59 PM MDT',
      'Active',
      expect.anything(),
    ],
  ]);

  await page.getByRole('button', { name: 'Create coupon' }).click();
  await dialog.getByLabel('Code').fill('Teach5');
  await dialog.getByLabel('Description').fill('Once more');
  await dialog.getByLabel('Discount value').fill('5');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await seeToast(page, 'Error', 'A coupon with this code already exists.');
  await dialog.getByRole('alert').getByText('A coupon with this code already exists.').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => liesOver(page, dialog)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const question = { code: 'teach5', eventType: 'conference', attendeeCount: 1 };
  const answer = async () =>
    (await (await stage.world.visitor().post('/api/coupons/validate', question)).json()) as {
      valid: boolean;
    };
  expect((await answer()).valid).toBe(true);
  const toggle = page.getByRole('switch', { name: 'TEACH5 can be used' });
  await toggle.click();
  await seeToast(page, 'Success', 'TEACH5 is inactive.');
  await page.getByRole('cell', { name: 'Inactive' }).waitFor();
  expect((await answer()).valid).toBe(false);
  await toggle.click();
  await seeToast(page, 'Success', 'TEACH5 is active.');
});

test('site coupons are edited, deleted if unused, and ended if used', async () => {
  const staff = await stage.world.staff();
  for (const code of ['SPRING', 'UNUSED']) {
    const made = await staff.post('/api/admin/coupons', {
      code,
      description: 'For friends',
      discountType: 'percentage',
      discountValue: 50,
      usageLimit: 5,
      eventTypes: ['conference'],
    });
    expect(made.status).toBe(200);
  }
  await buy(stage.world, checkout({ couponCode: 'SPRING', finalAmount: 10 }));
  await page.goto(`${stage.world.siteUrl}/admin/coupons`);
  const row = (code: string) =>
    page.getByRole('table', { name: 'Coupons' }).getByRole('row').filter({ hasText: code });
  await row('SPRING').getByRole('cell', { name: '1 of 5' }).waitFor();

  await row('SPRING').getByRole('button', { name: 'Edit SPRING' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit SPRING' });
  await dialog.getByText('Blank means none. 1 used, 0 held.').waitFor();
  await dialog.getByLabel('Description').fill('For friends of the house');
  await dialog.getByLabel('Usage limit').fill('8');
  await dialog.getByLabel('Valid until').fill('2025-08-15');
  await dialog.getByRole('switch', { name: 'Can be used' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Success', 'SPRING saved.');
  await dialog.waitFor({ state: 'detached' });
  expect((await row('SPRING').getByRole('cell').allInnerTexts()).slice(0, 6)).toEqual([
    'SPRING\nFor friends of the house',
    '50%',
    'Conference',
    '1 of 8',
    'Aug 15, 2025, 11:59 PM MDT',
    'Inactive',
  ]);

  await row('UNUSED').getByRole('button', { name: 'Delete UNUSED' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete coupon' }).click();
  await seeToast(page, 'Success', 'Coupon deleted successfully.');
  await row('UNUSED').waitFor({ state: 'detached' });

  await row('SPRING').getByRole('switch').click();
  await seeToast(page, 'Success', 'SPRING is active.');
  await row('SPRING').getByRole('button', { name: 'End SPRING' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End coupon' }).click();
  await seeToast(page, 'Success', 'SPRING has ended.');
  await row('SPRING').getByRole('cell', { name: 'Inactive' }).waitFor();
  const question = { code: 'spring', eventType: 'conference', attendeeCount: 1 };
  const answer = await (await stage.world.visitor().post('/api/coupons/validate', question)).json();
  expect(answer.valid).toBe(false);
});

test('site coupons are hidden from other staff, who are sent home', async () => {
  const desk = await openDesk(stage, '/admin', { as: 'desk@example.org' });
  await desk.getByRole('link', { name: 'Speakers', exact: true }).waitFor();
  expect(await desk.getByRole('link', { name: 'Coupons', exact: true }).count()).toBe(0);
  await follow(desk, '/admin?tab=stripe-coupons');
  await desk.getByRole('button', { name: 'Create coupon' }).waitFor();
  expect(await desk.getByRole('link', { name: 'Site coupons' }).count()).toBe(0);
  await desk.goto(`${stage.world.siteUrl}/admin/coupons`);
  await desk.waitForURL(`${stage.world.siteUrl}/`);
});
