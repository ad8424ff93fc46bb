import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { eq } from '#server/db/drizzle.ts';
import { coupons } from '#server/db/tables.ts';
import { cellsOf, follow, liesOver, openDesk, seeToast, signIn, stripeOf, toastOf } from './desk.ts';
import { setStage } from './stage.ts';

// What staff set up before the sale: coupons, products and speakers.

const stage = setStage();
const AWAY = 'Stripe is not responding right now. Please check again in a minute.';
const SINGLE = 'Conference, Individual Package (early bird)';
const SOLD = content.packages.slice(0, 2);
let page: Page;

beforeAll(async () => {
  page = await openDesk(stage, '/admin?tab=stripe-products', {
    withClock: true,
    expected: [
      /^503 GET .*stripe-products$/,
      /^400 POST .*(metadata|test-pricing|speakers|stripe-coupons)$/,
      /^400 DELETE .*stripe-coupons/,
      /^409 POST .*(speakers\/\d+|\/api\/admin\/coupons)$/,
    ],
  });
});

test('Stripe products are listed, refreshed, turned off and on, configured, compared and tested', async () => {
  const stripe = stripeOf(stage.world);
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
  expect(await rows.count()).toBe(1 + SOLD.length * 2);
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
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/admin/stripe-products') reads += 1;
  });
  await stripe.products.update(product.id, { name: 'One seat, early' });
  await page.clock.fastForward(20_000);
  expect(reads).toBe(0);
  expect(await page.getByText('One seat, early').count()).toBe(0);
  await page.clock.fastForward(10_000);
  await page.getByText('One seat, early', { exact: true }).waitFor();
  expect(reads).toBe(1);
  await stripe.products.update(product.id, { name: SINGLE });

  faults.set({
    failNext: { method: 'GET', path: '/v1/products', when: 'before', kind: 'drop', times: 99 },
  });
  await page.clock.fastForward(30_000);
  const away = `Error loading products: ${AWAY}`;
  await page.getByRole('alert').getByText(away, { exact: true }).waitFor();
  expect(await page.getByText('One seat, early', { exact: true }).count()).toBe(1);
  faults.clear();
  const manager = page.getByRole('link', { name: 'Open the product manager' });
  expect(await manager.getAttribute('href')).toBe('/admin/stripe-products');
  await page.clock.fastForward(30_000);
  await page.getByText(SINGLE, { exact: true }).waitFor();

  // They are turned off and on, at Stripe.
  await follow(page, '/admin/stripe-products');
  await page.getByRole('heading', { name: 'Stripe products' }).waitFor();
  const { id } = product;
  const card = page.getByRole('listitem').filter({ hasText: id });
  const toggle = card.getByRole('switch');
  await toggle.click();
  await seeToast(page, 'Product Updated', `${SINGLE} is inactive.`);
  expect(await toggle.isChecked()).toBe(false);
  expect((await stripe.products.retrieve(id)).active).toBe(false);
  await toggle.click();
  await seeToast(page, 'Product Updated', `${SINGLE} is active.`);
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
  expect(await dialog.getByLabel('Team size').inputValue()).toBe('large_group');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });

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
});

const NORA = 'Nora Example';

const speakers = () => page.getByRole('main').locator('ol > li');
const names = async () => {
  const texts = await speakers().locator('p:first-child').allInnerTexts();
  return texts.map((text) => text.split('\n')[0]!.trim());
};
/** The speakers on the front page. */
async function onFrontPage() {
  const list = await (await stage.world.visitor().get('/api/speakers')).json();
  return list as { name: string; title: string | null; imageUrl: string | null }[];
}

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 600, channels: 4, background } })
    .png()
    .toBuffer();
}

async function paintedBy(url: string): Promise<[number, number, string]> {
  const response = await page.request.get(stage.world.siteUrl + url);
  const { data, info } = await sharp(await response.body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [info.width, info.height, [...data.subarray(0, 3)].map((one) => Math.round(one / 51)).join(' ')];
}

test('speakers are added with a picture, reordered, deleted and edited; the landing page shows it, from any browser', async () => {
  await page.getByRole('link', { name: 'Speakers', exact: true }).click();
  await page.getByText('9 on the front page').waitFor();
  await page.getByRole('button', { name: 'Add speaker' }).click();
  const dialog = page.getByRole('dialog', { name: 'New speaker' });
  await dialog.getByRole('button', { name: 'Save speaker' }).click();
  await dialog.getByRole('link', { name: 'Name is required' }).waitFor();
  await dialog.getByLabel('Name').fill(NORA);
  await dialog.getByLabel('Title').fill('Teacher of media');
  await dialog.getByLabel('Bio').fill('Has taught for ten years.');
  await dialog.getByLabel('Marker').selectOption('KEYNOTE');
  await dialog
    .getByLabel(/^Picture/)
    .setInputFiles({ name: 'a.txt', mimeType: 'image/png', buffer: Buffer.from('no') });
  await dialog
    .getByRole('alert')
    .getByText('This picture cannot be read here. Try a JPEG or PNG file.')
    .waitFor();
  await dialog
    .getByLabel(/^Picture/)
    .setInputFiles({ name: 'nora.png', mimeType: 'image/png', buffer: await picture('#ff0000') });
  await dialog.locator('img').waitFor();
  await dialog.getByRole('button', { name: 'Save speaker' }).click();
  await seeToast(page, 'Speaker Saved', `${NORA} is on the front page.`);
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await names()).at(-1)).toBe(NORA);
  const added = (await onFrontPage()).at(-1)!;
  expect(added).toMatchObject({ name: NORA, title: 'Teacher of media' });
  expect(await paintedBy(added.imageUrl!)).toEqual([560, 560, '5 0 0']);

  // Reordered with the buttons and by dragging.
  const before = await names();
  const [first, second] = before as [string, string];
  const up = page.getByRole('button', { name: `Move ${first} up` });
  expect(await up.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: `Move ${first} down` }).click();
  await seeToast(page, 'Order Saved', 'The front page shows the speakers in this order.');
  await expect.poll(() => names()).toEqual([second, first, ...before.slice(2)]);
  // The pressed button has moved with its row, and the focus with it.
  const moved = page.getByRole('button', { name: `Move ${first} down` });
  expect(await moved.evaluate((one) => one === document.activeElement)).toBe(true);
  expect((await onFrontPage()).map((one) => one.name).slice(0, 2)).toEqual([second, first]);

  // By its handle, the third row goes to the top.
  const third = before[2]!;
  const [grip, top] = await Promise.all(
    [speakers().nth(2).locator('span').first(), speakers().first()].map((one) => one.boundingBox()),
  );
  await page.mouse.move(grip!.x + grip!.width / 2, grip!.y + grip!.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip!.x + grip!.width / 2, top!.y + 5, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => names()).toEqual([third, second, first, ...before.slice(3)]);
  await expect
    .poll(async () => (await onFrontPage()).map((one) => one.name).slice(0, 3))
    .toEqual([third, second, first]);

  await page.getByRole('button', { name: `Delete ${first}` }).click();
  const asked = page.getByRole('alertdialog', { name: `Delete ${first}?` });
  await asked.waitFor();
  await asked.getByRole('button', { name: 'Delete speaker' }).click();
  await seeToast(page, 'Speaker Deleted', `${first} is off the front page.`);
  await expect.poll(() => names()).toEqual([third, second, ...before.slice(3)]);
  const landing = await (await stage.world.visitor().get('/')).text();
  const tile = landing
    .slice(landing.indexOf('id="speakers"'))
    .split('<li')
    .find((one) => one.includes(NORA));
  for (const part of ['Teacher of media', 'KEYNOTE', `src="${added.imageUrl}"`]) expect(tile).toContain(part);
  expect(landing).toContain(second);
  expect(landing).not.toContain(first);

  // Somebody else saves first: nothing is overwritten.
  const edit = page.getByRole('button', { name: `Edit ${NORA}` });
  const editor = page.getByRole('dialog', { name: NORA });
  await edit.click();
  expect(await editor.getByLabel('Bio').inputValue()).toBe('Has taught for ten years.');
  await editor.getByLabel('Title').fill('Mine');
  const other = await stage.world.staff('maria.lopez@example.org');
  const stored = (await (await other.get('/api/admin/speakers')).json()).at(-1);
  const theirs = { ...stored, title: 'Theirs', seenUpdatedAt: stored.updatedAt };
  expect((await other.post(`/api/admin/speakers/${stored.id}`, theirs)).status).toBe(200);
  await editor.getByRole('button', { name: 'Save speaker' }).click();
  const told = 'Someone else has changed this in the meantime. Please review it and try again.';
  await seeToast(page, 'Speaker Not Saved', told);
  await editor.getByRole('alert').getByText(told).waitFor();
  expect(await editor.getByLabel('Title').inputValue()).toBe('Mine');
  expect((await onFrontPage()).at(-1)).toMatchObject({ name: NORA, title: 'Theirs' });
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Theirs', { exact: true }).waitFor();

  await edit.click();
  await editor.getByLabel('Title').fill('Head of media');
  await editor.getByRole('button', { name: 'Remove the picture' }).click();
  await editor.getByRole('button', { name: 'Save speaker' }).click();
  // The toast has the same text as the previous one.
  await editor.waitFor({ state: 'detached' });
  await seeToast(page, 'Speaker Saved', `${NORA} is on the front page.`);
  expect((await onFrontPage()).at(-1)).toMatchObject({ title: 'Head of media', imageUrl: null });

  // A browser that writes no WebP, such as Safari, sends a JPEG, and what was transparent is white.
  await page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (back, type, quality) {
      toBlob.call(this, back, type === 'image/webp' ? 'image/png' : type, quality);
    };
  });
  await page.getByRole('button', { name: 'Add speaker' }).click();
  await dialog.getByLabel('Name').fill('Sofia Sample');
  const buffer = await picture('#ff000000');
  await dialog.getByLabel(/^Picture/).setInputFiles({ name: 'sofia.png', mimeType: 'image/png', buffer });
  await dialog.locator('img').waitFor();
  expect(await dialog.locator('img').evaluate((one: HTMLImageElement) => one.decode())).toBeUndefined();
  await dialog.getByRole('button', { name: 'Save speaker' }).click();
  await seeToast(page, 'Speaker Saved', 'Sofia Sample is on the front page.');
  const sofia = (await onFrontPage()).at(-1)!;
  expect(await paintedBy(sofia.imageUrl!)).toEqual([560, 560, '5 5 5']);
});

test('coupons of Stripe and of the site are created, edited, turned off, deleted and ended; other staff see only those of Stripe', async () => {
  const stripe = stripeOf(stage.world);
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
  await dialog.getByRole('link', { name: 'Percent off must be a whole number from 1 to 100' }).waitFor();
  await dialog.getByLabel('Percent off').fill('25');
  expect(await dialog.getByLabel('Months').count()).toBe(0);
  await dialog.getByLabel('Duration').selectOption('Repeating');
  await create.click();
  await dialog.getByRole('link', { name: 'Enter a number of months' }).waitFor();
  await dialog.getByLabel('Months').fill('3');
  await dialog.getByLabel('Max redemptions').fill('40');
  // A date with only its month must not pass as no date.
  await dialog.getByLabel('Redeem by').press('8');
  await create.click();
  await dialog.getByRole('link', { name: 'Enter a whole date, or leave this blank' }).waitFor();
  await dialog.getByLabel('Redeem by').fill('2025-08-31');
  await dialog.getByLabel('Coupon ID').fill('TEACH25');
  await create.click();
  await seeToast(page, 'Success', 'Coupon created successfully.');
  expect(await cellsOf(page, 'Stripe coupons')).toEqual([
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

  // Somebody else deletes one first.
  const again = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Delete Again' }).click();
  await stripe.coupons.del(made!.id);
  await again.getByRole('button', { name: 'Delete coupon' }).click();
  await again
    .getByRole('alert')
    .getByText(/^No such coupon/)
    .waitFor();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete Again' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete Teachers' }).click();
  await again.getByText('It was used 0 times.').waitFor();
  await again.getByRole('button', { name: 'Delete coupon' }).click();
  await seeToast(page, 'Success', 'Coupon deleted successfully.');
  await page.getByText('No coupons yet', { exact: true }).waitFor();
  expect((await stripe.coupons.list()).data).toEqual([]);

  await page.getByRole('link', { name: 'Coupons', exact: true }).click();
  await page.getByText('No coupons yet', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Stripe coupons' }).click();
  await page.waitForURL(/tab=stripe-coupons/);
  await page.getByRole('link', { name: 'Site coupons' }).click();
  await page.getByRole('heading', { name: 'Coupons', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create coupon' }).click();
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
  expect(await cellsOf(page, 'Coupons')).toEqual([
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
  await dialog.getByLabel('Code').fill('UNUSED');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = (code: string) =>
    page.getByRole('table', { name: 'Coupons' }).getByRole('row').filter({ hasText: code });
  // An unused one is deleted.
  await row('UNUSED').getByRole('button', { name: 'Delete UNUSED' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete coupon' }).click();
  await seeToast(page, 'Success', 'Coupon deleted successfully.');
  await row('UNUSED').waitFor({ state: 'detached' });

  // The other, used once, is turned off, edited, and ended.
  await stage.world.database.db.update(coupons).set({ usageCount: 1 }).where(eq(coupons.code, 'TEACH5'));
  await row('TEACH5').getByRole('switch', { name: 'TEACH5 can be used' }).click();
  await seeToast(page, 'Success', 'TEACH5 is inactive.');
  await row('TEACH5').getByRole('cell', { name: 'Inactive' }).waitFor();
  await row('TEACH5').getByRole('cell', { name: '1 of 20' }).waitFor();
  await row('TEACH5').getByRole('button', { name: 'Edit TEACH5' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit TEACH5' });
  await editor.getByText('Blank means none. 1 used, 0 held.').waitFor();
  await editor.getByLabel('Description').fill('For friends of the house');
  await editor.getByLabel('Usage limit').fill('8');
  await editor.getByLabel('Valid until').fill('2025-08-15');
  await editor.getByRole('switch', { name: 'Can be used' }).check();
  await editor.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Success', 'TEACH5 saved.');
  await editor.waitFor({ state: 'detached' });
  await row('TEACH5').getByText('For friends of the house').waitFor();
  expect((await row('TEACH5').getByRole('cell').allInnerTexts()).slice(0, 6)).toEqual([
    'TEACH5\nFor friends of the house',
    '$5.50, from $10.00',
    'Conference, Both days',
    '1 of 8',
    'Aug 15, 2025, 11:59 PM MDT',
    'Active',
  ]);
  await row('TEACH5').getByRole('button', { name: 'End TEACH5' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End coupon' }).click();
  await seeToast(page, 'Success', 'TEACH5 has ended.');
  await row('TEACH5').getByRole('cell', { name: 'Inactive' }).waitFor();

  // Other staff don't see the site's coupons, and are redirected.
  await signIn(page, stage.world, 'desk@example.org');
  await page.goto(`${stage.world.siteUrl}/admin?tab=stripe-coupons`);
  await page.getByRole('link', { name: 'Speakers', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create coupon' }).waitFor();
  expect(await page.getByRole('link', { name: /^(Site coupons|Coupons)$/ }).count()).toBe(0);
  await follow(page, '/admin/coupons');
  await page.waitForURL(`${stage.world.siteUrl}/`);
});
