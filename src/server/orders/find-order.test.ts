import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transactionIdFrom } from '#domain/codes.ts';
import { recordStatements } from '#test/bench/record-statements.ts';
import { checkout } from '#test/factories.ts';
import { SAMPLES } from '#test/intruder.ts';
import { limitWindows } from '#test/limit-windows.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, stopClock, type World } from '#test/world.ts';
import { eq, sql } from '../db/drizzle.ts';
import { paymentLedger, rateLimits } from '../db/tables.ts';
import { applyDispute } from '../payments/cases/apply-dispute.ts';

const recording = recordStatements();
let world: World;
let buyer: Visitor;
let key: string;
let number: number;
beforeAll(async () => {
  world = await createWorld({ protocolNow: stopClock() });
  buyer = world.visitor('203.0.113.1');
  const started = await (await buyer.post('/api/create-checkout-session', checkout())).json();
  await world.pay(started.url);
  key = started.transactionId;
  number = (await (await buyer.get(`/api/registrations/${key}`)).json()).order.id;
});
afterAll(async () => {
  recording.stop();
  await world.stop();
});

const madeUp = () => transactionIdFrom(randomBytes(17));
const person = { firstName: 'New', lastName: 'Sample', email: 'new@example.org', track: 'caregivers' };
const WAYS: readonly ((who: Visitor, key: string) => Promise<Response>)[] = [
  (who, key) => who.get(`/api/registrations/${key}`),
  (who, key) => who.get(`/api/order/${key}/confirmation`),
  (who, key) => who.get(`/api/orders/transaction/${key}`),
  (who, key) => who.post(`/api/order/${key}/attendees`, person),
  (who, key) =>
    who.post('/api/square/process-payment', { ...(SAMPLES.processSquarePayment as object), orderId: key }),
];

/** Guesses in rotation at each call that takes a key. */
async function guess(who: Visitor, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await WAYS[n % WAYS.length]!(who, madeUp())).status);
  return statuses;
}

test('an address can try twenty unknown keys a minute, across all calls', async () => {
  const thief = world.visitor('203.0.113.66');
  expect(await guess(thief, 25)).toEqual([...Array(20).fill(404), ...Array(5).fill(429)]);
  expect(await limitWindows(world, 'order:')).toEqual([1]);
  const refused = await thief.get(`/api/registrations/${madeUp()}`);
  expect(await refused.json()).toMatchObject({
    code: 'too_many_requests',
    message: 'Too many attempts. Please wait a minute and try again.',
  });
  // A number that isn't theirs gets the same response as a wrong key.
  expect((await thief.get(`/api/registrations/${number}`)).status).toBe(429);
  expect((await world.visitor('203.0.113.66').get(`/api/registrations/${key}`)).status).toBe(200);
});

test("a blocked address doesn't keep anybody with a key, owners and staff from their orders", async () => {
  const neighbor = world.visitor('203.0.113.1');
  expect((await guess(neighbor, 21)).at(-1)).toBe(429);
  expect((await neighbor.get(`/api/registrations/${key}`)).status).toBe(200);
  for (const own of [key, number]) {
    expect((await buyer.get(`/api/registrations/${own}`)).status).toBe(200);
  }
  const staff = world.visitor('203.0.113.1');
  staff.setCookie('session', (await world.staff()).cookie('session')!);
  for (let n = 0; n < 22; n += 1) {
    expect((await staff.get(`/api/registrations/${madeUp()}`)).status).toBe(404);
  }
  expect((await staff.get(`/api/registrations/${key}`)).status).toBe(200);
});

test("opening a real order doesn't count, even a hundred times from one address", async () => {
  const venue = '203.0.113.200';
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async () => {
      return (await world.visitor(venue).get(`/api/registrations/${key}`)).status;
    }),
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  const counted = await world.database.db.select({ key: rateLimits.key }).from(rateLimits);
  expect(counted.filter((one) => one.key === `order:${venue}`)).toEqual([]);
});

test('a link opens in lower case, with O for 0, I or L for 1, and with spaces (R-CODE-5)', async () => {
  const slips = [
    key.toLowerCase(),
    key.replaceAll('0', 'O').replaceAll('1', 'I'),
    key.replaceAll('0', 'o').replaceAll('1', 'l'),
    `${key} `,
    `\t${key}\n`,
  ];
  for (const path of [
    (id: string) => `/api/registrations/${id}`,
    (id: string) => `/api/order/${id}/confirmation`,
    (id: string) => `/api/orders/transaction/${id}`,
  ]) {
    for (const slip of slips) {
      const response = await world.visitor('203.0.113.70').get(path(encodeURIComponent(slip)));
      expect([slip, response.status]).toEqual([slip, 200]);
      expect((await response.json()).order.transactionId).toBe(key);
    }
  }
});

test("a payment's id opens its order, those of its refunds and disputes don't (R-CODE-1)", async () => {
  const [capture] = await world.database.db
    .select()
    .from(paymentLedger)
    .where(eq(paymentLedger.orderId, number));
  const { moneyRef } = capture!;
  const ids = { attemptId: capture!.attemptId!, orderId: number };
  const refundId = randomUUID();
  const staff = await world.staff();
  await staff.post(`/api/admin/orders/${number}/refund`, { refundId, amount: 5_00 });
  const dispute = { ref: `dp_${randomUUID()}`, moneyRef, amount: { minor: 15_00, currency: 'usd' } };
  const gateway = world.dependencies.gateways.get('stripe')!;
  await applyDispute(world.context(), gateway, { ...dispute, ...ids, state: 'lost' }, sql`SELECT`);
  const recorded = await world.database.db.select().from(paymentLedger);
  expect(recorded.map((row) => row.moneyRef).toSorted()).toEqual(
    [moneyRef, refundId, dispute.ref].toSorted(),
  );
  const stranger = world.visitor('203.0.113.71');
  const open = async (id: string) => (await stranger.get(`/api/order/${id}/confirmation`)).status;
  expect([await open(moneyRef), await open(refundId), await open(dispute.ref)]).toEqual([200, 404, 404]);
});

test("looking up an unknown payment's id costs the same, however many orders there are", async () => {
  const before = recording.statements.length;
  const ref = `cs_${randomUUID()}`;
  expect((await world.visitor('203.0.113.72').get(`/api/registrations/${ref}`)).status).toBe(404);
  const [lookup, ...others] = recording.statements.slice(before).filter((one) => one.values.includes(ref));
  expect(others).toEqual([]);
  const client = await world.database.pool.connect();
  // Tests have too few rows to need an index.
  await client.query('BEGIN; SET LOCAL enable_seqscan = off');
  const { rows } = await client.query(`EXPLAIN ${lookup!.text}`, [...lookup!.values]);
  await client.query('ROLLBACK');
  client.release();
  const plan: string[] = rows.map((row) => row['QUERY PLAN']);
  // Without an index condition, the whole index would be read.
  const count = (what: string) => plan.filter((line) => line.includes(what)).length;
  expect([count(' Scan '), count('Index Cond: ')]).toEqual([3, 3]);
});
