import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Description, differences } from '#sandbox/schema-check.ts';
import { openStand, paySession, type Stand, secretKey, sessionOf, submitCard } from './test-stand.ts';

const file = join(import.meta.dirname, '../../../shared/providers/stripe-openapi-subset.json');
const isThere = existsSync(file);
const why = isThere ? '' : ' (skipped: ../shared/providers is absent)';

describe.runIf(isThere)(`bodies against the OpenAPI description${why}`, () => {
  let stand: Stand;
  let description: Description;
  beforeAll(async () => {
    description = JSON.parse(readFileSync(file, 'utf8'));
    stand = await openStand({ webhook: false });
  });
  afterAll(() => stand.kill());

  const read = async (path: string) => {
    const response = await fetch(`${stand.url}/v1/${path}`, {
      headers: { Authorization: `Bearer ${secretKey}` },
    });
    return (await response.json()) as Record<string, unknown> & { data: Record<string, unknown>[] };
  };
  const check = async (name: string, path: string) => differences(description, name, await read(path));

  test('session: open, paid, declined, waiting for confirmation, expired', async () => {
    const open = await stand.stripe.checkout.sessions.create(sessionOf());
    expect(await check('checkout.session', `checkout/sessions/${open.id}`)).toEqual([]);
    const paid = await paySession(stand);
    const expansion = '?expand[0]=line_items&expand[1]=payment_intent.latest_charge';
    expect(await check('checkout.session', `checkout/sessions/${paid.id}${expansion}`)).toEqual([]);
    for (const number of ['4000000000000002', '4000002760003184']) {
      await submitCard(String(open.url), { number });
      expect(
        await check(
          'checkout.session',
          `checkout/sessions/${open.id}?expand[0]=payment_intent.latest_charge`,
        ),
      ).toEqual([]);
    }
    await stand.stripe.checkout.sessions.expire(open.id);
    expect(await check('checkout.session', `checkout/sessions/${open.id}?expand[0]=payment_intent`)).toEqual(
      [],
    );
  });

  test('payment intent, charge, refund, dispute, line items', async () => {
    const paid = await paySession(stand);
    const intent = String(paid.payment_intent);
    const refund = await stand.stripe.refunds.create({ payment_intent: intent, amount: 5 });
    expect(await check('payment_intent', `payment_intents/${intent}?expand[0]=payment_method`)).toEqual([]);
    expect(
      await check('charge', `charges/${refund.charge}?expand[0]=refunds&expand[1]=balance_transaction`),
    ).toEqual([]);
    expect(await check('refund', `refunds/${refund.id}?expand[0]=charge`)).toEqual([]);
    const items = await read(`checkout/sessions/${paid.id}/line_items`);
    expect(items.data.flatMap((item) => differences(description, 'item', item))).toEqual([]);
    await paySession(stand, {}, '4000000000000259');
    const disputes = await read('disputes');
    expect(disputes.data.flatMap((one) => differences(description, 'dispute', one))).toEqual([]);
  });

  test('product, price, coupon, promotion code', async () => {
    const product = await stand.stripe.products.create({ name: 'Pass' });
    const price = await stand.stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 100,
    });
    const coupon = await stand.stripe.coupons.create({
      amount_off: 100,
      currency: 'usd',
      applies_to: { products: [product.id] },
    });
    const promotion = await stand.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
    });
    expect(await check('product', `products/${product.id}`)).toEqual([]);
    expect(await check('price', `prices/${price.id}?expand[0]=product`)).toEqual([]);
    expect(await check('coupon', `coupons/${coupon.id}`)).toEqual([]);
    expect(await check('coupon', `coupons/${coupon.id}?expand[0]=applies_to`)).toEqual([]);
    expect(
      await check('promotion_code', `promotion_codes/${promotion.id}?expand[0]=promotion.coupon`),
    ).toEqual([]);
    expect(await check('error', 'prices/price_none')).toEqual([]);
  });

  test('events, whose data is the object itself', async () => {
    const { data } = await read('events?limit=100');
    expect(data.length).toBeGreaterThan(20);
    expect(data.flatMap((event) => differences(description, 'event', event))).toEqual([]);
    const objects = data.map((event) => (event.data as { object: { object: string } }).object);
    expect(objects.flatMap((one) => differences(description, one.object, one))).toEqual([]);
  });

  test('the schema check reports missing, unknown and wrong fields', () => {
    const wrong = { id: 1, object: 'coupon', deleted: true, more: 1 };
    expect(differences(description, 'deleted_coupon', wrong)).toEqual([
      'deleted_coupon.id: integer, not string',
      'deleted_coupon.more: unknown',
    ]);
    expect(differences(description, 'deleted_coupon', { id: 'x', object: 'coupon' })).toEqual([
      'deleted_coupon.deleted: missing',
    ]);
  });
});
