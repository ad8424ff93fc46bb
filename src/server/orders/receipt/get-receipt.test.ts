import { randomUUID } from 'node:crypto';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECEIPT_WORDS } from '#contract/words/receipt.ts';
import type { EventType } from '#domain/packages.ts';
import { addCoupon } from '#test/add-coupon.ts';
import { buy as buyPaid } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { createWorld, stopClock, type World } from '#test/world.ts';
import { eq } from '../../db/drizzle.ts';
import { orders, paymentLedger } from '../../db/tables.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ protocolNow: stopClock() });
  const eventTypes: EventType[] = ['conference', 'trainer', 'both'];
  await addCoupon(world, { code: 'ODDCENTS', discountValue: 33, eventTypes });
});
afterAll(() => world.stop());

async function buy(body: unknown) {
  const { transactionId, order } = await buyPaid(world, body);
  return { transactionId, id: order.id };
}

async function receiptOf(transactionId: string): Promise<string> {
  const response = await world.visitor().get(`/api/order/${transactionId}/receipt`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return textOf(await response.arrayBuffer());
}

async function textOf(file: ArrayBuffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(file), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

const kept = async (orderId: number) =>
  (await world.database.db.select().from(paymentLedger).where(eq(paymentLedger.orderId, orderId))).reduce(
    (sum, { amount }) => sum + amount,
    0,
  );

test('names in other scripts are on the receipt in full', async () => {
  const { transactionId } = await buy(
    checkout({
      email: 'eleni@example.org',
      firstName: 'Ελένη',
      lastName: 'Παππά',
      organization: '王小明学校',
    }),
  );
  const text = await receiptOf(transactionId);
  expect(text).toContain('Billed to Ελένη Παππά 王小明学校 eleni@example.org');
  expect(text).not.toContain(RECEIPT_WORDS.notPrinted);
});

test('letters that the fonts lack are an ellipsis on the receipt, and it says so', async () => {
  const { transactionId } = await buy(
    checkout({ email: 'rahim@example.org', firstName: 'রহিম', lastName: 'Smith', organization: 'বিদ্যালয়' }),
  );
  const text = await receiptOf(transactionId);
  expect(text).toContain('Billed to … Smith … rahim@example.org');
  expect(text).toContain('“…” stands for letters that cannot be printed here.');
});

test('the receipt names the seller, the buyer, the purchase and the payment', async () => {
  const { transactionId, id } = await buy(checkout({ email: 'jane@example.org' }));
  const text = await receiptOf(transactionId);
  const number = `DSS${String(id).padStart(6, '0')}`;
  for (const words of [
    `Receipt Registration ID ${number} Paid on July 15, 2025`,
    'Harbor Light Alliance 100 Sample Street Denver, CO 80202 US EIN 00-0000000',
    'Billed to Jane Sample',
    'jane@example.org',
    'Individual Package (1 seat): Digital Safety Summit, September 20, 2025 $20.00 Total $20.00',
    'Payments July 15, 2025: Paid by card through Stripe $20.00 Paid $20.00',
    'Questions? hello@example.org',
  ]) {
    expect(text).toContain(words);
  }
  const response = await world.visitor().get(`/api/order/${transactionId}/receipt`);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${number}.pdf"`);
});

test('discount and refunds match the order and the ledger to the cent (R-RECEIPT-1)', async () => {
  const price = { amount: 200, finalAmount: 134, discountAmount: 66, couponCode: 'ODDCENTS' };
  const { transactionId, id } = await buy(teamOfTen({ ...price, email: 'odd@example.org' }));
  const staff = await world.staff();
  for (const amount of [333, 1_001]) {
    const wish = { refundId: randomUUID(), amount, reason: 'buyer' };
    expect((await staff.post(`/api/admin/orders/${id}/refund`, wish)).status).toBe(200);
  }
  const text = await receiptOf(transactionId);
  expect(text).toContain(
    'Digital Safety Summit, September 20, 2025 $200.00 Discount, coupon ODDCENTS −$66.00 Total $134.00',
  );
  expect(text).toContain(
    'Paid by card through Stripe $134.00 July 15, 2025: Refunded to the card −$3.33 July 15, 2025: Refunded to the card −$10.01 Paid, after refunds $120.66',
  );
  expect(await kept(id)).toBe(12_066);
});

test('an order accepted days after its payment says the day of the payment; two payments are no refund', async () => {
  const { transactionId, id } = await buy(checkout({ email: 'reviewed@example.org' }));
  const { db } = world.database;
  await db
    .update(orders)
    .set({ paidAt: new Date('2025-07-20T16:00:00Z') })
    .where(eq(orders.id, id));
  const [first] = await db.select().from(paymentLedger).where(eq(paymentLedger.orderId, id));
  const { id: _, ...second } = { ...first!, moneyRef: 'pi_second' };
  await db.insert(paymentLedger).values(second);
  const text = await receiptOf(transactionId);
  expect(text).toContain('Paid on July 15, 2025');
  expect(text).toContain('Paid by card through Stripe $20.00 Paid $40.00');
});

test('canceled seats are counted, a domestic address has no country, and a free order no payments', async () => {
  const { db } = world.database;
  const { transactionId, id } = await buy(teamOfTen({ email: 'seven@example.org' }));
  const isIt = eq(orders.id, id);
  const address = { billingAddressLine1: '1 Main St', billingCity: 'Denver', billingState: 'CO' };
  await db
    .update(orders)
    .set({ ...address, seatsReturned: 3, billingCountry: 'US' })
    .where(isIt);
  const team = await receiptOf(transactionId);
  expect(team).toContain('10-Person Package (10 seats, 3 canceled): Digital Safety Summit');
  expect(team).toContain('1 Main St Denver, CO seven@example.org');
  await db.update(orders).set({ totalAmount: 0, billingCountry: 'CA' }).where(isIt);
  await db.delete(paymentLedger).where(eq(paymentLedger.orderId, id));
  const free = await receiptOf(transactionId);
  expect(free).toContain('1 Main St Denver, CO CA seven@example.org');
  expect(free).not.toMatch(/Payments|Paid/);
});

test('names appear in full, however long and with any Latin letters', async () => {
  const name = 'Wojciechowska-Brzęczyszczykiewiczówna'.repeat(2).slice(0, 50);
  const { transactionId } = await buy(
    checkout({ firstName: 'Żółć'.padEnd(50, 'Łę'), lastName: name, email: 'long@example.org' }),
  );
  const text = (await receiptOf(transactionId)).replaceAll(' ', '');
  expect(text).toContain('Żółć'.padEnd(50, 'Łę') + name);
});

test('only a paid order has a receipt, and only for someone with its key', async () => {
  const unpaid = await startCheckout(world);
  const refused = await world.visitor().get(`/api/order/${unpaid.transactionId}/receipt`);
  expect([refused.status, (await refused.json()).code]).toEqual([409, 'no_receipt']);
  const missing = await world.visitor().get(`/api/order/${'0'.repeat(28)}/receipt`);
  expect([missing.status, (await missing.json()).code]).toEqual([404, 'order_not_found']);
  const paid = await buy(checkout());
  const byNumber = await world.visitor().get(`/api/order/${paid.id}/receipt`);
  expect([byNumber.status, (await byNumber.json()).code]).toEqual([404, 'order_not_found']);
});

test("an order's receipt can be drawn ten times a minute", async () => {
  const { transactionId } = await buy(checkout());
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => world.visitor().get(`/api/order/${transactionId}/receipt`)),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
});
