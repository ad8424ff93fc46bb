import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasEndedUnpaid, PAYMENT_PROVIDERS } from '#domain/order.ts';
import { eq } from '#server/db/drizzle.ts';
import { orders, paymentCases, paymentLedger } from '#server/db/tables.ts';
import { eventually } from '#test/eventually.ts';
import { seats } from '../seats-taken.ts';
import { attemptsOf } from '../start-checkout.ts';
import { createWorld, type World } from '../world.ts';
import { deliver, webhookOf } from './deliver-webhook.ts';
import { askSquare } from './second-payment.ts';
import {
  ask,
  chargesOf,
  clearFaults,
  faultsOf,
  letHoldsEnd,
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

describe.each(PAYMENT_PROVIDERS)('responses of %s', (provider) => {
  test('2 · an order does not stay pending if its payment is abandoned or its webhook lost', async () => {
    const before = await seats(world);
    faultsOf(world, provider).set({ dropWebhooks: 'all' });
    const gone = await open(world, provider);
    const unheard = await open(world, provider);
    await payUnheard(world, unheard);
    expect(await seats(world)).toBe(before + 2);
    await reconcileAll(world);
    expect(await standing(world, unheard)).toEqual(PAID);
    expect(await standing(world, gone)).toEqual(OPEN);
    await letHoldsEnd(world);
    expect(await standing(world, gone)).toEqual({ ...OPEN, status: 'expired' });
    expect(await seats(world)).toBe(before + 1);
    expect(await pay(world, gone)).toBe(false);
    expect(await chargesOf(world, gone)).toEqual([]);
  });

  test('26 · a repeated request keeps the open payment page', async () => {
    const visitor = world.visitor();
    const checkoutId = randomUUID();
    const first = await open(world, provider, { checkoutId }, visitor);
    for (let again = 0; again < 4; again += 1)
      expect((await open(world, provider, { checkoutId }, visitor)).url).toBe(first.url);
    expect(await attemptsOf(world, first)).toHaveLength(1);
    expect(await world.database.db.$count(orders, eq(orders.checkoutId, checkoutId))).toBe(1);
    if (provider === 'stripe')
      expect((await sessionsOf(world, first)).map((one) => one.status)).toEqual(['open']);
    expect(await pay(world, first)).toBe(true);
  });
});

describe('8 · one purchase is charged once, however many clicks and retries it takes', () => {
  test('repeated clicks and a lost response at Stripe charge once', async () => {
    const visitor = world.visitor();
    const checkoutId = randomUUID();
    // The page is opened, the response is lost, and the client retries automatically.
    faultsOf(world, 'stripe').set({
      failNext: { method: 'POST', path: '/v1/checkout/sessions', when: 'after', kind: 'drop' },
    });
    const clicks = await Promise.all(
      Array.from({ length: 4 }, () => ask(world, 'stripe', { checkoutId }, visitor)),
    );
    const again = await open(world, 'stripe', { checkoutId }, visitor);
    const urls = clicks.filter((one) => one.status === 200).map((one) => one.body.url);
    expect(new Set([...urls, again.url]).size).toBe(1);
    expect(await sessionsOf(world, again)).toHaveLength(1);
    const [one, two] = await Promise.all([world.pay(again.url), world.pay(again.url)]);
    expect([one.status, two.status]).toContain(303);
    await again.visitor.get(`/api/registrations/${again.transactionId}`);
    expect(await standing(world, again)).toEqual(PAID);
    expect(await chargesOf(world, again)).toEqual([2000]);
  });

  test('repeated clicks and a lost response at Square charge once', async () => {
    faultsOf(world, 'square').set({ dropWebhooks: 'all' });
    const clicked = await open(world, 'square');
    const clicks = await Promise.all(Array.from({ length: 5 }, () => sendCard(world, clicked)));
    expect(clicks.filter((one) => ![200, 409].includes(one.status))).toEqual([]);
    await reconcileAll(world);
    expect(await standing(world, clicked)).toEqual(PAID);
    expect(await chargesOf(world, clicked)).toEqual([2000]);

    const unanswered = await open(world, 'square');
    faultsOf(world, 'square').set({
      failNext: { method: 'POST', path: '/v2/payments', when: 'after', kind: 'drop' },
    });
    expect((await sendCard(world, unanswered)).status).toBe(200);
    expect((await sendCard(world, unanswered)).status).toBe(200);
    expect(await standing(world, unanswered)).toEqual(PAID);
    expect(await chargesOf(world, unanswered)).toEqual([2000]);
  });
});

describe('9 · only one of two payment pages of an order can be paid', () => {
  test.each([
    ['stripe', 'stripe'],
    ['square', 'square'],
    ['stripe', 'square'],
    ['square', 'stripe'],
  ] as const)('a page at %s takes no money once a changed order is at %s', async (first, second) => {
    const before = await seats(world);
    const visitor = world.visitor();
    const checkoutId = randomUUID();
    const old = await open(world, first, { checkoutId }, visitor);
    const present = await open(world, second, { checkoutId, phone: '303 555 0199' }, visitor);
    const paid = [await pay(world, old), await pay(world, present)];
    expect(paid).toEqual([false, true]);
    expect([await chargesOf(world, old), await chargesOf(world, present)]).toEqual([[], [2000]]);
    await visitor.get(`/api/registrations/${present.transactionId}`);
    const [ofOld, ofPresent] = [await standing(world, old), await standing(world, present)];
    // Whichever of webhook and change came first, the old order wasn't paid.
    expect([hasEndedUnpaid(ofOld.status), ofPresent.status]).toEqual([true, 'completed']);
    expect(await seats(world)).toBe(before + 1);
  });
});

describe('22 · a payment in progress issues no tickets and keeps its seats', () => {
  async function paySlowly(ends: 'paid' | 'failed') {
    const checkoutId = randomUUID();
    const checkout = await open(world, 'stripe', { checkoutId });
    faultsOf(world, 'stripe').set({ slowPayments: { ends, afterMs: 3_600_000 } });
    expect(await pay(world, checkout)).toBe(true);
    faultsOf(world, 'stripe').set({ slowPayments: undefined });
    return { checkout, checkoutId };
  }

  test('a delayed Stripe method keeps its seats, and issues tickets once its money arrives', async () => {
    const { checkout, checkoutId } = await paySlowly('paid');
    const before = await seats(world);
    await checkout.visitor.get(`/api/registrations/${checkout.transactionId}`);
    expect(await standing(world, checkout)).toEqual(OPEN);
    // The page has expired and the buyer wants to change the order, which must wait for the payment.
    await letHoldsEnd(world);
    const other = await ask(world, 'stripe', { checkoutId, phone: '303 555 0199' }, checkout.visitor);
    expect([other.status, other.body.code]).toEqual([409, 'payment_under_way']);
    expect(await standing(world, checkout)).toEqual(OPEN);
    expect(await seats(world)).toBe(before);
    world.sandbox.stripe.endSlowPayments();
    await eventually(async () => expect(await standing(world, checkout)).toEqual(PAID));
    expect(await seats(world)).toBe(before);
  });

  test('a delayed Stripe method that no webhook reports keeps its seats after the hold, too', async () => {
    faultsOf(world, 'stripe').set({ dropWebhooks: 'all' });
    const { checkout } = await paySlowly('paid');
    const before = await seats(world);
    await letHoldsEnd(world);
    expect(await standing(world, checkout)).toEqual(OPEN);
    expect(await seats(world)).toBe(before);
    world.sandbox.stripe.endSlowPayments();
    await reconcileAll(world);
    expect(await standing(world, checkout)).toEqual(PAID);
  });

  test('a delayed Stripe method whose money never arrives frees its seats', async () => {
    const before = await seats(world);
    const { checkout } = await paySlowly('failed');
    await checkout.visitor.get(`/api/registrations/${checkout.transactionId}`);
    expect(await standing(world, checkout)).toEqual(OPEN);
    expect(await seats(world)).toBe(before + 1);
    world.sandbox.stripe.endSlowPayments();
    await eventually(async () =>
      expect(await standing(world, checkout)).toEqual({ ...OPEN, status: 'failed' }),
    );
    expect(await seats(world)).toBe(before);
    expect(await chargesOf(world, checkout)).toEqual([]);
  });

  test('a Square card that was approved keeps its seats, and issues tickets once it is charged', async () => {
    const checkout = await open(world, 'square');
    const [attempt] = await attemptsOf(world, checkout);
    const approve = {
      source_id: 'cnon:card-nonce-ok',
      idempotency_key: attempt!.id,
      reference_id: attempt!.id,
      note: `order:${checkout.orderId} by hand`,
      autocomplete: false,
      amount_money: { amount: 2000, currency: 'USD' },
    };
    const { payment } = await askSquare(world, '/v2/payments', approve);
    expect(payment.status).toBe('APPROVED');
    expect(await deliver(world, await webhookOf(world, checkout))).toBe(200);
    expect(await standing(world, checkout)).toEqual(OPEN);
    expect((await attemptsOf(world, checkout)).map((one) => one.state)).toEqual(['processing']);
    const before = await seats(world);
    await letHoldsEnd(world);
    expect(await standing(world, checkout)).toEqual(OPEN);
    expect(await seats(world)).toBe(before);
    await askSquare(world, `/v2/payments/${payment.id}/complete`, {});
    expect(await deliver(world, await webhookOf(world, checkout))).toBe(200);
    expect(await standing(world, checkout)).toEqual(PAID);
  });
});

test('payments of other software on the same account are ignored', async () => {
  const foreign = await world.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 700, product_data: { name: 'Mug' } } },
    ],
    metadata: { attempt_id: 'mug-7', order_id: 'seven' },
    success_url: 'http://other.example.org/done',
  });
  faultsOf(world, 'stripe').set({ dropWebhooks: 'all' });
  expect((await world.pay(foreign.url!)).status).toBe(303);
  const webhook = await webhookOf(world, await open(world, 'stripe'), { ref: foreign.id });
  const counts = () =>
    Promise.all([paymentLedger, paymentCases, orders].map((table) => world.database.db.$count(table)));
  const before = await counts();
  expect(await deliver(world, webhook)).toBe(200);
  expect(await counts()).toEqual(before);
});
