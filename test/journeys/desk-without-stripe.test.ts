import { beforeAll, beforeEach, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { refreshCatalog } from '#server/catalog/mirror.ts';
import { follow, openDesk, seeToast } from './desk.ts';
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

test('what cannot be read or done without Stripe says so, and every other desk works', async () => {
  fail('/v1/products');
  const page = await openDesk(stage, '/admin/stripe-products', { expected });
  await page.getByRole('heading', { name: 'Stripe products' }).waitFor();
  const unread = page.getByRole('alert').getByText(`Error loading products: ${AWAY}`, { exact: true });
  await unread.waitFor();
  await follow(page, '/admin?tab=stripe-products');
  await unread.waitFor();
  for (const [tab, sign] of [
    ['Orders', 'No orders yet'],
    ['Registrations', 'No registrations yet'],
    ['Newsletter', 'No newsletter signups yet'],
    ['Stripe Coupons', 'No coupons yet'],
    ['Email Templates', 'Order confirmation'],
    ['Check-In', 'No check-ins yet'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(sign, { exact: true }).first().waitFor();
  }

  // The mappings are those of the last reading, and the validation names the silence.
  await follow(page, '/admin?tab=product-mappings');
  await page.getByText(SINGLE, { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Validation status' }).check();
  await page
    .getByRole('region', { name: 'Differences' })
    .getByText(/is not responding/)
    .waitFor();

  await follow(page, '/admin/stripe-products');
  await unread.waitFor();
  stage.world.sandbox.stripe.faults.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(SINGLE, { exact: true }).waitFor();
  expect(await page.getByText('Error loading products').count()).toBe(0);
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
