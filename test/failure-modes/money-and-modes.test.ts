import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PAYMENT_PROVIDERS } from '#domain/order.ts';
import { eq } from '#server/db/drizzle.ts';
import { orders, paymentCases } from '#server/db/tables.ts';
import { readSettings } from '#server/settings.ts';
import { environmentOf } from '../outside.ts';
import { seats } from '../seats-taken.ts';
import { attemptsOf } from '../start-checkout.ts';
import { createWorld, type World } from '../world.ts';
import { deliver, signatureOf, webhookOf } from './deliver-webhook.ts';
import { secondPayment } from './second-payment.ts';
import {
  ask,
  chargesOf,
  clearFaults,
  faultsOf,
  OPEN,
  type Open,
  open,
  PAID,
  pay,
  payUnheard,
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

/** How the order's payments differ from it, as its cases say. */
async function mismatchesOf({ orderId }: Open): Promise<unknown[]> {
  const rows = await world.database.db.select().from(paymentCases).where(eq(paymentCases.orderId, orderId));
  return rows.filter((row) => row.kind === 'payment_mismatch').map(({ details }) => details.mismatch);
}

describe.each(PAYMENT_PROVIDERS)('amounts and modes with %s', (provider) => {
  test('10 · the payment of a cheap order does not complete an expensive one', async () => {
    const dear = await open(world, provider);
    await secondPayment(world, dear, 100);
    expect(await standing(world, dear)).toEqual({ ...OPEN, status: 'review', money: 100 });
    expect(await mismatchesOf(dear)).toEqual(['other_amount']);

    const [cheap, other] = [await open(world, provider), await open(world, provider)];
    await secondPayment(world, other, 2000, { orderId: cheap.orderId });
    expect(await standing(world, other)).toMatchObject({ status: 'review', tickets: 0 });
    expect(await mismatchesOf(other)).toEqual(['other_order']);
    await secondPayment(world, other);
    expect(await mismatchesOf(other)).toEqual(['other_order', 'under_review']);
    expect(await standing(world, cheap)).toEqual(OPEN);

    if (provider === 'square') {
      const less = await sendCard(world, cheap, { amount: 100 });
      expect([less.status, less.body.code]).toEqual([409, 'price_changed']);
      expect(await chargesOf(world, cheap)).toEqual([2000]);
      return;
    }
    // Returning with another order's session shows that order and changes nothing.
    const [mine] = await attemptsOf(world, dear);
    const shown = await (await cheap.visitor.get(`/api/registrations/${mine!.ref}`)).json();
    expect(shown.order.id).toBe(dear.orderId);
    expect(await standing(world, cheap)).toEqual(OPEN);
  });

  test('17 · the provider charges the amount that the site computed, to the cent', async () => {
    // 12.375 percent of $20.00 is $2.475.
    const code = `HALF-${provider.toUpperCase()}`;
    await world.stripe.coupons.create({ id: code, percent_off: 12.375, duration: 'once' });
    const asked = { couponCode: code, amount: 20 };
    const wrong = await ask(world, provider, { ...asked, finalAmount: 17.53 });
    expect([wrong.status, wrong.body.code]).toEqual([409, 'price_changed']);
    const checkout = await open(world, provider, { ...asked, finalAmount: 17.52 });
    expect(await pay(world, checkout)).toBe(true);
    await checkout.visitor.get(`/api/registrations/${checkout.transactionId}`);
    expect(await standing(world, checkout)).toEqual({ ...PAID, money: 1752 });
    expect(await chargesOf(world, checkout)).toEqual([1752]);
    const [order] = await world.database.db.select().from(orders).where(eq(orders.id, checkout.orderId));
    expect([order!.originalAmount, order!.discountAmount, order!.totalAmount]).toEqual([20_00, 2_48, 17_52]);
  });

  test('18 · without a webhook secret the site does not start, and unsigned webhooks are refused', async () => {
    const environment = environmentOf(world.sandbox, world.siteUrl, 'postgresql://127.0.0.1/none');
    const name = provider === 'stripe' ? 'STRIPE_WEBHOOK_SECRET' : 'SQUARE_WEBHOOK_SIGNATURE_KEY';
    expect(() => readSettings({ ...environment, [name]: ' ' })).toThrow(`${name} is missing`);

    const checkout = await open(world, provider);
    await payUnheard(world, checkout);
    const webhook = await webhookOf(world, checkout);
    const [header] = Object.keys(signatureOf(world, webhook));
    expect(await deliver(world, webhook, {})).toBe(400);
    expect(await deliver(world, webhook, { [header!]: '' })).toBe(400);
    expect(await standing(world, checkout)).toEqual(OPEN);

    // A site without this provider has no route for its webhooks.
    await using off = await createWorld({ settings: { [provider]: null } });
    const signature = signatureOf(world, webhook);
    const boot = await off.visitor().post(`/api/webhooks/${provider}`, {});
    expect([boot.status, await deliver({ ...world, siteUrl: off.siteUrl }, webhook, signature)]).toEqual([
      404, 404,
    ]);
    const refused = await ask(off, provider);
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { provider: 'This payment method is not available' },
    ]);
  });

  test('19 · test and live mode are never mixed, and a copy of the site takes no real money', async () => {
    const environment = environmentOf(world.sandbox, world.siteUrl, 'postgresql://127.0.0.1/none');
    const live: Record<string, string> =
      provider === 'stripe'
        ? { STRIPE_SECRET_KEY: 'sk_live_world' }
        : { SQUARE_APPLICATION_ID: 'sq0idp-world' };
    const https = 'https://summit.example.org';
    expect(() => readSettings({ ...environment, ...live })).toThrow('PUBLIC_URL is not https');
    expect(() => readSettings({ ...environment, ...live, PUBLIC_URL: https })).toThrow(
      'One of Stripe and Square is live and the other is in test mode.',
    );

    const checkout = await open(world, provider);
    expect((await attemptsOf(world, checkout)).map((one) => one.livemode)).toEqual([false]);
    await payUnheard(world, checkout);
    if (provider === 'stripe') {
      expect(await deliver(world, await webhookOf(world, checkout, { livemode: true }))).toBe(400);
      expect(await standing(world, checkout)).toEqual(OPEN);
    }
    // As after a change from live to test keys: the payment's mode differs from its order's.
    await world.database.pool.query(
      `UPDATE payment_attempts SET livemode = true WHERE order_id = ${checkout.orderId}`,
    );
    expect(await deliver(world, await webhookOf(world, checkout))).toBe(200);
    expect(await standing(world, checkout)).toMatchObject({ status: 'review', tickets: 0, mails: 0 });
    expect(await mismatchesOf(checkout)).toEqual(['other_mode']);
  });
});

test('17 at stripe · a payment of as many yen as the order has cents goes to review', async () => {
  const checkout = await open(world, 'stripe');
  await secondPayment(world, checkout, 2000, { currency: 'jpy' });
  expect(await standing(world, checkout)).toMatchObject({ status: 'review', tickets: 0 });
  expect(await mismatchesOf(checkout)).toEqual(['other_amount']);
});

test('11 · no promotion code or account setting at stripe changes the amount paid', async () => {
  const checkout = await open(world, 'stripe');
  const [session] = await sessionsOf(world, checkout);
  expect([session!.allow_promotion_codes, session!.amount_total]).toEqual([null, 2000]);

  // A page that would charge a different amount than quoted is never shown and can't be paid.
  const before = await seats(world);
  faultsOf(world, 'stripe').set({ surcharge: 160 });
  const { status, body } = await ask(world, 'stripe', { email: 'other@example.org' });
  expect([status, body.code, body.url]).toEqual([409, 'price_changed', undefined]);
  const { data } = await world.stripe.checkout.sessions.list({ limit: 1 });
  expect(data.map((one) => [one.customer_email, one.amount_total, one.status])).toEqual([
    ['other@example.org', 2160, 'expired'],
  ]);
  expect(await seats(world)).toBe(before);
});
