import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eq } from '#server/db/drizzle.ts';
import { providerEvents } from '#server/db/tables.ts';
import { createWorld, type World } from '../world.ts';
import { deliver, messageOf, signatureOf } from './messages.ts';
import {
  attemptsOf,
  chargesOf,
  clearFaults,
  faultsOf,
  OPEN,
  open,
  PAID,
  PROVIDERS,
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

describe.each(PROVIDERS)('messages of %s', (provider) => {
  test('3 · the message raced the page that the buyer came back to: counted twice, mailed twice', async () => {
    faultsOf(world, provider).set({ webhookBeforeResponse: true, duplicateWebhooks: 2 });
    const checkout = await open(world, provider);
    const returns = Array.from({ length: 5 }, () =>
      checkout.visitor.get(`/api/registrations/${checkout.transactionId}`),
    );
    expect(await pay(world, checkout)).toBe(true);
    const message = await messageOf(world, checkout);
    const more = Array.from({ length: 5 }, () =>
      checkout.visitor.get(`/api/registrations/${checkout.transactionId}`),
    );
    const answers = await Promise.all([...returns, ...more, deliver(world, message)]);
    expect(answers.map((one) => (typeof one === 'number' ? one : one.status))).toEqual(Array(11).fill(200));
    expect(await standing(world, checkout)).toEqual(PAID);
  });

  test('4 · the same message came several times at once, and each was counted', async () => {
    const checkout = await open(world, provider);
    await payUnheard(world, checkout);
    expect(await standing(world, checkout)).toEqual(OPEN);
    const message = await messageOf(world, checkout);
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(world, message)));
    expect(answers).toEqual(Array(5).fill(200));
    expect(await standing(world, checkout)).toEqual(PAID);
    expect(await world.database.db.$count(providerEvents, eq(providerEvents.eventId, message.eventId))).toBe(
      1,
    );
  });

  test('5 · a message that had failed was sent again, and was taken for one that is done', async () => {
    const checkout = await open(world, provider);
    await payUnheard(world, checkout);
    const message = await messageOf(world, checkout);
    const path = provider === 'stripe' ? '/v1/checkout/sessions/*' : '/v2/payments/*';
    faultsOf(world, provider).set({
      failNext: { method: 'GET', path, when: 'before', kind: '500', times: 2 },
    });
    expect(await deliver(world, message)).toBe(503);
    expect(await isApplied(message.eventId)).toBe(false);
    expect(await standing(world, checkout)).toEqual(OPEN);
    expect(await deliver(world, message)).toBe(200);
    expect(await isApplied(message.eventId)).toBe(true);
    expect(await standing(world, checkout)).toEqual(PAID);
  });

  test('6 · an old word of failure came after the payment, and took the tickets away', async () => {
    faultsOf(world, provider).set({ reverseWebhooks: true, webhookDelayMs: 200 });
    const checkout = await open(world, provider);
    let older = provider === 'stripe' ? (await sessionsOf(world, checkout))[0]!.id : '';
    if (provider === 'stripe') {
      expect((await world.pay(checkout.url, '4000 0000 0000 0002')).status).toBe(402);
    } else {
      expect((await sendCard(world, checkout, { sourceId: 'cnon:card-nonce-declined' })).status).toBe(402);
      older = world.sandbox.square!.payments().at(-1)!.id;
    }
    expect(await pay(world, checkout)).toBe(true);
    await checkout.visitor.get(`/api/registrations/${checkout.transactionId}`);
    const type = provider === 'stripe' ? 'checkout.session.expired' : 'payment.updated';
    const stale = await messageOf(world, checkout, { type, ref: older });
    expect(await deliver(world, stale)).toBe(200);
    const { status, tickets, money, refunds } = await standing(world, checkout);
    expect({ status, tickets, money, refunds }).toEqual({
      status: 'completed',
      tickets: 1,
      money: 2000,
      refunds: 0,
    });
    // Another message that is as old, of the time before anything was paid.
    expect(await deliver(world, await messageOf(world, checkout, { type, ref: older }))).toBe(200);
    expect(await standing(world, checkout)).toEqual(PAID);
  });

  test('7 · the message came before the payment was noted, and found no order', async () => {
    const checkout = await open(world, provider);
    if (provider === 'stripe') {
      // As when the answer that names the page was lost.
      await world.database.pool.query(
        `UPDATE payment_attempts SET ref = NULL, url = NULL, state = 'unknown' WHERE order_id = ${checkout.orderId}`,
      );
    }
    await payUnheard(world, checkout);
    expect((await attemptsOf(world, checkout)).map((one) => [one.ref, one.state])).toEqual([
      [null, 'unknown'],
    ]);
    expect(await deliver(world, await messageOf(world, checkout))).toBe(200);
    expect(await standing(world, checkout)).toEqual(PAID);
    expect(await chargesOf(world, checkout)).toEqual([2000]);
  });

  test('20 · the message was parsed and written again before its signature was held against it', async () => {
    const checkout = await open(world, provider);
    await payUnheard(world, checkout);
    const message = await messageOf(world, checkout);
    const rewritten = { ...message, body: JSON.stringify(JSON.parse(message.body)) };
    expect(rewritten.body).not.toBe(message.body);
    const signature = signatureOf(world, message);
    expect(await deliver(world, rewritten, signature)).toBe(400);
    expect(await standing(world, checkout)).toEqual(OPEN);
    // The bytes as they were sent, blanks and all.
    expect(await deliver(world, message, signature)).toBe(200);
    expect(await standing(world, checkout)).toEqual(PAID);
  });
});

test('21 · a clock that was off by more than five minutes had every message refused, and orders stood still', async () => {
  const checkout = await open(world, 'stripe');
  await payUnheard(world, checkout);
  const message = await messageOf(world, checkout);
  const old = signatureOf(world, message, { secondsAgo: 301 });
  expect(await deliver(world, message, old)).toBe(400);
  expect(await standing(world, checkout)).toEqual(OPEN);
  await reconcileAll(world);
  expect(await standing(world, checkout)).toEqual(PAID);
  expect(await deliver(world, message)).toBe(200);
  expect(await standing(world, checkout)).toEqual(PAID);
});
