import { randomUUID } from 'node:crypto';
import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { fillDesk } from '#test/fill-desk.ts';
import { startCheckout } from '#test/start-checkout.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, EARLY_BIRD, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { orders, paymentLedger } from '../db/tables.ts';
import { exportOrders } from './export-orders.ts';

const PATH = '/api/admin/export/orders';

let world: World;
let staff: Visitor;
const ids: Record<string, number> = {};

beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
  const coupon = await staff.post('/api/admin/coupons', {
    code: 'SAVE25',
    description: 'A quarter off',
    discountType: 'percentage',
    discountValue: 25,
    eventTypes: ['conference'],
  });
  expect(coupon.status).toBe(200);
  world.moveClock(EARLY_BIRD);
  ids.discounted = await place(
    checkout({ lastName: '=Formula', organization: 'School, North', couponCode: 'SAVE25', finalAmount: 15 }),
  );
  ids.team = await place(teamOfTen({ lastName: 'Team' }));
  ids.open = await place(checkout({ lastName: 'Open' }), false);
  ids.gone = await place(checkout({ lastName: 'Gone' }));
  await refund(ids.team, 50_00);
  await staff.request(`/api/admin/orders/${ids.gone}`, { method: 'DELETE' });
});
afterAll(() => world.stop());

async function place(body: unknown, pays = true): Promise<number> {
  return pays ? (await buy(world, body)).order.id : (await startCheckout(world, body)).orderId;
}

async function refund(orderId: number, amount: number): Promise<void> {
  const body = { refundId: randomUUID(), amount, registrationIds: [], freeSeats: 2, reason: 'buyer' };
  await staff.post(`/api/admin/orders/${orderId}/refund`, body);
  const { db } = world.database;
  await eventually(async () => {
    expect(await db.$count(paymentLedger, eq(paymentLedger.kind, 'refund'))).toBe(1);
  });
}

/** Rows, each by column. */
async function read(query = '') {
  const text = await (await staff.get(PATH + query)).text();
  const options = { delimiter: ',', newline: '\r\n', header: true } as const;
  return Papa.parse<Record<string, string>>(text, options).data.slice(0, -1);
}
const numberOf = (name: string) => `DSS${String(ids[name]).padStart(6, '0')}`;

test('the file lists each order with its amounts, newest first, then the amounts of deleted orders', async () => {
  const response = await staff.get(PATH);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="orders-2025-07-15.csv"');
  const rows = await read();
  expect(rows.map((row) => row['Order ID'])).toEqual(['open', 'team', 'discounted', 'gone'].map(numberOf));
  const [open, team, discounted, gone] = rows;
  const [ledgerOfTeam] = await world.database.db
    .select()
    .from(paymentLedger)
    .where(eq(paymentLedger.orderId, ids.team!));
  expect(discounted).toMatchObject({
    'Organizer Last Name': "'=Formula",
    Organization: 'School, North',
    'Event Type': 'Conference',
    Package: 'Individual Package',
    Seats: '1',
    'Payment Status': 'completed',
    Price: '20',
    Discount: '5',
    Coupon: 'SAVE25',
    Total: '15',
    Captured: '15',
    Refunded: '0',
    Net: '15',
    Currency: 'usd',
    Provider: 'stripe',
    'Paid (Mountain Time)': 'Jul 15, 2025, 10:00 AM MDT',
  });
  expect(team).toMatchObject({
    Seats: '10',
    'Seats Canceled': '2',
    Captured: '200',
    Refunded: '50',
    Net: '150',
    'Provider Reference': ledgerOfTeam!.moneyRef,
    'Payment Status': 'partially_refunded',
  });
  expect(open).toMatchObject({
    'Payment Status': 'pending',
    Total: '20',
    Captured: '0',
    'Provider Reference': '',
  });
  expect(gone).toMatchObject({
    'Organizer Last Name': '',
    'Payment Status': 'deleted',
    Captured: '20',
    Net: '20',
  });
});

test('its net amounts add up to the revenue that the desk shows', async () => {
  const rows = await read();
  const { totalRevenue } = await (await staff.get('/api/admin/stats')).json();
  expect(rows.reduce((sum, row) => sum + Number(row.Net), 0)).toBe(totalRevenue);
});

test('a negative amount is a number, not text', async () => {
  const { db } = world.database;
  const loss = {
    orderId: ids.team!,
    provider: 'stripe',
    kind: 'dispute',
    moneyRef: 'dp_1',
    amount: -180_00,
  } as const;
  await db
    .insert(paymentLedger)
    .values({ ...loss, currency: 'usd', livemode: false, recordedAt: world.context().now });
  const team = (await read()).find((row) => row['Order ID'] === numberOf('team'));
  expect(team).toMatchObject({ 'Lost to Disputes': '180', Net: '-30' });
  await db.delete(paymentLedger).where(eq(paymentLedger.moneyRef, 'dp_1'));
});

test('the file has the same filters as the list', async () => {
  const numbers = async (query: string) => (await read(query)).map((row) => row['Order ID']);
  expect(await numbers('?status=pending')).toEqual([numberOf('open')]);
  expect(await numbers('?search=ada')).toEqual([numberOf('team')]);
  expect(await numbers('?search=formula&status=pending')).toEqual([]);
  expect((await staff.get(`${PATH}?status=paid`)).status).toBe(400);
});

test('the file has only the selected orders, and refuses a selection that is not a list of ids', async () => {
  const { open, team, gone } = ids;
  const numbers = (await read(`?ids=${open},${team},${gone}`)).map((row) => row['Order ID']);
  expect(numbers).toEqual([numberOf('open'), numberOf('team')]);
  for (const wrong of ['', '1;2', '12345678901', '1,,2']) {
    const response = await staff.get(`${PATH}?ids=${wrong}`);
    expect([wrong, response.status]).toEqual([wrong, 400]);
  }
});

test('a long file has every order exactly once', async () => {
  await fillDesk(world.database.pool, 1_500);
  const numbers = (await read()).map((row) => row['Order ID']);
  const total = await world.database.db.$count(orders);
  expect([numbers.length, new Set(numbers).size]).toEqual([total + 1, total + 1]);
});

test('an order that is deleted during the download is in the file once', async () => {
  const { order } = await buy(world, checkout({ lastName: 'Leaving' }));
  const file = await exportOrders(world.context(), {});
  const parts: string[] = [];
  for await (const part of file.body as AsyncIterable<string>) {
    parts.push(part);
    await staff.request(`/api/admin/orders/${order.id}`, { method: 'DELETE' });
  }
  const number = `DSS${String(order.id).padStart(6, '0')}`;
  expect(parts.join('').split(number)).toHaveLength(2);
  expect((await read()).find((row) => row['Order ID'] === number)).toMatchObject({ Net: '20' });
});
