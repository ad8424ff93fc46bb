import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { billingData, checkout } from '#test/factories.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { orderOf } from '#test/start-checkout.ts';
import { createWorld, EARLY_BIRD, type World } from '#test/world.ts';
import { reconcilePayments } from '../payments/reconcile.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => world.moveClock(EARLY_BIRD));
afterAll(() => world.stop());

const MINUTE = 60_000;
const after = (minutes: number) =>
  world.moveClock(new Date(Date.parse(EARLY_BIRD) + minutes * MINUTE).toISOString());

async function openForm() {
  const visitor = world.visitor();
  const body = { ...checkout(), provider: 'square' };
  const { transactionId } = await (await visitor.post('/api/create-checkout-session', body)).json();
  const keep = async () => {
    const response = await visitor.post(`/api/checkout/${transactionId}/keep`, {});
    const told = await response.json();
    if (!told.keptUntil) return told.code;
    const minutes = Math.round((Date.parse(told.keptUntil) - Date.parse(EARLY_BIRD)) / MINUTE);
    return told.isFinal ? `${minutes} at most` : minutes;
  };
  const status = async () => {
    await reconcilePayments(world.context());
    const { paymentStatus, seatsHeld } = await orderOf(world, transactionId);
    return [paymentStatus, seatsHeld];
  };
  const send = async (cardNumber?: string) => {
    const sourceId = await tokenizeCard(world.sandbox.url, { ...(cardNumber && { cardNumber }) });
    const card = { sourceId, orderId: transactionId, amount: 2000, billingData };
    return (await visitor.post('/api/square/process-payment', card)).status;
  };
  return { keep, status, send };
}

test('an unused card form releases its seat after 15 minutes (R-HOLD-2)', async () => {
  const form = await openForm();
  after(14);
  expect(await form.status()).toEqual(['pending', true]);
  after(16);
  // Using the form again revives nothing, even before the expiry job has run.
  expect(await form.keep()).toBe('payment_not_open');
  expect(await form.status()).toEqual(['expired', false]);
  expect(await form.keep()).toBe('payment_not_open');
});

test('a card form in use keeps its seat until it can no longer be submitted', async () => {
  const form = await openForm();
  for (const [minute, kept] of [
    [1, 16],
    [14, 29],
    [28, '35 at most'],
    [34, '35 at most'],
  ] as const) {
    after(minute);
    expect([minute, await form.keep()]).toEqual([minute, kept]);
    expect(await form.status()).toEqual(['pending', true]);
  }
  expect(await form.send()).toBe(200);
});

test('a declined card extends the hold, so that there is time for another card', async () => {
  const form = await openForm();
  after(14);
  expect(await form.send('4000000000000002')).toBe(402);
  after(28);
  expect(await form.send()).toBe(200);
});
