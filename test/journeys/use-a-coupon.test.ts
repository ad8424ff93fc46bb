import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { coupons } from '#server/db/tables.ts';
import { payByCard } from '#test/browser.ts';
import { fillDetails, openForm } from './fill-registration.ts';
import { mailTo } from './mail.ts';
import { setStage } from './stage.ts';

const stage = setStage({ ticketMails: true });

beforeAll(async () => {
  const at = stage.world.sandbox.clock.now();
  const rest = {
    discountType: 'percentage',
    eventTypes: ['conference' as const],
    createdAt: at,
    updatedAt: at,
  } as const satisfies Partial<typeof coupons.$inferInsert>;
  await stage.world.database.db.insert(coupons).values([
    { ...rest, code: 'QUARTER', discountValue: 25, description: 'A quarter off' },
    { ...rest, code: 'GUEST', discountValue: 100, description: 'Our guest' },
  ]);
});

async function openCodeField(email: string): Promise<Page> {
  const page = await stage.browser.open();
  await openForm(page, stage.world.siteUrl);
  await fillDetails(page, { firstName: 'Cora', lastName: 'Code', email });
  await page.getByRole('button', { name: 'I have a code' }).click();
  return page;
}

async function orderOf(page: Page) {
  const id = new URL(page.url()).searchParams.get('id')!;
  const response = await page.request.get(`${stage.world.siteUrl}/api/orders/transaction/${id}`);
  const { order } = await response.json();
  const { paymentStatus, originalAmount, discountAmount, totalAmount, couponCode } = order;
  return { paymentStatus, originalAmount, discountAmount, totalAmount, couponCode };
}

test('a coupon takes a quarter off, is removed when the choice changes, and the rest is paid', async () => {
  const page = await openCodeField('cora@example.org');
  const summary = page.getByRole('complementary', { name: 'Your order' });
  await page.getByLabel('Coupon code').fill('nonsense');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('This coupon code is not valid.').waitFor();
  expect(await summary.locator('dd').allInnerTexts()).toEqual(['$20.00', '$20.00']);

  // A typed code isn't dropped silently.
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByText('Apply this code, or empty the field').waitFor();

  // A different choice removes the coupon.
  await page.getByLabel('Coupon code').fill('QUARTER');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('QUARTER takes $5.00 off').waitFor();
  await page.getByRole('radio', { name: /^10-Person Package/ }).check();
  await page.getByRole('button', { name: 'I have a code' }).waitFor();
  expect(await page.getByText('QUARTER').count()).toBe(0);
  expect(await summary.locator('dd').allInnerTexts()).toEqual(['$200.00', '$200.00']);

  await page.getByRole('radio', { name: /^Individual Package/ }).check();
  await page.getByRole('button', { name: 'I have a code' }).click();
  await page.getByLabel('Coupon code').fill('quarter');
  await page.getByLabel('Coupon code').press('Enter');
  await page.getByText('QUARTER takes $5.00 off').waitFor();
  await summary.getByText('$15.00').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();

  const price = page.getByRole('region', { name: 'Price' });
  await price.getByText('-$5.00').waitFor();
  await page.getByRole('button', { name: 'Pay $15.00' }).click();
  await page.getByRole('button', { name: 'Pay $15.00' }).and(page.locator('form button')).waitFor();
  await payByCard(page);
  await page.getByRole('heading', { name: "You're in, Cora!" }).waitFor();
  expect(await orderOf(page)).toEqual({
    paymentStatus: 'completed',
    originalAmount: '20.00',
    discountAmount: '5.00',
    totalAmount: '15.00',
    couponCode: 'QUARTER',
  });
});

test('a buyer whose coupon covers everything never sees the provider', async () => {
  const page = await openCodeField('guest@example.org');
  const elsewhere: string[] = [];
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(stage.world.siteUrl)) elsewhere.push(frame.url());
  });
  await page.getByLabel('Coupon code').fill('GUEST');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('GUEST takes $20.00 off').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Look it over', exact: true, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Complete registration' }).click();
  await page.getByRole('heading', { name: "You're in, Cora!" }).waitFor();
  expect(await orderOf(page)).toEqual({
    paymentStatus: 'completed',
    originalAmount: '20.00',
    discountAmount: '20.00',
    totalAmount: '0.00',
    couponCode: 'GUEST',
  });
  expect(elsewhere).toEqual([]);
  const [mail] = await mailTo(stage.world.sandbox.url, 'guest@example.org');
  expect(mail!.text).toContain('Your registration is complete');
});
