import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { eq } from '#server/db/drizzle.ts';
import { orders, registrations } from '#server/db/tables.ts';
import { CARDS, payByCard } from '#test/browser.ts';
import { addCoupon } from '../add-coupon.ts';
import { fillDetails, openForm, waitForForm } from './fill-registration.ts';
import { mailTo, ticketPicture } from './mail.ts';
import { printPages } from './print.ts';
import { readQr } from './read-qr.ts';
import { setStage } from './stage.ts';

const stage = setStage({ ticketMails: true });
const buyer = { firstName: 'Jane', lastName: 'Sample', email: 'jane.one@example.org' };

test('one ticket is bought, shown, mailed and printed, after a card that was declined', async () => {
  const { world, browser } = stage;
  const page = await browser.open({ expected: [/^402 POST .*\/pay\//] });

  await register(page);
  await payAtSecondTry(page);
  const { transactionId, token } = await seeSuccess(page);
  await page.goBack();
  await page.getByRole('heading', { name: 'Already paid' }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'You’re in, Jane!' }).waitFor();
  const link = await seeMail(token);

  await page.getByRole('link', { name: 'See the confirmation page' }).click();
  await page.getByRole('heading', { name: 'Your order is confirmed' }).waitFor();
  expect(page.url()).toBe(`${world.siteUrl}/confirmation/${transactionId}`);
  expect(link).toBe(page.url());
  expect(await readQr(await codeOf(page).screenshot())).toEqual([token]);
  await seePrint(page);
  await seeLongestPrint(page, transactionId);
  await seeRefundedPrint(page, transactionId);
});

async function register(page: Page) {
  await openForm(page, stage.world.siteUrl);
  await expect.poll(() => page.getByRole('radio', { name: /^Conference/ }).isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('radio', { name: /^Individual Package/ }).isChecked()).toBe(true);
  await fillDetails(page, buyer);
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.waitForURL(`${stage.world.siteUrl}/checkout`);
  const summary = page.getByRole('main');
  for (const text of ['Early Bird Applied', 'Individual Package', 'Jane Sample', buyer.email, 'Caregivers']) {
    await summary.getByText(text, { exact: true }).first().waitFor();
  }
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
}

async function payAtSecondTry(page: Page) {
  await page.getByRole('heading', { name: 'Pay by card' }).waitFor();
  expect(page.url()).toContain(stage.world.sandbox.url);
  await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(buyer.email);
  await payByCard(page, CARDS.declined);
  await page.getByRole('alert').getByText('Your card was declined.').waitFor();
  await payByCard(page, CARDS.pays);
}

async function seeSuccess(page: Page) {
  await page.getByRole('heading', { name: 'You’re in, Jane!' }).waitFor();
  const address = new URL(page.url());
  expect(address.pathname).toBe('/checkout-success');
  const transactionId = address.searchParams.get('id')!;
  const response = await page.request.get(`${stage.world.siteUrl}/api/order/${transactionId}/confirmation`);
  const { order, registrations } = (await response.json()) as OrderWithRegistrations;
  expect([order.paymentStatus, order.totalAmount, registrations.length]).toEqual(['completed', '20.00', 1]);
  const token = registrations[0]!.qrCodeData!;
  await codeOf(page).waitFor();
  await page.getByText(order.registrationNumber).first().waitFor();
  // Nothing of the order remains for the next registration in this tab.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('pending-registration'))).toBeNull();
  return { transactionId, token };
}

/** Returns the link to the order. */
async function seeMail(token: string): Promise<string> {
  const { sandbox, siteUrl } = stage.world;
  const [mail] = await mailTo(sandbox.url, buyer.email);
  expect(mail!.html).toContain('Jane');
  expect(mail!.text).toContain(token);
  const picture = mail!.attachments.find((part) => part.contentType === 'image/png');
  expect(mail!.html).toContain(`cid:${picture!.contentId}`);
  expect(await readQr(await ticketPicture(sandbox.url, mail!))).toEqual([token]);
  const calendar = mail!.attachments.filter((part) => part.contentType.startsWith('text/calendar'));
  expect(calendar.map((part) => part.filename)).toEqual([expect.stringMatching(/\.ics$/)]);
  const link = new RegExp(`${siteUrl}/confirmation/[0-9A-Z]+`);
  const inText = link.exec(mail!.text)![0];
  expect(link.exec(mail!.html)![0]).toBe(inText);
  return inText;
}

/** Only the ticket, on one sheet. */
async function seePrint(page: Page) {
  await page.emulateMedia({ media: 'print' });
  const code = page.getByRole('img', { name: "QR code of Jane Sample's ticket" });
  const box = await code.boundingBox();
  expect((box!.width / 96) * 25.4).toBeCloseTo(45, 1);
  await page.emulateMedia({ media: null });
  const [sheet, ...others] = await printPages(page);
  expect(others).toEqual([]);
  for (const part of [
    'Jane Sample',
    'Caregivers',
    'Schedule',
    'Getting there',
    'A sketch, not to scale',
    'Show this code',
  ]) {
    expect(sheet).toContain(part);
  }
  for (const part of ['Your order is confirmed', 'Attendees', 'Order details', 'Print', 'Topics']) {
    expect(sheet).not.toContain(part);
  }
}

/** A ticket for both days whose track is open fits on its sheet too: no panel covers the one below. */
async function seeLongestPrint(page: Page, transactionId: string) {
  const { db } = stage.world.database;
  const where = eq(orders.transactionId, transactionId);
  const [order] = await db.update(orders).set({ eventType: 'both' }).where(where).returning();
  await db.update(registrations).set({ track: null }).where(eq(registrations.orderId, order!.id));
  await page.reload();
  await codeOf(page).waitFor();
  await page.emulateMedia({ media: 'print' });
  const panels = page.getByRole('article').filter({ hasText: 'Show this code' }).locator('section');
  const overflows = await panels.evaluateAll((all) => all.map((one) => one.scrollHeight - one.clientHeight));
  expect(overflows).toEqual([0, 0, 0, 0]);
}

function codeOf(page: Page) {
  return page.getByRole('button', { name: 'Show the code of Jane Sample full-screen' });
}

beforeAll(async () => {
  await addCoupon(stage.world, { code: 'QUARTER', discountValue: 25, description: 'A quarter off' });
  await addCoupon(stage.world, { code: 'GUEST', discountValue: 100, description: 'Our guest' });
});

async function orderOf(page: Page) {
  const id = new URL(page.url()).searchParams.get('id')!;
  const response = await page.request.get(`${stage.world.siteUrl}/api/orders/transaction/${id}`);
  const { order } = await response.json();
  const { paymentStatus, originalAmount, discountAmount, totalAmount, couponCode } = order;
  return { paymentStatus, originalAmount, discountAmount, totalAmount, couponCode };
}

test('a coupon takes a quarter off, is removed when the choice changes, and another one covers everything', async () => {
  const page = await stage.browser.open();
  await openForm(page, stage.world.siteUrl);
  await fillDetails(page, { firstName: 'Cora', lastName: 'Code', email: 'cora@example.org' });
  await page.getByRole('button', { name: 'I have a code' }).click();
  const summary = page.getByRole('complementary', { name: 'Your order' });
  await page.getByLabel('Coupon code').fill('nonsense');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('This coupon code is not valid.').waitFor();
  // Read out with its field.
  const seeFocusOnCode = () =>
    expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('couponCode');
  await seeFocusOnCode();
  await page.getByRole('button', { name: 'Apply' }).click();
  await seeFocusOnCode();
  await page.getByLabel('Coupon code').press('Enter');
  await page.getByRole('status').filter({ hasText: 'This coupon code is not valid.' }).waitFor();
  await expect.poll(() => summary.locator('dd').allInnerTexts()).toEqual(['$20.00', '$20.00']);

  // A typed code isn't dropped silently.
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByText('Apply this code, or clear the field').waitFor();

  // A different choice removes the coupon, and says so.
  await page.getByLabel('Coupon code').fill('QUARTER');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('QUARTER takes $5.00 off').waitFor();
  await page.getByRole('radio', { name: /^10-Person Package/ }).check();
  await page.getByRole('button', { name: 'I have a code' }).waitFor();
  await page.getByRole('status').getByText('QUARTER was removed, because the order changed').waitFor();
  await expect.poll(() => summary.locator('dd').allInnerTexts()).toEqual(['$200.00', '$200.00']);

  await page.getByRole('radio', { name: /^Individual Package/ }).check();
  await page.getByRole('button', { name: 'I have a code' }).click();
  await page.getByLabel('Coupon code').fill('quarter');
  await page.getByLabel('Coupon code').press('Enter');
  await page.getByText('QUARTER takes $5.00 off').waitFor();
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Remove the code');
  await summary.getByText('$15.00').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();

  const price = page.getByRole('region', { name: 'Price' });
  await price.getByText('-$5.00').waitFor();
  await page.getByRole('button', { name: 'Pay $15.00' }).waitFor();

  // Whoever has nothing to pay never sees the provider.
  const elsewhere: string[] = [];
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(stage.world.siteUrl)) elsewhere.push(frame.url());
  });
  await page
    .getByRole('link', { name: /^Change details/ })
    .first()
    .click();
  await waitForForm(page);
  await page.getByRole('button', { name: 'Remove the code' }).click();
  await page.getByLabel('Coupon code').fill('GUEST');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('GUEST takes $20.00 off').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Look it over', exact: true, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Complete registration' }).click();
  await page.getByRole('heading', { name: 'You’re in, Cora!' }).waitFor();
  await expect
    .poll(() => orderOf(page))
    .toEqual({
      paymentStatus: 'completed',
      originalAmount: '20.00',
      discountAmount: '20.00',
      totalAmount: '0.00',
      couponCode: 'GUEST',
    });
  expect(elsewhere).toEqual([]);
  const [mail] = await mailTo(stage.world.sandbox.url, 'cora@example.org');
  expect(mail!.text).toContain('Your registration is complete');
});

/** The sheet of a refunded order must not look like a valid registration. */
async function seeRefundedPrint(page: Page, transactionId: string) {
  const { db } = stage.world.database;
  const refunded = { paymentStatus: 'refunded', seatsReturned: 1, seatsHeld: false } as const;
  const [order] = await db
    .update(orders)
    .set(refunded)
    .where(eq(orders.transactionId, transactionId))
    .returning();
  await db.update(registrations).set({ voidedAt: new Date() }).where(eq(registrations.orderId, order!.id));
  await page.emulateMedia({ media: null });
  await page.reload();
  await page.getByText('This registration was refunded').waitFor();
  const [sheet] = await printPages(page);
  for (const part of ['This registration was refunded', 'Registration ID DSS', 'Your order'])
    expect(sheet).toContain(part);
}
