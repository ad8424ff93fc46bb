import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { billingData, checkout } from '#test/factories.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { attemptsOf, orderOf, startCheckout } from '#test/start-checkout.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { and, eq, sql } from '../db/drizzle.ts';
import {
  type AttemptRow,
  mails,
  orders,
  paymentAttempts,
  paymentLedger,
  refunds,
  registrations,
} from '../db/tables.ts';
import { reconcilePayments } from '../payments/reconcile.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => world.sandbox.square.faults.clear());
afterAll(() => world.stop());

interface Open {
  readonly visitor: Visitor;
  readonly transactionId: string;
  readonly orderId: number;
}

async function openCheckout(): Promise<Open> {
  const visitor = world.visitor();
  const response = await visitor.post('/api/create-checkout-session', { ...checkout(), provider: 'square' });
  const { url, transactionId } = await response.json();
  const query = new URL(url, world.siteUrl).searchParams;
  expect([url.split('?')[0], query.get('orderId'), query.get('amount'), query.get('name')]).toEqual([
    '/checkout/square-payment',
    transactionId,
    '2000',
    'Individual Package',
  ]);
  return { visitor, transactionId, orderId: (await orderOf(world, transactionId)).id };
}

async function pay(open: Open, changes: Record<string, unknown> = {}) {
  const sourceId = changes.sourceId ?? (await tokenizeCard(world.sandbox.url));
  const body = {
    sourceId,
    orderId: open.transactionId,
    amount: 2000,
    itemName: 'Individual Package',
    billingData,
    registrationData: '{}',
    ...changes,
  };
  return answerOf(open.visitor.post('/api/square/process-payment', body));
}

async function standing({ orderId }: Open) {
  const { db } = world.database;
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  return {
    status: order!.paymentStatus,
    people: await db.$count(registrations, eq(registrations.orderId, orderId)),
    mails: await db.$count(mails, eq(mails.orderId, orderId)),
    captures: await db.$count(
      paymentLedger,
      and(eq(paymentLedger.orderId, orderId), eq(paymentLedger.kind, 'capture')),
    ),
    charges: chargesOf(orderId).length,
  };
}

/** What the provider has taken for the order. */
function chargesOf(orderId: number) {
  return world.sandbox.square
    .payments()
    .filter((payment) => payment.note?.startsWith(`order:${orderId} `) && payment.status === 'COMPLETED');
}

const PAID = { status: 'completed', people: 1, mails: 1, captures: 1, charges: 1 };
const OPEN = { status: 'pending', people: 0, mails: 0, captures: 0, charges: 0 };

/** Moves past the minute in which a response may still arrive. */
async function letMinutePass({ orderId }: Open) {
  await world.database.db
    .update(paymentAttempts)
    .set({ nextCheckAt: new Date(0) })
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.state, 'unknown')));
}

describe('a card', () => {
  test('that pays completes the order, with the billing address', async () => {
    const open = await openCheckout();
    const { status, body } = await pay(open);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: 'Your registration has been completed successfully!',
        transactionId: open.transactionId,
      },
    ]);
    expect(await standing(open)).toEqual(PAID);
    const [order] = await world.database.db.select().from(orders).where(eq(orders.id, open.orderId));
    expect(order).toMatchObject({
      billingAddressLine1: '1 Sample Street',
      billingCity: 'Denver',
      billingCountry: 'US',
      squarePaymentId: chargesOf(open.orderId)[0]!.id,
    });
    const shown = await open.visitor.get(`/api/registrations/${order!.squarePaymentId}`);
    expect((await shown.json()).order.transactionId).toBe(open.transactionId);
  });

  test.each([
    [{ cardNumber: '4000000000000002' }, 'The card was declined. Nothing was charged.'],
    [
      { cardNumber: '4000000000009995' },
      'The card was declined for insufficient funds. Nothing was charged.',
    ],
    [{ cvv: '911' }, 'The card’s security code is incorrect. Nothing was charged.'],
    [{ postalCode: '99999' }, 'The ZIP code does not match the card. Nothing was charged.'],
  ])('declined for %j gets a reason, and another card pays the same order', async (card, message) => {
    const open = await openCheckout();
    const declined = await pay(open, { sourceId: await tokenizeCard(world.sandbox.url, card) });
    expect([declined.status, declined.body]).toMatchObject([
      402,
      { code: 'payment_declined', success: false, message },
    ]);
    expect(await standing(open)).toEqual(OPEN);
    expect((await pay(open)).status).toBe(200);
    expect(await standing(open)).toEqual(PAID);
  });

  test('declined in the last minute of the form has three minutes to respond, and does not extend the form for the next card', async () => {
    const open = await openCheckout();
    const ofOrder = eq(paymentAttempts.orderId, open.orderId);
    const [order] = await world.database.db.select().from(orders).where(eq(orders.id, open.orderId));
    const opened = order!.createdAt;
    const end = new Date(opened.getTime() + 35 * 60_000);
    const lastMinute = new Date(end.getTime() - 60_000);
    const expiresAt = new Date(Date.now() + 60_000);
    await world.database.db.update(paymentAttempts).set({ holdUntil: end, expiresAt }).where(ofOrder);
    world.moveClock(lastMinute.toISOString());
    const sourceId = await tokenizeCard(world.sandbox.url, { cardNumber: '4000000000000002' });
    const { faults } = world.sandbox.square;
    faults.set({ failNext: { method: 'POST', path: '/v2/payments', when: 'before', kind: 'held' } });
    const asked = Date.now();
    const paying = pay(open, { sourceId });
    const submitted = await eventually(async () => {
      const [attempt] = await attemptsOf(world, open);
      expect(attempt!.state).toBe('unknown');
      return attempt!;
    });
    faults.clear();
    expect((await paying).status).toBe(402);
    const minutes = (from: number, to: Date) => Math.round((to.getTime() - from) / 60_000);
    expect(minutes(lastMinute.getTime(), submitted.holdUntil)).toBe(3);
    expect(minutes(asked, submitted.expiresAt)).toBe(3);
    world.moveClock(opened.toISOString());
    const [next] = await world.database.db
      .select()
      .from(paymentAttempts)
      .where(and(ofOrder, eq(paymentAttempts.state, 'new')));
    expect(next!.holdUntil).toEqual(end);
  });

  test('with a made-up token is declined, not an internal error', async () => {
    const open = await openCheckout();
    const { status, body } = await pay(open, { sourceId: 'cnon:nobody' });
    expect([status, body.code]).toEqual([402, 'payment_declined']);
    expect((await pay(open)).status).toBe(200);
  });

  test.each([
    ['INVALID_EMAIL_ADDRESS', 'email', 'Square did not accept this email address. Nothing was charged.'],
    ['INVALID_POSTAL_CODE', 'postalCode', 'Square did not accept this ZIP code. Nothing was charged.'],
  ] as const)(
    'with billing details refused as %s is not declined: the field is named',
    async (code, field, message) => {
      const open = await openCheckout();
      world.sandbox.square.faults.set({ refuseNext: code });
      expect(await pay(open)).toMatchObject({
        status: 400,
        body: { code: 'invalid', message, fields: { [`billingData.${field}`]: message } },
      });
      expect(await standing(open)).toEqual(OPEN);
      const attempts = await attemptsOf(world, open);
      expect(attempts.map(({ state }) => state).toSorted()).toEqual(['canceled', 'new']);
      expect((await pay(open)).status).toBe(200);
      expect(await standing(open)).toEqual(PAID);
    },
  );

  test('token pays once', async () => {
    const open = await openCheckout();
    const sourceId = await tokenizeCard(world.sandbox.url, { cardNumber: '4000000000000002' });
    await pay(open, { sourceId });
    expect((await pay(open, { sourceId })).body.code).toBe('card_token_used');
    expect(await standing(open)).toEqual(OPEN);
  });
});

describe('a card payment charges at most once', () => {
  test('for a double click', async () => {
    const open = await openCheckout();
    const sourceId = await tokenizeCard(world.sandbox.url);
    const responses = await Promise.all([1, 2, 3, 4].map(() => pay(open, { sourceId })));
    expect(responses.filter((one) => one.status === 200).length).toBeGreaterThan(0);
    for (const one of responses) expect([200, 409]).toContain(one.status);
    expect(await standing(open)).toEqual(PAID);
  });

  test('for two tabs with two cards, and for the back button', async () => {
    const open = await openCheckout();
    const responses = await Promise.all([pay(open), pay(open)]);
    expect(responses.filter((one) => one.status === 200).length).toBeGreaterThan(0);
    expect(await standing(open)).toEqual(PAID);
    expect((await pay(open)).body).toMatchObject({ success: true, transactionId: open.transactionId });
    expect(await standing(open)).toEqual(PAID);
  });

  test.each(['before', 'after'] as const)(
    'when the connection drops %s the charge, which is retried with its key',
    async (when) => {
      const open = await openCheckout();
      world.sandbox.square.faults.set({
        failNext: { method: 'POST', path: '/v2/payments', when, kind: 'drop' },
      });
      expect((await pay(open)).status).toBe(200);
      expect(await standing(open)).toEqual(PAID);
    },
  );

  test("when Square doesn't respond before the charge: the key is voided, and another card can pay", async () => {
    const open = await openCheckout();
    world.sandbox.square.faults.set({
      failNext: { method: 'POST', path: '/v2/payments', when: 'before', kind: 'drop', times: 4 },
    });
    const silent = await pay(open);
    expect([silent.status, silent.body.code]).toEqual([503, 'payment_provider_unavailable']);
    expect(await standing(open)).toEqual(OPEN);
    world.sandbox.square.faults.clear();
    expect((await pay(open)).status).toBe(200);
    expect(await standing(open)).toEqual(PAID);
  });

  test('when every response after the charge is lost: it is either voided or found', async () => {
    const open = await openCheckout();
    world.sandbox.square.faults.set({
      failNext: { method: 'POST', path: '/v2/payments', when: 'after', kind: 'drop', times: 4 },
    });
    const lost = await pay(open);
    expect([503, 409, 200]).toContain(lost.status);
    world.sandbox.square.faults.clear();
    await letMinutePass(open);
    await reconcilePayments(world.context());
    const now = await standing(open);
    expect([PAID, OPEN]).toContainEqual(now);
    if (now.status === 'pending') expect((await pay(open)).status).toBe(200);
    expect(await standing(open)).toEqual(PAID);
  });

  test('when the process dies before reading the response: the next one finds the charge', async () => {
    const open = await openCheckout();
    const [attempt] = await attemptsOf(world, open);
    world.sandbox.square.faults.set({ dropWebhooks: 'all' });
    // What the dead process left: the row is marked, the card charged, no response read.
    await world.database.db
      .update(paymentAttempts)
      .set({ state: 'unknown', tokenPrint: 'gone', nextCheckAt: new Date(0) })
      .where(eq(paymentAttempts.id, attempt!.id));
    await chargeUnheard(open, attempt!);
    expect((await pay(open)).body.code).toBe('payment_under_way');
    // The provider's list lags by seconds, so an empty list proves nothing. A minute later it no longer lags.
    world.sandbox.square.faults.set({ dropWebhooks: 'all', listLagMs: 0 });
    await eventually(async () => {
      await letMinutePass(open);
      await open.visitor.get(`/api/registrations/${open.transactionId}`);
      expect(await standing(open)).toEqual(PAID);
    });
  });

  test('when the card was never sent to Square: a minute later its key is voided and the order is open again', async () => {
    const open = await openCheckout();
    await world.database.db
      .update(paymentAttempts)
      .set({ state: 'unknown', tokenPrint: 'gone', nextCheckAt: new Date(0) })
      .where(eq(paymentAttempts.orderId, open.orderId));
    await reconcilePayments(world.context());
    expect((await pay(open)).status).toBe(200);
    expect(await standing(open)).toEqual(PAID);
  });
});

describe('a card payment is refused for', () => {
  test('another amount, another order, or none', async () => {
    const open = await openCheckout();
    expect((await pay(open, { amount: 1 })).body.code).toBe('price_changed');
    expect((await pay(open, { amount: 2000.5 })).status).toBe(400);
    for (const orderId of ['0'.repeat(28), String(open.orderId), "' OR 1=1", open.transactionId.slice(1)]) {
      expect((await pay(open, { orderId })).body.code).toBe('order_not_found');
    }
    expect((await pay(open, { billingData: {} })).body.fields).toMatchObject({
      'billingData.email': 'Valid email is required',
      'billingData.addressLine1': 'Address is required',
      'billingData.locality': 'City is required',
      'billingData.postalCode': 'ZIP code is required',
    });
    expect(await standing(open)).toEqual(OPEN);
  });

  test("an order of the other provider's page", async () => {
    const { buyer: visitor, transactionId, orderId } = await startCheckout(world);
    const open = { visitor, transactionId, orderId };
    expect((await pay(open)).body.code).toBe('payment_not_open');
    expect(await standing(open)).toEqual(OPEN);
  });

  test('an order whose hold has ended, or that has expired', async () => {
    const open = await openCheckout();
    await world.database.db
      .update(paymentAttempts)
      .set({ holdUntil: new Date(0) })
      .where(eq(paymentAttempts.orderId, open.orderId));
    expect((await pay(open)).body.code).toBe('payment_not_open');
    await reconcilePayments(world.context());
    expect((await standing(open)).status).toBe('expired');
    expect((await pay(open)).body.code).toBe('payment_not_open');
  });

  test('an order whose time to pay is over while its hold is not', async () => {
    const open = await openCheckout();
    await world.database.db
      .update(paymentAttempts)
      .set({ expiresAt: new Date() })
      .where(eq(paymentAttempts.orderId, open.orderId));
    expect((await pay(open)).body.code).toBe('payment_not_open');
    expect(await standing(open)).toEqual(OPEN);
  });
});

test('an order that was placed before registration closed is paid while its seats are held', async () => {
  const now = world.sandbox.clock.now().toISOString();
  world.moveClock('2025-09-20T23:55:00-06:00');
  const [paid, late] = [await openCheckout(), await openCheckout()];
  world.moveClock('2025-09-21T00:01:00-06:00');
  expect((await pay(paid)).status).toBe(200);
  world.moveClock('2025-09-21T00:11:00-06:00');
  const { status, body } = await pay(late);
  world.moveClock(now);
  expect((await standing(paid)).status).toBe('completed');
  expect([status, body.code]).toEqual([403, 'registration_closed']);
});

test('a late payment is refunded when no seat is left', async () => {
  const open = await openCheckout();
  await world.database.db
    .update(paymentAttempts)
    .set({ holdUntil: new Date(0) })
    .where(eq(paymentAttempts.orderId, open.orderId));
  const [attempt] = await attemptsOf(world, open);
  await reconcilePayments(world.context());
  await world.database.db.execute(sql`UPDATE event_capacity SET max_capacity = current_registrations`);
  await chargeUnheard(open, attempt!);
  await eventually(async () => {
    const [refund] = await world.database.db.select().from(refunds).where(eq(refunds.orderId, open.orderId));
    expect(refund).toMatchObject({ reason: 'late_payment', state: 'succeeded', provider: 'square' });
  });
  expect((await standing(open)).status).toBe('refunded');
  await world.database.db.execute(sql`UPDATE event_capacity SET max_capacity = 300`);
});

/** Charges the card at the provider, as if our process had died before reading the response. */
async function chargeUnheard(open: Open, attempt: AttemptRow): Promise<void> {
  const gateway = world.dependencies.gateways.get('square');
  if (gateway?.flow !== 'token') throw new Error('Square is not offered');
  await gateway.charge(
    {
      attemptId: attempt.id,
      orderId: open.orderId,
      transactionId: open.transactionId,
      total: { minor: 2000, currency: 'usd' },
      description: 'Sample',
      registrationNumber: 'DSS000042',
      productRef: null,
      couponCode: null,
      buyerEmail: 'jane@example.org',
      expiresAt: attempt.expiresAt,
    },
    { token: await tokenizeCard(world.sandbox.url), billing: null },
  );
}
