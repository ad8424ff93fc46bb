import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readDescription } from '#test/sandbox/schema-check.ts';
import {
  openStand,
  paySession,
  type Stand,
  secretKey,
  sessionOf,
  submitCard,
} from '#test/sandbox/stripe-stand.ts';

const { isThere, why, differences } = readDescription('stripe');

describe.runIf(isThere)(`bodies against the OpenAPI description${why}`, () => {
  let stand: Stand;
  beforeEach(async () => {
    stand = await openStand({ webhook: false });
  });
  afterEach(() => stand.kill());

  const read = async (path: string, status = 200) => {
    const response = await fetch(`${stand.url}/v1/${path}`, {
      headers: { Authorization: `Bearer ${secretKey}` },
    });
    expect(response.status).toBe(status);
    return (await response.json()) as Record<string, unknown> & { data: Record<string, unknown>[] };
  };
  const check = async (name: string, path: string) => differences(name, await read(path));
  const checkList = async (name: string, path: string) => {
    const { data } = await read(path);
    expect(data).not.toEqual([]);
    return data.flatMap((one) => differences(name, one));
  };

  test('a session is as described while it is open, declined or waiting for 3-D Secure, paid, and expired', async () => {
    const open = await stand.stripe.checkout.sessions.create(sessionOf());
    const checkSession = (id: string, expansion = '?expand[0]=payment_intent.latest_charge') =>
      check('checkout.session', `checkout/sessions/${id}${expansion}`);
    expect(await checkSession(open.id, '')).toEqual([]);
    const paid = await paySession(stand);
    expect(await checkSession(paid.id)).toEqual([]);
    for (const number of ['4000000000000002', '4000002760003184']) {
      await submitCard(String(open.url), { number });
      expect(await checkSession(open.id)).toEqual([]);
    }
    await stand.stripe.checkout.sessions.expire(open.id);
    expect(await checkSession(open.id)).toEqual([]);
    expect(await checkList('checkout.session', 'checkout/sessions')).toEqual([]);
  });

  test('payment intent, charge, balance transaction, refund and dispute are as described', async () => {
    const paid = await paySession(stand);
    const intent = String(paid.payment_intent);
    const refund = await stand.stripe.refunds.create({ payment_intent: intent, amount: 5 });
    expect(await check('payment_intent', `payment_intents/${intent}`)).toEqual([]);
    expect(await check('charge', `charges/${refund.charge}?expand[0]=balance_transaction`)).toEqual([]);
    expect(await check('refund', `refunds/${refund.id}`)).toEqual([]);
    await paySession(stand, {}, '4000000000000259');
    expect(await checkList('dispute', 'disputes')).toEqual([]);
    expect(await checkList('payment_intent', 'payment_intents')).toEqual([]);
    expect(await checkList('charge', 'charges')).toEqual([]);
    expect(await checkList('balance_transaction', 'balance_transactions')).toEqual([]);
  });

  test('product, price, coupon, promotion code and error are as described', async () => {
    const product = await stand.stripe.products.create({ name: 'Pass' });
    await stand.stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 100 });
    const coupon = await stand.stripe.coupons.create({
      amount_off: 100,
      currency: 'usd',
      applies_to: { products: [product.id] },
    });
    await stand.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } });
    expect(await check('product', `products/${product.id}`)).toEqual([]);
    expect(await checkList('product', 'products')).toEqual([]);
    expect(await checkList('price', 'prices')).toEqual([]);
    expect(await check('coupon', `coupons/${coupon.id}`)).toEqual([]);
    expect(await check('coupon', `coupons/${coupon.id}?expand[0]=applies_to`)).toEqual([]);
    expect(await checkList('promotion_code', 'promotion_codes?expand[0]=data.promotion.coupon')).toEqual([]);
    const deleted = await stand.stripe.coupons.del(coupon.id);
    const { lastResponse: _, ...body } = deleted;
    expect(differences('deleted_coupon', body)).toEqual([]);
    expect(differences('error', await read('products/prod_none', 404))).toEqual([]);
  });

  test('an event is as described, and its data is the object itself', async () => {
    const { id, url } = await stand.stripe.checkout.sessions.create(sessionOf());
    await submitCard(String(url), { number: '4000000000000002' });
    await stand.stripe.checkout.sessions.expire(id);
    const paid = await paySession(stand);
    await stand.stripe.refunds.create({ payment_intent: String(paid.payment_intent), amount: 5 });
    for (const decision of ['won', 'lost'] as const) {
      const disputed = await paySession(stand, {}, '4000000000000259');
      stand.sandbox.decideDispute(String(disputed.payment_intent), decision);
    }
    const coupon = await stand.stripe.coupons.create({ amount_off: 100, currency: 'usd' });
    await stand.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } });
    await stand.stripe.coupons.del(coupon.id);
    const types = [
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.canceled',
      'checkout.session.completed',
      'charge.failed',
      'charge.refunded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
      'promotion_code.created',
      'coupon.deleted',
    ];
    const { data } = await read('events?limit=100');
    const seen = data.map(({ type }) => type);
    expect(types.filter((type) => !seen.includes(type))).toEqual([]);
    expect(data.flatMap((event) => differences('event', event))).toEqual([]);
    const objects = data.map((event) => (event.data as { object: { object: string } }).object);
    expect(objects.flatMap((one) => differences(one.object, one))).toEqual([]);
  });

  test('the comparison reports missing, unknown and wrong fields', () => {
    const wrong = { id: 1, object: 'coupon', deleted: true, more: 1 };
    expect(differences('deleted_coupon', wrong)).toEqual([
      'deleted_coupon.id: integer, not string',
      'deleted_coupon.more: unknown',
    ]);
    expect(differences('deleted_coupon', { id: 'x', object: 'coupon' })).toEqual([
      'deleted_coupon.deleted: missing',
    ]);
  });
});
