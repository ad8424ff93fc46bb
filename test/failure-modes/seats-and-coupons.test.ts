import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PAYMENT_PROVIDERS } from '#domain/order.ts';
import { and, eq, isNull, sql } from '#server/db/drizzle.ts';
import { eventCapacity, orders, paymentAttempts, paymentCases } from '#server/db/tables.ts';
import { watchPayments } from '#server/payments/cases/watch-payments.ts';
import { eventually } from '#test/eventually.ts';
import { addCoupon } from '../add-coupon.ts';
import { seats } from '../seats-taken.ts';
import { attemptsOf } from '../start-checkout.ts';
import type { Visitor } from '../visitor.ts';
import { createWorld, type World } from '../world.ts';
import { deliver, webhookOf } from './deliver-webhook.ts';
import {
  ask,
  chargesOf,
  clearFaults,
  couponUse,
  faultsOf,
  letHoldsEnd,
  OPEN,
  type Open,
  open,
  PAID,
  pay,
  reconcileAll,
  sendCard,
  sessionsOf,
  setCapacity,
  standing,
} from './stage.ts';

const ROOM = 300;
let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
});
beforeEach(async () => {
  clearFaults(world);
  await setCapacity(world, ROOM);
});
afterAll(() => world.stop());

/** The site released the order on a wrong response from the provider, and its money still arrives. */
async function letGo({ orderId }: Open) {
  const { db } = world.database;
  await db.update(orders).set({ paymentStatus: 'expired', seatsHeld: false }).where(eq(orders.id, orderId));
  await db
    .update(eventCapacity)
    .set({ currentRegistrations: sql`current_registrations - 1` })
    .where(eq(eventCapacity.eventDate, '2025-09-20'));
}

/** Pays for an order that expires while the money is on its way. */
async function payTooLate(checkout: Open, meanwhile = async () => {}) {
  if (checkout.provider === 'stripe') {
    await letGo(checkout);
    await meanwhile();
    expect(await pay(world, checkout)).toBe(true);
    return;
  }
  faultsOf(world, 'square').set({
    failNext: { method: 'POST', path: '/v2/payments', when: 'before', kind: 'held' },
  });
  const sent = sendCard(world, checkout);
  await eventually(async () => expect((await attemptsOf(world, checkout))[0]!.state).toBe('unknown'));
  await letGo(checkout);
  await meanwhile();
  faultsOf(world, 'square').clear();
  await sent;
}

describe.each(PAYMENT_PROVIDERS)('seats and coupons with %s', (provider) => {
  test('1 · a buyer whose payment arrives after the order expired gets a ticket or a refund', async () => {
    const lucky = await open(world, provider);
    await payTooLate(lucky);
    await eventually(async () => expect(await standing(world, lucky)).toEqual(PAID));
    const unlucky = await open(world, provider, { email: 'jane@example.org' });
    const full = (await seats(world)) - 1;
    await payTooLate(unlucky, () => setCapacity(world, full));
    await eventually(async () => {
      await reconcileAll(world);
      expect(await standing(world, unlucky)).toEqual({ ...OPEN, status: 'refunded', refunds: 1 });
    });
    expect(await seats(world)).toBe(full);
    const { rows } = await world.database.pool.query(
      `SELECT kind, recipient FROM mails WHERE order_id = ${unlucky.orderId}`,
    );
    expect(rows).toEqual([{ kind: 'refund_notice', recipient: 'jane@example.org' }]);
  });

  test('12 · only one of several open checkouts uses a coupon that is valid once', async () => {
    const couponCode = await addCoupon(world, {
      discountType: 'percentage',
      discountValue: 50,
      usageLimit: 1,
    });
    const asked = { couponCode, amount: 20, finalAmount: 10 };
    const responses = await Promise.all(Array.from({ length: 8 }, () => ask(world, provider, asked)));
    expect(responses.map((one) => one.body.code ?? 'open').toSorted()).toEqual([
      ...Array(7).fill('coupon_used_up'),
      'open',
    ]);
    expect(await couponUse(world, couponCode)).toEqual({ used: 0, held: 1 });
    await letHoldsEnd(world);
    expect(await couponUse(world, couponCode)).toEqual({ used: 0, held: 0 });
    const next = await open(world, provider, asked);
    expect(await pay(world, next)).toBe(true);
    await next.visitor.get(`/api/registrations/${next.transactionId}`);
    expect(await couponUse(world, couponCode)).toEqual({ used: 1, held: 0 });
    expect(await chargesOf(world, next)).toEqual([1000]);
  });

  test('13 · an order of zero or thirty cents after the discount never fails at the provider', async () => {
    const free = await addCoupon(world, { discountValue: 100 });
    const done = await open(world, provider, { couponCode: free, amount: 20, finalAmount: 0 });
    expect(done.url).toBe(`/checkout-success?id=${done.transactionId}`);
    expect(await standing(world, done)).toEqual({ ...PAID, money: 0 });
    expect(await world.database.db.$count(paymentAttempts, eq(paymentAttempts.orderId, done.orderId))).toBe(
      0,
    );
    const before = await seats(world);
    const near = await addCoupon(world, { discountType: 'fixed', discountValue: 1970 });
    const { status, body } = await ask(world, provider, { couponCode: near, amount: 20, finalAmount: 0.3 });
    expect([status, body.code]).toEqual([400, 'total_below_minimum']);
    expect(await couponUse(world, near)).toEqual({ used: 0, held: 0 });
    expect(await seats(world)).toBe(before);
  });

  test('14 · no more seats are sold than exist', async () => {
    const before = await seats(world);
    await setCapacity(world, before + 3);
    const responses = await Promise.all(Array.from({ length: 12 }, () => ask(world, provider)));
    expect(responses.map((one) => one.body.code ?? 'open').toSorted()).toEqual([
      ...Array(3).fill('open'),
      ...Array(9).fill('sold_out'),
    ]);
    expect(await seats(world)).toBe(before + 3);
    // Whoever comes too late leaves no trace, so a rush after the last seat costs little.
    const tried = async () =>
      (await world.database.pool.query('SELECT last_value FROM orders_id_seq')).rows[0];
    const triedBefore = await tried();
    expect((await ask(world, provider)).body.code).toBe('sold_out');
    expect(await tried()).toEqual(triedBefore);
  });

  test('15 · a canceled order returns its seats once', async () => {
    await letHoldsEnd(world);
    const before = await seats(world);
    const checkoutId = randomUUID();
    const visitor = world.visitor();
    const gone = await open(world, provider, { checkoutId }, visitor);
    const deleted = await open(world, provider);
    expect(await seats(world)).toBe(before + 2);
    // The buyer starts a new order, which ends the first.
    const present = await open(world, provider, { checkoutId, phone: '303 555 0199' }, visitor);
    expect(await seats(world)).toBe(before + 2);
    if (provider === 'stripe') {
      const ref = (await sessionsOf(world, gone))[0]!.id;
      const webhook = await webhookOf(world, gone, { type: 'checkout.session.expired', ref });
      expect(await deliver(world, webhook)).toBe(200);
    }
    const asked = [1, 2, 3].map(() =>
      staff.request(`/api/admin/orders/${deleted.orderId}`, { method: 'DELETE' }),
    );
    const statuses = (await Promise.all(asked)).map((one) => one.status).toSorted();
    expect(statuses.filter((one) => one === 200)).toHaveLength(1);
    await letHoldsEnd(world);
    expect((await standing(world, gone)).status).toMatch(/^(expired|cancelled)$/);
    expect((await standing(world, present)).status).toBe('expired');
    expect(await seats(world)).toBe(before);
    await watchPayments(world.context());
    expect(await drifts()).toBe(0);
  });

  test('16 · an unpaid order does not count as registered on the second attempt', async () => {
    const checkoutId = randomUUID();
    const email = `${randomUUID()}@example.org`;
    const first = await open(world, provider, { checkoutId, email });
    const second = await open(world, provider, { checkoutId, email }, first.visitor);
    expect([second.transactionId, second.url]).toEqual([first.transactionId, first.url]);
    expect(await standing(world, second)).toEqual(OPEN);
    const shown = await first.visitor.get(`/api/registrations/${first.transactionId}`);
    expect((await shown.json()).registrations).toEqual([]);
    const found = await (
      await staff.get(`/api/admin/registrations?search=${encodeURIComponent(email)}`)
    ).text();
    expect(found).not.toContain(email);
    expect(await pay(world, second)).toBe(true);
    // As if three seconds had passed since the page was read.
    await world.database.db.update(paymentAttempts).set({ nextLookAt: null });
    await first.visitor.get(`/api/registrations/${first.transactionId}`);
    expect(await standing(world, second)).toEqual(PAID);
  });
});

function drifts(): Promise<number> {
  const open = and(eq(paymentCases.kind, 'capacity_drift'), isNull(paymentCases.resolvedAt));
  return world.database.db.$count(paymentCases, open);
}

test('a wrong seat count opens a case for staff, which closes once the count is right', async () => {
  const drift = (by: number) =>
    world.database.db
      .update(eventCapacity)
      .set({ currentRegistrations: sql`current_registrations + ${by}` })
      .where(eq(eventCapacity.eventDate, '2025-09-20'));
  await drift(1);
  await watchPayments(world.context());
  expect(await drifts()).toBe(1);
  await drift(-1);
  await watchPayments(world.context());
  expect(await drifts()).toBe(0);
});
