import { expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { cellsOf, follow, openDesk, seeToast } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const AWAY = 'Stripe is not responding right now. Please check again in a minute.';
const SINGLE = 'Conference, Individual Package (early bird)';
const SOLD = content.packages.slice(0, 2);

test('Stripe products are listed, refreshed, turned off and on, configured, compared and tested', async () => {
  const page = await openDesk(stage, '/admin?tab=stripe-products', {
    withClock: true,
    expected: [
      /^503 GET .*stripe-products$/,
      /^400 POST .*(metadata|test-pricing)$/,
      /^409 POST .*metadata$/,
    ],
  });
  const { stripe } = stage.world;
  const { faults } = stage.world.sandbox.stripe;
  const productNamed = async (name: string) => {
    const { data } = await stripe.products.list({ limit: 100 });
    return data.find((one) => one.name === name)!;
  };

  // Without products, the tab and both managers say so.
  const none = page.getByText('No products found', { exact: true });
  await none.waitFor();
  await follow(page, '/admin?tab=product-mappings');
  await page.getByText('No product mappings found', { exact: true }).waitFor();

  // The list is refreshed after 30 s.
  await seedCatalog(stage.world.sandbox.url, 'sk_test_world', SOLD);
  await follow(page, '/admin?tab=stripe-products');
  await none.waitFor();
  await page.clock.fastForward(30_000);
  const rows = page.getByRole('table', { name: 'Stripe products' }).getByRole('row');
  await rows.nth(1).waitFor();
  await expect.poll(() => rows.count()).toBe(1 + SOLD.length * 2);
  const product = await productNamed(SINGLE);
  const single = rows.filter({ hasText: product.id });
  await expect
    .poll(() => single.getByRole('cell').allInnerTexts())
    .toEqual([`${SINGLE}\n${product.id}`, 'Conference', '1 person', 'Early bird', '$20.00', 'Active']);
  let reads = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/admin/stripe-products') reads += 1;
  });
  await stripe.products.update(product.id, { name: 'One seat, early' });
  await page.clock.fastForward(20_000);
  expect(reads).toBe(0);
  await expect.poll(() => page.getByText('One seat, early').count()).toBe(0);
  await page.clock.fastForward(10_000);
  await page.getByText('One seat, early', { exact: true }).waitFor();
  expect(reads).toBe(1);
  await stripe.products.update(product.id, { name: SINGLE });

  faults.set({ failNext: { method: 'GET', path: '/v1/products', when: 'before', kind: 'drop', times: 99 } });
  await page.clock.fastForward(30_000);
  const away = `Error loading products: ${AWAY}`;
  await page.getByRole('alert').getByText(away, { exact: true }).waitFor();
  await expect.poll(() => page.getByText('One seat, early', { exact: true }).count()).toBe(1);
  faults.clear();
  const manager = page.getByRole('link', { name: 'Open the product manager' });
  await expect.poll(() => manager.getAttribute('href')).toBe('/admin/stripe-products');
  await page.clock.fastForward(30_000);
  await page.getByText(SINGLE, { exact: true }).waitFor();

  // They are turned off and on, at Stripe.
  await follow(page, '/admin/stripe-products');
  await page.getByRole('heading', { name: 'Stripe products' }).waitFor();
  const { id } = product;
  const card = page.getByRole('listitem').filter({ hasText: id });
  const toggle = card.getByRole('switch');
  /** Once the list has been read again: a poll that is due before that would join this read. */
  const turn = async (state: 'active' | 'inactive') => {
    const read = page.waitForResponse(/\/api\/admin\/stripe-products$/);
    await toggle.click();
    await seeToast(page, 'Product Updated', `${SINGLE} is ${state}.`);
    await (await read).finished();
  };
  await turn('inactive');
  await expect.poll(() => toggle.isChecked()).toBe(false);
  expect((await stripe.products.retrieve(id)).active).toBe(false);
  await turn('active');
  expect((await stripe.products.retrieve(id)).active).toBe(true);

  // A dialog configures one with every field.
  await stripe.products.create({
    name: 'Left over',
    default_price_data: { currency: 'usd', unit_amount: 5_00 },
  });
  await page.clock.fastForward(30_000);
  const leftOver = page.getByRole('listitem').filter({ hasText: 'Left over' });
  for (const gap of ['No event type', 'No pricing type', 'No team size'])
    await leftOver.getByText(gap).waitFor();
  await leftOver.getByRole('button', { name: 'Configure Left over' }).click();
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
  await leftOver.getByText('Not enabled').waitFor();
  await leftOver.getByRole('button', { name: 'Configure Left over' }).click();
  await expect.poll(() => dialog.getByLabel('Team size').inputValue()).toBe('large_group');
  // A colleague changes it, too. The refresh shows that, but their choice is not overwritten unseen.
  await dialog.getByLabel('Event type').selectOption('Both days');
  const theirs = { event_type: 'conference', team_size: 'individual' };
  await stripe.products.update((await productNamed('Left over')).id, { metadata: theirs });
  await page.clock.fastForward(30_000);
  await page.locator('li', { hasText: 'Left over' }).getByText('1 person').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog
    .getByText('Someone else has changed this in the meantime. Please review it and try again.')
    .waitFor();
  await expect.poll(() => dialog.getByLabel('Team size').inputValue()).toBe('individual');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await productNamed('Left over')).metadata).toMatchObject({
    event_type: 'both',
    team_size: 'individual',
  });

  // The mappings: the list, every difference with its product, and a pricing test.
  await follow(page, '/admin?tab=product-mappings');
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
  // The name comes with the next refresh of the products.
  await page.clock.fastForward(30_000);
  const invalid = page.getByRole('region', { name: 'Invalid products' });
  await invalid.getByText('Odd', { exact: true }).waitFor();
  const differences = page.getByRole('region', { name: 'Differences' });
  const dearer = differences.getByRole('listitem').filter({ hasText: product.id });
  await dearer.getByText(SINGLE, { exact: true }).waitFor();
  await dearer
    .getByText('The site’s own price is $20.00, the provider’s is $21.00; the provider’s price is charged.')
    .waitFor();
  await page.getByRole('button', { name: 'Run validation' }).click();
  await dearer.waitFor();
  await page.getByRole('radio', { name: 'Mappings' }).check();
  const mappings = page.getByRole('table', { name: 'Product mappings' });
  await mappings.getByRole('row').filter({ hasText: price.id }).getByText('$21.00').waitFor();

  await page.getByRole('radio', { name: 'Pricing tests' }).check();
  await expect.poll(() => page.getByLabel('Team size').inputValue()).toBe('1');
  await page.getByRole('button', { name: 'Test pricing' }).click();
  await seeToast(page, 'Pricing Test Successful', `${SINGLE}: $21.00`);
  await expect
    .poll(() => page.getByRole('tabpanel').getByRole('definition').allInnerTexts())
    .toEqual([SINGLE, '$21.00', '$0.00', '$21.00', price.id]);
  await page.getByLabel('Team size').fill('7');
  await page.getByRole('button', { name: 'Test pricing' }).click();
  await seeToast(page, 'Pricing Test Failed', 'No product is mapped for a team of 7.');
  await page.getByRole('alert').getByText('No product is mapped for a team of 7.').waitFor();
});
