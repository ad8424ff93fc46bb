import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setStands } from '#test/sandbox/set-stand.ts';
import {
  openStand,
  paySession,
  type Stand,
  sessionOf,
  submitCard,
  webhookSecret,
} from '#test/sandbox/stripe-stand.ts';

const open = setStands(openStand);

const types = (stand: Stand) => stand.received.map(({ body }) => JSON.parse(body).type);
const completed = (stand: Stand) =>
  types(stand).filter((type) => type === 'checkout.session.completed').length;

const ofPayment = [
  'payment_intent.created',
  'payment_intent.succeeded',
  'charge.succeeded',
  'checkout.session.completed',
  'charge.updated',
];

test('the events of a payment arrive with a signature that the SDK accepts', async () => {
  const stand = await open();
  const paid = await paySession(stand);
  await expect.poll(() => types(stand).sort()).toEqual([...ofPayment].sort());
  const last = stand.received.find(({ body }) => body.includes('"checkout.session.completed"'));
  const event = await stand.stripe.webhooks.constructEventAsync(
    String(last?.body),
    String(last?.signature),
    webhookSecret,
  );
  expect(event).toMatchObject({ livemode: false, data: { object: { id: paid.id, payment_status: 'paid' } } });
  await expect(
    stand.stripe.webhooks.constructEventAsync(String(last?.body), String(last?.signature), 'whsec_other'),
  ).rejects.toThrow('signature');

  const waiting = () => stand.stripe.events.list({ delivery_success: false });
  await expect.poll(async () => (await waiting()).data).toEqual([]);
});

test('an endpoint receives only the events it subscribes to; others are just recorded', async () => {
  const stand = await open({ webhookEvents: ['payment_intent.*', 'checkout.session.completed'] });
  await paySession(stand);
  const subscribed = ['payment_intent.created', 'payment_intent.succeeded', 'checkout.session.completed'];
  await expect.poll(() => types(stand).sort()).toEqual(subscribed.toSorted());
  const { data } = await stand.stripe.events.list();
  expect(data.map(({ type }) => type).sort()).toEqual([...ofPayment].sort());
});

test('after a 500 an event is pending, and is retried with a fresh signature', async () => {
  const stand = await open();
  stand.responses.push(...Array.from({ length: 20 }, () => 500));
  const session = await stand.stripe.checkout.sessions.create(sessionOf());
  await stand.stripe.checkout.sessions.expire(session.id);
  await expect.poll(() => stand.received.length).toBeGreaterThan(0);
  const undelivered = await stand.stripe.events.list({ delivery_success: false });
  expect(undelivered.data.map(({ type }) => type)).toEqual(['checkout.session.expired']);
  expect(JSON.parse(stand.received[0]!.body).id).toBe(undelivered.data[0]!.id);

  stand.responses.length = 0;
  await expect
    .poll(async () => (await stand.stripe.events.list({ delivery_success: false })).data.length)
    .toBe(0);
  const [first, second] = stand.received;
  expect(second?.body).toBe(first?.body);
  expect(second?.signature).not.toBe(first?.signature);
  // It was delivered between two pages.
  const next = { delivery_success: false, starting_after: undelivered.data[0]!.id };
  expect((await stand.stripe.events.list(next)).data).toEqual([]);
});

test('a decline and an expiry send events', async () => {
  const stand = await open();
  const session = await stand.stripe.checkout.sessions.create(
    sessionOf({ expires_at: Math.floor(Date.now() / 1000) + 1860 }),
  );
  await submitCard(String(session.url), { number: '4000000000000002' });
  await expect.poll(() => types(stand)).toContain('payment_intent.payment_failed');
  stand.pass(1900);
  await expect.poll(() => types(stand)).toContain('checkout.session.expired');
  const expired = await stand.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  expect(expired).toMatchObject({ status: 'expired', payment_intent: { status: 'canceled' } });
});

test('a refund sends its three events', async () => {
  const stand = await open();
  const paid = await paySession(stand);
  await stand.stripe.refunds.create({ payment_intent: String(paid.payment_intent) });
  const wanted = [...ofPayment, 'refund.created', 'refund.updated', 'charge.refunded'].sort();
  await expect.poll(() => types(stand).sort()).toEqual(wanted);
});

test('a fault duplicates, loses or delays webhooks, or sends them before the response', async () => {
  const stand = await open();
  stand.sandbox.faults.set({ duplicateWebhooks: 2 });
  await paySession(stand);
  await expect.poll(() => stand.received.length).toBe(ofPayment.length * 3);
  expect(completed(stand)).toBe(3);

  stand.sandbox.faults.clear();
  stand.received.length = 0;
  stand.sandbox.faults.set({ dropWebhooks: 3 });
  await paySession(stand);
  await expect.poll(() => types(stand).sort()).toEqual(ofPayment.slice(3).sort());
  expect(stand.sandbox.faults.get().dropWebhooks).toBeUndefined();
  const lost = await stand.stripe.events.list({ delivery_success: false });
  expect(lost.data.map((one) => one.type).sort()).toEqual(ofPayment.slice(0, 3).sort());

  stand.received.length = 0;
  stand.sandbox.faults.set({ webhookBeforeResponse: true, webhookDelayMs: 60_000 });
  await paySession(stand);
  expect(types(stand).sort()).toEqual([...ofPayment].sort());

  stand.received.length = 0;
  stand.sandbox.faults.set({ webhookBeforeResponse: false });
  await paySession(stand);
  stand.sandbox.faults.set({ webhookDelayMs: 0 });
  const { id } = await paySession(stand);
  await expect.poll(() => types(stand).length).toBe(ofPayment.length);
  const [told] = stand.received.filter(({ body }) => body.includes('"checkout.session.completed"'));
  expect(JSON.parse(told!.body).data.object.id).toBe(id);
});

test('a fault sends the newest event first', async () => {
  const stand = await open();
  stand.sandbox.faults.set({ reverseWebhooks: true });
  await paySession(stand);
  await expect.poll(() => types(stand)).toEqual([...ofPayment].reverse());
});

test('sessions, idempotent responses and undelivered events survive a kill', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-stand-'));
  const file = join(folder, 'store.jsonl');
  try {
    const before = await open({ file });
    before.responses.push(...Array.from({ length: 20 }, () => 503));
    const params = sessionOf();
    const session = await before.stripe.checkout.sessions.create(params, { idempotencyKey: 'key' });
    await submitCard(String(session.url));
    await expect.poll(() => before.received.length).toBeGreaterThan(0);
    await before.kill();

    const after = await open({ file });
    expect(await after.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      payment_status: 'paid',
    });
    expect((await after.stripe.checkout.sessions.create(params, { idempotencyKey: 'key' })).id).toBe(
      session.id,
    );
    await expect.poll(() => types(after).sort()).toEqual([...ofPayment].sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
