import { beforeAll, beforeEach, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { refreshCatalog } from '#server/catalog/mirror.ts';
import { openDesk, seeToast } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const AWAY = 'Stripe is not responding right now. Please check again in a minute.';
const SINGLE = 'Conference, Individual Package (early bird)';
const expected = [/^503 (GET|POST) .*\/api\/admin\/stripe-(products|coupons)/];

beforeAll(async () => {
  await seedCatalog(stage.world.sandbox.url, 'sk_test_world', content.packages);
  await refreshCatalog(stage.world.context());
});
beforeEach(() => stage.world.sandbox.stripe.faults.clear());

function fail(path: string, method: 'GET' | 'POST' = 'GET') {
  stage.world.sandbox.stripe.faults.set({
    failNext: { method, path, when: 'before', kind: 'drop', times: 99 },
  });
}

test('the page says so in place of the products, and shows them when Stripe is back', async () => {
  fail('/v1/products');
  const page = await openDesk(stage, '/admin/stripe-products', { expected });
  await page.getByRole('heading', { name: 'Stripe products' }).waitFor();
  await page.getByRole('alert').getByText(`Error loading products: ${AWAY}`, { exact: true }).waitFor();
  stage.world.sandbox.stripe.faults.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(SINGLE, { exact: true }).waitFor();
  expect(await page.getByText('Error loading products').count()).toBe(0);
});

test('products that are shown stay when a later reading fails', async () => {
  const page = await openDesk(stage, '/admin/stripe-products', { expected, withClock: true });
  await page.getByText(SINGLE, { exact: true }).waitFor();
  fail('/v1/products');
  await page.clock.fastForward(30_000);
  await page.getByRole('alert').getByText(`Error loading products: ${AWAY}`, { exact: true }).waitFor();
  expect(await page.getByText(SINGLE, { exact: true }).count()).toBe(1);
});

test('the coupons say so, and what is being made is not lost', async () => {
  fail('/v1/coupons');
  const page = await openDesk(stage, '/admin?tab=stripe-coupons', { expected });
  const alert = page.getByRole('alert').filter({ hasText: 'Error Loading Coupons' });
  await alert.getByText(AWAY).waitFor();
  stage.world.sandbox.stripe.faults.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No coupons yet', { exact: true }).waitFor();
  fail('/v1/coupons', 'POST');
  await page.getByRole('button', { name: 'Create coupon' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Display name').fill('Kept');
  await dialog.getByLabel('Percent off').fill('10');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await seeToast(page, 'Error', AWAY);
  await dialog.getByRole('alert').getByText(AWAY).waitFor();
  expect(await dialog.getByLabel('Display name').inputValue()).toBe('Kept');
});

test('the mappings are those of the last reading, and the validation names the silence', async () => {
  const page = await openDesk(stage, '/admin?tab=product-mappings', { expected });
  fail('/v1/products');
  await page.getByText(SINGLE, { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Validation status' }).check();
  await page
    .getByRole('region', { name: 'Differences' })
    .getByText(/is not responding/)
    .waitFor();
});

test('every other desk works', async () => {
  fail('/v1/products');
  const page = await openDesk(stage, '/admin?tab=stripe-products', { expected });
  await page.getByRole('alert').getByText(`Error loading products: ${AWAY}`, { exact: true }).waitFor();
  for (const [tab, sign] of [
    ['Orders', 'No orders yet'],
    ['Registrations', 'No registrations yet'],
    ['Check-In', 'No check-ins yet'],
    ['Newsletter', 'No newsletter signups yet'],
    ['Stripe Coupons', 'No coupons yet'],
    ['Email Templates', 'Order confirmation'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(sign, { exact: true }).first().waitFor();
    if (tab === 'Check-In') await page.getByRole('link', { name: 'Exit' }).click();
  }
});
