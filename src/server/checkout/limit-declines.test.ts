import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DECLINES_PER_HOUR } from '#domain/declines.ts';
import { billingData, checkout } from '#test/factories.ts';
import { limitWindows } from '#test/limit-windows.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, stopClock, type World } from '#test/world.ts';
import { eq, like, type SQL, sql } from '../db/drizzle.ts';
import { eventCapacity, orders, paymentAttempts, rateLimits } from '../db/tables.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ protocolNow: stopClock() });
});
beforeEach(() => world.database.db.delete(rateLimits));
afterAll(() => world.stop());

let buyers = 0;
async function openCheckout(visitor: Visitor): Promise<string> {
  buyers += 1;
  const body = { ...checkout({ email: `buyer${buyers}@example.org` }), provider: 'square' };
  return (await (await visitor.post('/api/create-checkout-session', body)).json()).transactionId;
}

const DECLINED = '4000000000000002';
async function pay(visitor: Visitor, transactionId: string, cardNumber?: string) {
  const sourceId = await tokenizeCard(world.sandbox.url, { ...(cardNumber && { cardNumber }) });
  const body = { sourceId, orderId: transactionId, amount: 2000, billingData };
  return answerOf(visitor.post('/api/square/process-payment', body));
}

/** The error codes of that many declined cards, nine per order. */
async function decline(visitor: Visitor, cards: number): Promise<string[]> {
  const codes: string[] = [];
  let transactionId = '';
  for (let n = 0; n < cards; n += 1) {
    if (n % 9 === 0) transactionId = await openCheckout(visitor);
    codes.push((await pay(visitor, transactionId, DECLINED)).body.code);
  }
  return codes;
}

const { key, count } = rateLimits;
/** The declines of an address, or of the only browser that had any. */
const ofIp = (ip: string) => eq(key, `declines:${ip}`);
const ofBrowser = like(key, 'declines:session:%');
const preset = (which: SQL, to: number | SQL) =>
  world.database.db.update(rateLimits).set({ count: to }).where(which);
const counted = async (which: SQL) =>
  (await world.database.db.select({ count }).from(rateLimits).where(which)).map((row) => row.count);

test('the tenth declined card closes the order and frees its seat; an eleventh is never sent to the provider (R-ORDER-8)', async () => {
  const visitor = world.visitor('203.0.113.1');
  const transactionId = await openCheckout(visitor);
  const responses = [];
  for (let n = 0; n < 32; n += 1) {
    responses.push(await pay(visitor, transactionId, DECLINED));
    const declines = [Math.min(n + 1, 10)];
    expect([await counted(ofIp('203.0.113.1')), await counted(ofBrowser)]).toEqual([declines, declines]);
  }
  expect(responses.map(({ body }) => body.code)).toEqual([
    ...Array(9).fill('payment_declined'),
    ...Array(23).fill('declined_too_often'),
  ]);
  expect([responses[9]!.status, responses[9]!.body.message]).toEqual([
    409,
    'Ten cards were declined for this order, so it was closed. Nothing was charged. To try again, start a new registration.',
  ]);
  expect((await pay(visitor, transactionId)).body.code).toBe('declined_too_often');
  const { db } = world.database;
  const [order] = await db.select().from(orders).where(eq(orders.transactionId, transactionId));
  expect([order!.paymentStatus, order!.seatsHeld]).toEqual(['failed', false]);
  expect(await db.$count(paymentAttempts, eq(paymentAttempts.orderId, order!.id))).toBe(10);
  const days = await db.select().from(eventCapacity);
  expect(days.map((day) => day.currentRegistrations)).toEqual([0, 0]);
});

test('an IP address is limited to thirty declined cards an hour across orders; others are unaffected', async () => {
  const codes = await decline(world.visitor('203.0.113.2'), 1);
  await preset(ofIp('203.0.113.2'), DECLINES_PER_HOUR.ip - 2);
  codes.push(...(await decline(world.visitor('203.0.113.2'), 4)));
  expect(codes).toEqual([...Array(3).fill('payment_declined'), 'too_many_declines', 'too_many_declines']);
  const blocked = world.visitor('203.0.113.2');
  const { status, body } = await pay(blocked, await openCheckout(blocked));
  expect([status, body.message]).toEqual([
    429,
    'Too many cards were declined. Nothing was charged. Please try again in an hour, or contact us.',
  ]);
  const other = world.visitor('203.0.113.3');
  expect((await pay(other, await openCheckout(other))).status).toBe(200);
  expect(await limitWindows(world, 'declines:')).toEqual([60]);
});

test('a browser is limited to twenty declined cards an hour, whatever its address', async () => {
  const first = world.visitor('203.0.113.4');
  const codes = await decline(first, 1);
  await preset(ofBrowser, DECLINES_PER_HOUR.browser - 2);
  const moved = world.visitor('203.0.113.5');
  moved.setCookie('session', first.cookie('session')!);
  codes.push(...(await decline(moved, 3)));
  expect(codes).toEqual([...Array(3).fill('payment_declined'), 'too_many_declines']);
});

test("cards that pay are not counted, and concurrent cards can't pass the limit together", async () => {
  const ip = '203.0.113.6';
  const open = async () => {
    const visitor = world.visitor(ip);
    return { visitor, transactionId: await openCheckout(visitor) };
  };
  for (const one of await Promise.all([open(), open(), open()])) {
    expect((await pay(one.visitor, one.transactionId)).status).toBe(200);
  }
  await preset(ofIp(ip), sql`${count} + ${DECLINES_PER_HOUR.ip - 3}`);
  await world.database.db.delete(rateLimits).where(eq(rateLimits.key, `checkout:${ip}`));
  const rush = await Promise.all(Array.from({ length: 8 }, open));
  const codes = await Promise.all(
    rush.map(async (one) => (await pay(one.visitor, one.transactionId, DECLINED)).body.code),
  );
  expect(codes.filter((code) => code === 'payment_declined')).toHaveLength(3);
});
