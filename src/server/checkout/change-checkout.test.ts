import { describe, expect, test } from 'vitest';
import { createCheckoutSession } from '#contract/checkout.ts';
import { PAYMENT_PROVIDERS } from '#domain/order.ts';
import { setCheckouts, type Tab } from '#test/checkout-tabs.ts';
import { eventually } from '#test/eventually.ts';
import { checkout } from '#test/factories.ts';
import { sessionsOf } from '#test/failure-modes/stage.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { eq } from '../db/drizzle.ts';
import { coupons, eventCapacity, paymentAttempts, providerCoupons, rateLimits } from '../db/tables.ts';
import { limitMails } from '../orders/mails/limit-mails.ts';
import { placeOrder } from './place-order.ts';
import { quotePurchase } from './quote-purchase.ts';
import { CheckoutTaken } from './replace-order.ts';

const { world, openTab, goToPay, pay, ordersOf, captured, taken, forgetLooks, standing, addCoupon, usesOf } =
  setCheckouts();

const SWITCHES = PAYMENT_PROVIDERS.flatMap((from) => PAYMENT_PROVIDERS.map((to) => [from, to] as const));

describe.each(SWITCHES)('a checkout opened at %s and changed at %s', (from, to) => {
  test('stays one purchase: the earlier page takes no money, and its seats and coupon are released at once (R-ORDER-9)', async () => {
    const code = `ONCE-${from}-${to}`.toUpperCase();
    await addCoupon(code, 1);
    const before = await taken();
    const tab = openTab();
    const first = await goToPay(tab, from, { couponCode: code, finalAmount: 18 });
    expect([first.status, await usesOf(code)]).toEqual([200, [0, 1]]);
    const second = await goToPay(tab, to, { phone: '303 555 0199' });
    expect([second.status, await usesOf(code), await taken()]).toEqual([200, [0, 0], before + 1]);
    expect(second.transactionId).not.toBe(first.transactionId);

    expect((await pay(tab, first, 1800)).paid).toBe(false);
    expect((await pay(tab, second)).paid).toBe(true);
    expect((await pay(tab, first, 1800)).paid).toBe(false);
    await forgetLooks();
    expect((await standing(tab, tab.checkoutId))?.state).toBe('paid');
    expect(await captured(tab)).toEqual([2000]);
    expect((await ordersOf(tab)).map(({ paymentStatus }) => paymentStatus)).toEqual([
      expect.stringMatching(/^(cancelled|expired)$/),
      'completed',
    ]);
    expect(await taken()).toBe(before + 1);
  });

  test('keeps its seats while it changes, even if they are the last', async () => {
    const tab = openTab();
    const first = await goToPay(tab, from);
    await world()
      .database.db.update(eventCapacity)
      .set({ maxCapacity: await taken() });
    const second = await goToPay(tab, to, { phone: '303 555 0199' });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await pay(tab, second)).paid).toBe(true);
  });

  test('stays as it was when the change is sold out', async () => {
    const tab = openTab();
    const first = await goToPay(tab, from);
    await world()
      .database.db.update(eventCapacity)
      .set({ maxCapacity: (await taken()) + 3 });
    const team = { attendeeCount: 10, amount: 200, finalAmount: 200 };
    expect((await goToPay(tab, to, team)).code).toBe('sold_out');
    expect((await standing(tab, tab.checkoutId))?.state).toBe('open');
    expect((await pay(tab, first)).paid).toBe(true);
  });

  test('stays as it was when the change names more people than it has seats', async () => {
    const tab = openTab();
    const first = await goToPay(tab, from);
    const teamMembers = [{ firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' }];
    expect((await goToPay(tab, to, { teamMembers })).code).toBe('invalid');
    expect((await pay(tab, first)).paid).toBe(true);
  });

  test('charges once when it is paid and changed at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      await world().database.db.delete(rateLimits);
      const tab = openTab();
      const first = await goToPay(tab, from);
      const [paying, changing] = await Promise.all([
        pay(tab, first),
        goToPay(tab, to, { phone: '303 555 0199' }),
      ]);
      if (!paying.paid && changing.status === 200) await pay(tab, changing);
      // Asking the provider reveals a payment in progress.
      await forgetLooks();
      await standing(tab, tab.checkoutId);
      expect(await captured(tab)).toEqual([2000]);
      const open = (await ordersOf(tab)).filter(({ seatsHeld }) => seatsHeld);
      expect(open.map(({ paymentStatus }) => paymentStatus)).toEqual(['completed']);
    }
    await taken();
  });
});

describe.each(PAYMENT_PROVIDERS)('a checkout at %s', (provider) => {
  test('stays as it was when its coupon has since been used up at Stripe', async () => {
    const id = `CROWD-${provider}`.toUpperCase();
    const { db } = world().database;
    await db.insert(providerCoupons).values({
      ...{ id, percentOff: '10', maxRedemptions: 1, valid: true, seenAt: world().sandbox.clock.now() },
    });
    const tab = openTab();
    const reduced = { couponCode: id, finalAmount: 18 };
    const first = await goToPay(tab, provider, reduced);
    await db.update(providerCoupons).set({ timesRedeemed: 1 }).where(eq(providerCoupons.id, id));
    const changed = await goToPay(tab, provider, { ...reduced, phone: '303 555 0199' });
    expect([first.status, changed.code]).toEqual([200, 'coupon_used_up']);
    expect((await pay(tab, first, 18_00)).paid).toBe(true);
  });

  test('changed in several tabs at once ends as one order with one page', async () => {
    const before = await taken();
    const tab = openTab();
    await goToPay(tab, provider);
    const changed = await Promise.all(
      [1, 2, 3].map((one) => goToPay(tab, provider, { phone: `303 555 010${one}` })),
    );
    for (const { status, code } of changed)
      expect([200, 'order_replaced', 'payment_under_way']).toContain(status === 200 ? 200 : code);
    const holding = (await ordersOf(tab)).filter(({ seatsHeld }) => seatsHeld);
    expect(holding).toHaveLength(1);
    expect(await taken()).toBe(before + 1);
    const results: boolean[] = [];
    for (const page of changed) if (page.status === 200) results.push((await pay(tab, page)).paid);
    expect(results.filter(Boolean)).toHaveLength(1);
    await forgetLooks();
    await standing(tab, tab.checkoutId);
    expect(await captured(tab)).toEqual([2000]);
  });
});

/** Starts a checkout whose page Stripe opens only when its faults are cleared. */
async function startSlowly(tab: Tab) {
  world().sandbox.stripe.faults.set({
    failNext: { method: 'POST', path: '/v1/checkout/sessions', when: 'before', kind: 'held' },
  });
  const slow = goToPay(tab, 'stripe');
  await eventually(async () => expect(await ordersOf(tab)).toHaveLength(1));
  const [order] = await ordersOf(tab);
  return { slow, orderId: order!.id };
}

async function pagesOf(orderId: number) {
  return (await sessionsOf(world(), { orderId })).map(({ status }) => status);
}

test("a change of an order that another change has replaced doesn't wait for that one with the days locked", async () => {
  const tab = openTab();
  await goToPay(tab, 'stripe');
  await goToPay(tab, 'stripe', { phone: '303 555 0199' });
  const [replaced, current] = await ordersOf(tab);
  const { db, pool } = world().database;
  const ending = await pool.connect();
  await ending.query('BEGIN');
  await ending.query("UPDATE orders SET payment_status = 'expired' WHERE id = $1", [current!.id]);
  const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, replaced!.id));
  const ctx = world().context();
  const input = createCheckoutSession.body!.parse({
    ...checkout({ checkoutId: tab.checkoutId }),
    provider: 'stripe',
  });
  const ended = { orderId: replaced!.id, attempt, final: null };
  const placing = placeOrder(ctx, await quotePurchase(ctx, input), {
    earlier: { order: replaced!, attempt },
    ended,
  });
  await expect(placing).rejects.toThrow(CheckoutTaken);
  await ending.query('ROLLBACK');
  ending.release();
});

test('a page that Stripe did not open while it was down is not asked for once too little time is left to pay', async () => {
  const tab = openTab();
  const { faults } = world().sandbox.stripe;
  faults.set({
    failNext: { method: 'POST', path: '/v1/checkout/sessions', when: 'before', kind: '500', times: 9 },
  });
  expect((await goToPay(tab, 'stripe')).status).toBe(503);
  faults.clear();
  const [order] = await ordersOf(tab);
  const { database, context } = world();
  // Stripe opens no page for less than 30 minutes.
  const expiresAt = new Date(context().protocolNow().getTime() + 29 * 60_000);
  const ofOrder = eq(paymentAttempts.orderId, order!.id);
  await database.db.update(paymentAttempts).set({ expiresAt }).where(ofOrder);
  expect((await goToPay(tab, 'stripe')).status).toBe(200);
  expect((await ordersOf(tab)).map(({ paymentStatus }) => paymentStatus)).toEqual(['cancelled', 'pending']);
});

test('a page that Stripe opens only after its checkout was changed is closed at once', async () => {
  const tab = openTab();
  const { slow, orderId } = await startSlowly(tab);
  const changed = await goToPay(tab, 'stripe', { phone: '303 555 0199' });
  world().sandbox.stripe.faults.clear();
  expect([changed.status, (await slow).code]).toEqual([200, 'order_replaced']);
  expect(await pagesOf(orderId)).toEqual(['expired']);
  expect((await pay(tab, changed)).paid).toBe(true);
});

test('a page that Stripe opens only after staff deleted its order is closed at once', async () => {
  const { slow, orderId } = await startSlowly(openTab());
  const staff = await world().staff();
  const deleted = await staff.request(`/api/admin/orders/${orderId}`, { method: 'DELETE' });
  world().sandbox.stripe.faults.clear();
  expect([deleted.status, (await slow).code]).toEqual([200, 'order_replaced']);
  expect(await pagesOf(orderId)).toEqual(['expired']);
});

test('a page that Stripe opens while its order is being released is not given to the buyer', async () => {
  const { slow, orderId } = await startSlowly(openTab());
  const staff = await world().staff();
  const { pool } = world().database;
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM event_capacity FOR UPDATE');
  const deleting = staff.request(`/api/admin/orders/${orderId}`, { method: 'DELETE' });
  try {
    await eventuallyWaiting(pool, 1);
    world().sandbox.stripe.faults.clear();
    // It must wait for the release, too.
    await Promise.race([eventuallyWaiting(pool, 2), slow]);
  } finally {
    await client.query('COMMIT');
    client.release();
  }
  expect([(await deleting).status, (await slow).code]).toEqual([200, 'order_replaced']);
  expect(await pagesOf(orderId)).toEqual(['expired']);
});

describe('a card for an order that has ended', () => {
  test('is refused with the newer order that replaced it', async () => {
    const tab = openTab();
    const first = await goToPay(tab, 'square');
    const second = await goToPay(tab, 'stripe');
    expect(await pay(tab, first)).toEqual({ paid: false, code: 'order_replaced' });
    expect(await standing(tab, first.transactionId)).toMatchObject({
      transactionId: second.transactionId,
      url: second.url,
    });
  });

  test('is refused because registration has closed', async () => {
    const tab = openTab();
    const page = await goToPay(tab, 'square');
    await tab.visitor.post(`/api/checkout/${tab.checkoutId}/give-up`, {});
    expect((await pay(tab, page)).code).toBe('payment_not_open');
    const now = world().sandbox.clock.now();
    world().moveClock('2025-09-21T06:00:00Z');
    expect((await pay(tab, page)).code).toBe('registration_closed');
    world().moveClock(now.toISOString());
  });
});

test('a checkout that becomes free stays as it was when too many mails went to an address of it (R-ORDER-9)', async () => {
  await addCoupon('FREE-LATER', 1);
  const { db } = world().database;
  await db.update(coupons).set({ discountValue: 2000 }).where(eq(coupons.code, 'FREE-LATER'));
  const email = 'mailed@example.org';
  const tab = openTab();
  const first = await goToPay(tab, 'stripe', { email });
  for (let sent = 0; sent < 3; sent += 1)
    await db.transaction((tx) => limitMails(tx, world().context(), [email]));
  const free = { email, couponCode: 'FREE-LATER', finalAmount: 0 };
  expect((await goToPay(tab, 'stripe', free)).code).toBe('too_many_requests');
  expect((await pay(tab, first)).paid).toBe(true);
});

test.each([
  ['a free checkout', 'FREE-TWICE', false],
  ['a checkout that becomes free', 'FREED-TWICE', true],
])(
  '%s, sent twice at the same moment, is one order, even if it uses the last mail allowed',
  async (_, couponCode, isChanged) => {
    await addCoupon(couponCode, 1);
    const { db, pool } = world().database;
    await db.update(coupons).set({ discountValue: 2000 }).where(eq(coupons.code, couponCode));
    const email = `${couponCode.toLowerCase()}@example.org`;
    for (let sent = 0; sent < 2; sent += 1)
      await db.transaction((tx) => limitMails(tx, world().context(), [email]));
    const tab = openTab();
    // Our own page: when Stripe's ends, a webhook waits for the order, too.
    if (isChanged) await goToPay(tab, 'square', { email });
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM event_capacity FOR UPDATE');
    const free = { email, couponCode, finalAmount: 0 };
    const first = goToPay(tab, 'stripe', free);
    await eventuallyWaiting(pool, 1);
    const second = goToPay(tab, 'stripe', free);
    await eventuallyWaiting(pool, 2);
    await client.query('COMMIT');
    client.release();
    const pages = await Promise.all([first, second]);
    const [order, ...others] = (await ordersOf(tab)).filter(({ seatsHeld }) => seatsHeld);
    expect([order!.paymentStatus, others]).toEqual(['completed', []]);
    expect(pages.map(({ transactionId }) => transactionId)).toEqual(Array(2).fill(order!.transactionId));
  },
);

test('a free and a charged request of one checkout at the same moment are one purchase', async () => {
  await addCoupon('ALL-FREE', 1);
  const { db, pool } = world().database;
  await db.update(coupons).set({ discountValue: 2000 }).where(eq(coupons.code, 'ALL-FREE'));
  const tab = openTab();
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM event_capacity FOR UPDATE');
  const free = goToPay(tab, 'stripe', { couponCode: 'ALL-FREE', finalAmount: 0 });
  await eventuallyWaiting(pool, 1);
  const charged = goToPay(tab, 'stripe');
  await eventuallyWaiting(pool, 2);
  await client.query('COMMIT');
  client.release();
  const pages = await Promise.all([free, charged]);
  expect((await ordersOf(tab)).map(({ paymentStatus }) => paymentStatus)).toEqual(['completed']);
  expect(new Set(pages.map(({ transactionId }) => transactionId)).size).toBe(1);
});

test('a paid checkout that is sent again leads to its tickets, even if it would be refused by now (R-ORDER-9)', async () => {
  await addCoupon('FREE-ONCE', 1);
  const { db } = world().database;
  const isIt = eq(coupons.code, 'FREE-ONCE');
  await db.update(coupons).set({ discountValue: 2000 }).where(isIt);
  const tab = openTab();
  const free = { couponCode: 'FREE-ONCE', finalAmount: 0 };
  const first = await goToPay(tab, 'stripe', free);
  await db.update(coupons).set({ isActive: false }).where(isIt);
  expect(await goToPay(tab, 'stripe', free)).toEqual(first);
  const now = world().sandbox.clock.now();
  world().moveClock('2025-09-21T06:00:00Z');
  expect(await goToPay(tab, 'stripe', free)).toEqual(first);
  expect((await goToPay(openTab(), 'stripe')).code).toBe('registration_closed');
  world().moveClock(now.toISOString());
});
