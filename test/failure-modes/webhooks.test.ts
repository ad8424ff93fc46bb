import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PAYMENT_PROVIDERS } from '#domain/order.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { orders, paymentCases, providerEvents } from '#server/db/tables.ts';
import { attemptsOf } from '../start-checkout.ts';
import { createWorld, type World } from '../world.ts';
import { deliver, signatureOf, webhookOf } from './deliver-webhook.ts';
import {
  chargesOf,
  clearFaults,
  faultsOf,
  OPEN,
  open,
  PAID,
  pay,
  payUnheard,
  reconcileAll,
  sendCard,
  sessionsOf,
  standing,
} from './stage.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => clearFaults(world));
afterAll(() => world.stop());

async function isApplied(eventId: string): Promise<boolean> {
  const rows = await world.database.db
    .select()
    .from(providerEvents)
    .where(eq(providerEvents.eventId, eventId));
  return rows.some((row) => row.appliedAt !== null);
}

describe.each(PAYMENT_PROVIDERS)('webhooks of %s', (provider) => {
  test('3 · an order whose webhook and return page arrive together is counted and mailed once', async () => {
    faultsOf(world, provider).set({ webhookBeforeResponse: true, duplicateWebhooks: 2 });
    const checkout = await open(world, provider);
    const returns = Array.from({ length: 5 }, () =>
      checkout.visitor.get(`/api/registrations/${checkout.transactionId}`),
    );
    expect(await pay(world, checkout)).toBe(true);
    const webhook = await webhookOf(world, checkout);
    const more = Array.from({ length: 5 }, () =>
      checkout.visitor.get(`/api/registrations/${checkout.transactionId}`),
    );
    const responses = await Promise.all([...returns, ...more, deliver(world, webhook)]);
    expect(responses.map((one) => (typeof one === 'number' ? one : one.status))).toEqual(Array(11).fill(200));
    expect(await standing(world, checkout)).toEqual(PAID);
  });

  test('4 · a webhook that arrives several times at once is counted once', async () => {
    const checkout = await open(world, provider);
    await payUnheard(world, checkout);
    expect(await standing(world, checkout)).toEqual(OPEN);
    const webhook = await webhookOf(world, checkout);
    const responses = await Promise.all(Array.from({ length: 5 }, () => deliver(world, webhook)));
    expect(responses).toEqual(Array(5).fill(200));
    expect(await standing(world, checkout)).toEqual(PAID);
    expect(await world.database.db.$count(providerEvents, eq(providerEvents.eventId, webhook.eventId))).toBe(
      1,
    );
  });

  test('5 · a failed webhook that is resent is processed', async () => {
    const checkout = await open(world, provider);
    await payUnheard(world, checkout);
    const webhook = await webhookOf(world, checkout);
    const path = provider === 'stripe' ? '/v1/checkout/sessions/*' : '/v2/payments/*';
    faultsOf(world, provider).set({
      failNext: { method: 'GET', path, when: 'before', kind: '500', times: 2 },
    });
    expect(await deliver(world, webhook)).toBe(503);
    expect(await isApplied(webhook.eventId)).toBe(false);
    expect(await standing(world, checkout)).toEqual(OPEN);
    expect(await deliver(world, webhook)).toBe(200);
    expect(await isApplied(webhook.eventId)).toBe(true);
    expect(await standing(world, checkout)).toEqual(PAID);
  });

  test('6 · a late webhook about an earlier failure leaves the tickets of a paid order valid', async () => {
    faultsOf(world, provider).set({ reverseWebhooks: true, webhookDelayMs: 200 });
    const checkout = await open(world, provider);
    let older = provider === 'stripe' ? (await sessionsOf(world, checkout))[0]!.id : '';
    if (provider === 'stripe') {
      expect((await world.pay(checkout.url, '4000 0000 0000 0002')).status).toBe(402);
    } else {
      expect((await sendCard(world, checkout, { sourceId: 'cnon:card-nonce-declined' })).status).toBe(402);
      older = world.sandbox.square.payments().at(-1)!.id;
    }
    expect(await pay(world, checkout)).toBe(true);
    await checkout.visitor.get(`/api/registrations/${checkout.transactionId}`);
    const type = provider === 'stripe' ? 'checkout.session.expired' : 'payment.updated';
    const stale = await webhookOf(world, checkout, { type, ref: older });
    expect(await deliver(world, stale)).toBe(200);
    const { status, tickets, money, refunds } = await standing(world, checkout);
    expect({ status, tickets, money, refunds }).toEqual({
      status: 'completed',
      tickets: 1,
      money: 2000,
      refunds: 0,
    });
    // Another webhook from before the payment.
    expect(await deliver(world, await webhookOf(world, checkout, { type, ref: older }))).toBe(200);
    expect(await standing(world, checkout)).toEqual(PAID);
  });

  test('7 · a webhook that arrives before the payment is stored completes the order', async () => {
    const checkout = await open(world, provider);
    if (provider === 'stripe') {
      // As if the response with the page's URL was lost.
      await world.database.pool.query(
        `UPDATE payment_attempts SET ref = NULL, url = NULL, state = 'unknown' WHERE order_id = ${checkout.orderId}`,
      );
    }
    await payUnheard(world, checkout);
    expect((await attemptsOf(world, checkout)).map((one) => [one.ref, one.state])).toEqual([
      [null, 'unknown'],
    ]);
    expect(await deliver(world, await webhookOf(world, checkout))).toBe(200);
    expect(await standing(world, checkout)).toEqual(PAID);
    expect(await chargesOf(world, checkout)).toEqual([2000]);
  });

  test('a payment for which a restored backup has no order becomes a case', async () => {
    const checkout = await open(world, provider);
    await payUnheard(world, checkout);
    const webhooks = [await webhookOf(world, checkout), await webhookOf(world, checkout)];
    await world.database.db.delete(orders).where(eq(orders.id, checkout.orderId));
    for (const webhook of webhooks) expect(await deliver(world, webhook)).toBe(200);
    const { orderId } = checkout;
    const found = await world.database.db
      .select()
      .from(paymentCases)
      .where(sql`${paymentCases.details} ->> 'orderId' = ${orderId}`);
    const details = { provider, orderId, captured: 2000 };
    expect(found).toMatchObject([{ kind: 'payment_without_order', orderId: null, details }]);
  });

  test('a recorded payment whose order staff deleted does not become a case', async () => {
    const checkout = await open(world, provider);
    expect(await pay(world, checkout)).toBe(true);
    await checkout.visitor.get(`/api/registrations/${checkout.transactionId}`);
    expect(await standing(world, checkout)).toEqual(PAID);
    const webhook = await webhookOf(world, checkout);
    const before = await world.database.db.$count(paymentCases);
    await world.database.db.delete(orders).where(eq(orders.id, checkout.orderId));
    expect(await deliver(world, webhook)).toBe(200);
    expect(await world.database.db.$count(paymentCases)).toBe(before);
  });

  test('20 · the signature is checked against the body as it was sent', async () => {
    const checkout = await open(world, provider);
    await payUnheard(world, checkout);
    const webhook = await webhookOf(world, checkout);
    const rewritten = { ...webhook, body: JSON.stringify(JSON.parse(webhook.body)) };
    expect(rewritten.body).not.toBe(webhook.body);
    const signature = signatureOf(world, webhook);
    expect(await deliver(world, rewritten, signature)).toBe(400);
    expect(await standing(world, checkout)).toEqual(OPEN);
    // The bytes as sent, including whitespace.
    expect(await deliver(world, webhook, signature)).toBe(200);
    expect(await standing(world, checkout)).toEqual(PAID);
  });
});

test('21 · orders are paid even if the clock is off by more than five minutes and every webhook is refused', async () => {
  const checkout = await open(world, 'stripe');
  await payUnheard(world, checkout);
  const webhook = await webhookOf(world, checkout);
  const old = signatureOf(world, webhook, { secondsAgo: 301 });
  expect(await deliver(world, webhook, old)).toBe(400);
  expect(await standing(world, checkout)).toEqual(OPEN);
  await reconcileAll(world);
  expect(await standing(world, checkout)).toEqual(PAID);
  expect(await deliver(world, webhook)).toBe(200);
  expect(await standing(world, checkout)).toEqual(PAID);
});
