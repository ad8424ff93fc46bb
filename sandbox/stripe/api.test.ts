import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { setStand } from '#test/sandbox/set-stand.ts';
import { openStand, paySession, refusal, secretKey, sessionOf } from '#test/sandbox/stripe-stand.ts';

const stand = setStand(openStand);

const send = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${stand.url}${path}`, {
    method: 'POST',
    body,
    headers: {
      Authorization: `Bearer ${secretKey}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  });

describe('a request', () => {
  test('with an unknown parameter, at the top level or nested, is refused', async () => {
    const unknown = { ...sessionOf(), payment_method_types: ['card'] };
    expect(await refusal(stand.stripe.checkout.sessions.create(unknown))).toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'payment_method_types',
    });
    const response = await send('/v1/refunds', 'payment_intent=pi_1&metadata[a]=b&foo[bar]=1');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'parameter_unknown', param: 'foo' } });
  });

  test('with a parameter that is named like a member of every object reaches no other object', async () => {
    for (const name of ['constructor[prototype][planted]', '__proto__[planted]'])
      expect((await send('/v1/refunds', `payment_intent=pi_1&${name}=1`)).status).toBe(400);
    expect(({} as { planted?: string }).planted).toBeUndefined();
  });

  test('without a required parameter is refused', async () => {
    const { success_url: _, ...rest } = sessionOf();
    expect(await refusal(stand.stripe.checkout.sessions.create(rest))).toMatchObject({
      statusCode: 400,
      param: 'success_url',
    });
    const [line] = sessionOf().line_items;
    const { quantity: __, ...part } = line!;
    const partial = stand.stripe.checkout.sessions.create(sessionOf({ line_items: [part] }));
    expect(await refusal(partial)).toMatchObject({ param: 'line_items[0][quantity]' });
  });

  test('with an unknown id or path is refused', async () => {
    expect(await refusal(stand.stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
    });
    expect(await refusal(stand.stripe.payouts.list())).toMatchObject({ statusCode: 404 });
  });

  test('with a wrong key is refused', async () => {
    const address = { host: '127.0.0.1', port: new URL(stand.url).port, protocol: 'http' } as const;
    const wrong = new Stripe('sk_test_other', address);
    expect(await refusal(wrong.products.list())).toMatchObject({
      statusCode: 401,
      type: 'StripeAuthenticationError',
    });
  });
});

describe('idempotency keys', () => {
  const create = (idempotencyKey: string, changes = {}) =>
    stand.stripe.checkout.sessions.create(sessionOf(changes), { idempotencyKey });

  test('the same key and parameters return the same session', async () => {
    const [first, second] = [await create('k1'), await create('k1')];
    expect(second).toEqual(first);
    expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
  });

  test('the same key with other parameters is refused', async () => {
    await create('k2');
    expect(await refusal(create('k2', { client_reference_id: 'other' }))).toMatchObject({
      statusCode: 400,
      type: 'StripeIdempotencyError',
    });
  });

  test('an error during execution is replayed, a parameter error is not', async () => {
    const paid = await paySession(stand);
    const intent = String(paid.payment_intent);
    const refund = (idempotencyKey: string, amount?: number) =>
      stand.stripe.refunds.create({ payment_intent: intent, amount }, { idempotencyKey });
    const tooMuch = await refusal(refund('k3', 2001));
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(await refusal(refund('k3', 2001))).toEqual(tooMuch);
    expect(await refusal(refund('k3', 5))).toMatchObject({ type: 'StripeIdempotencyError' });

    expect((await send('/v1/refunds', 'nonsense=1', { 'Idempotency-Key': 'k4' })).status).toBe(400);
    const valid = await send('/v1/refunds', `payment_intent=${intent}`, { 'Idempotency-Key': 'k4' });
    expect(valid.status).toBe(200);
  });

  test('a key is in use while its first request runs', async () => {
    stand.sandbox.faults.set({
      failNext: { method: 'POST', path: '/v1/checkout/sessions', when: 'before', kind: 'held' },
    });
    const first = create('k5');
    await expect.poll(() => stand.sandbox.faults.get().failNext).toBeUndefined();
    expect(await refusal(create('k5'))).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    const other = await create('k6');
    stand.sandbox.faults.clear();
    expect(other.id).not.toBe((await first).id);
    expect((await create('k5')).id).toBe((await first).id);
  });

  test('a key is forgotten after a day', async () => {
    const first = await create('k7');
    stand.pass(24 * 3600);
    expect((await create('k7')).id).not.toBe(first.id);
  });
});

describe('faults', () => {
  const path = '/v1/checkout/sessions';
  const sessions = async () => (await stand.stripe.checkout.sessions.list({ limit: 100 })).data.length;

  test('after a 500 before the effect nothing is stored, and the SDK retries', async () => {
    const before = await sessions();
    stand.sandbox.faults.set({ failNext: { method: 'POST', path, when: 'before', kind: '500', times: 1 } });
    const session = await stand.client().checkout.sessions.create(sessionOf());
    expect(session.status).toBe('open');
    expect(await sessions()).toBe(before + 1);
  });

  test('a 500 after the effect is replayed to every retry, and the session exists once', async () => {
    const before = await sessions();
    stand.sandbox.faults.set({ failNext: { method: 'POST', path, when: 'after', kind: '500' } });
    expect(await refusal(stand.client().checkout.sessions.create(sessionOf()))).toMatchObject({
      statusCode: 500,
    });
    expect(await sessions()).toBe(before + 1);
  });

  test('after a connection dropped after the effect, the retry gets the stored response', async () => {
    const before = await sessions();
    stand.sandbox.faults.set({ failNext: { method: 'POST', path, when: 'after', kind: 'drop' } });
    const session = await stand.client().checkout.sessions.create(sessionOf());
    expect(session.status).toBe('open');
    expect(await sessions()).toBe(before + 1);
  });

  test('faults are set, listed and cleared over HTTP', async () => {
    const control = (method: string, body?: object) =>
      fetch(`${stand.url}/control/stripe`, { method, body: body && JSON.stringify(body) });
    expect(await (await control('POST', { webhookDelayMs: 5 })).json()).toEqual({ webhookDelayMs: 5 });
    expect(await (await control('POST', { dropWebhooks: 'all' })).json()).toEqual({
      webhookDelayMs: 5,
      dropWebhooks: 'all',
    });
    const wrong = await control('POST', { webhookDelay: 5 });
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { error: expect.stringContaining('webhookDelay') },
    ]);
    expect(await (await control('DELETE')).json()).toEqual({});
    expect(await (await control('GET')).json()).toEqual({});
  });
});

describe('lists', () => {
  test('lists are paged from new to old, in both directions', async () => {
    const { stripe, kill } = await openStand({ webhook: false });
    const made: string[] = [];
    for (let at = 0; at < 5; at++) made.unshift((await stripe.products.create({ name: `List ${at}` })).id);
    const ids = async (params: Stripe.ProductListParams) => {
      const page = await stripe.products.list(params);
      return [page.data.map((one) => made.indexOf(one.id)), page.has_more];
    };
    expect(await ids({})).toEqual([[0, 1, 2, 3, 4], false]);
    expect(await ids({ limit: 2 })).toEqual([[0, 1], true]);
    expect(await ids({ limit: 2, starting_after: made[2] })).toEqual([[3, 4], false]);
    expect(await ids({ limit: 2, ending_before: made[3] })).toEqual([[1, 2], true]);
    expect(await ids({ limit: 2, ending_before: made[1] })).toEqual([[0], false]);
    expect(await ids({ created: { gte: 4_000_000_000 } })).toEqual([[], false]);
    expect(await refusal(stripe.products.list({ ending_before: 'prod_none' }))).toMatchObject({
      code: 'resource_missing',
    });
    await kill();
  });

  test('a cursor can be an object that the filter excludes', async () => {
    await paySession(stand);
    const [booked, completed] = (await stand.stripe.events.list({ limit: 2 })).data;
    const list = async (params: Stripe.EventListParams) => {
      const page = await stand.stripe.events.list(params);
      return [page.data.map(({ type }) => type), page.has_more];
    };
    const types = ['charge.updated', 'charge.succeeded', 'payment_intent.succeeded'];
    const older = await list({ types, limit: 1, starting_after: completed!.id });
    expect(older).toEqual([['charge.succeeded'], true]);
    expect(await list({ types, ending_before: completed!.id })).toEqual([['charge.updated'], false]);
    const created = { gte: booked!.created + 1 };
    expect(await list({ created, starting_after: booked!.id })).toEqual([[], false]);
  });
});

describe('refunds', () => {
  test('partial refunds never exceed the captured amount', async () => {
    const paid = await paySession(stand);
    const payment_intent = String(paid.payment_intent);
    const first = await stand.stripe.refunds.create({ payment_intent, amount: 500 });
    expect(first).toMatchObject({ status: 'succeeded', amount: 500 });
    expect(await refusal(stand.stripe.refunds.create({ payment_intent, amount: 1501 }))).toMatchObject({
      statusCode: 400,
      param: 'amount',
    });
    const rest = await stand.stripe.refunds.create({ payment_intent, reason: 'duplicate' });
    expect(rest).toMatchObject({ amount: 1500, reason: 'duplicate' });
    expect(await refusal(stand.stripe.refunds.create({ payment_intent }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    const charge = await stand.stripe.charges.retrieve(String(first.charge));
    expect(charge).toMatchObject({ amount_refunded: 2000, refunded: true });
  });

  test('a refund can fail later, which makes its amount refundable again', async () => {
    stand.sandbox.faults.set({ failRefundsAfterMs: 0 });
    const paid = await paySession(stand);
    const { id, charge } = await stand.stripe.refunds.create({ payment_intent: String(paid.payment_intent) });
    await expect.poll(async () => (await stand.stripe.refunds.retrieve(id)).status).toBe('failed');
    expect(await stand.stripe.charges.retrieve(String(charge))).toMatchObject({ amount_refunded: 0 });
    const events = await stand.stripe.events.list({ types: ['refund.failed'], limit: 1 });
    expect(events.data.map((one) => (one.data.object as Stripe.Refund).id)).toEqual([id]);
  });

  test.each([
    ['holdRefunds is set to false', () => stand.sandbox.faults.set({ holdRefunds: false })],
    ['the faults are cleared', () => stand.sandbox.faults.clear()],
  ])('a held refund fails as soon as %s', async (_, release) => {
    stand.sandbox.faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
    const payment_intent = String((await paySession(stand)).payment_intent);
    const { id } = await stand.stripe.refunds.create({ payment_intent });
    const statusOf = async () => (await stand.stripe.refunds.retrieve(id)).status;
    expect(await statusOf()).toBe('succeeded');
    release();
    expect(await statusOf()).toBe('failed');
  });
});

describe('catalog', () => {
  test('metadata is merged, and a new price becomes the default', async () => {
    const metadata = { team_size: '1', old: 'x' };
    const { id: product } = await stand.stripe.products.create({ name: 'Pass', metadata });
    const price = await stand.stripe.prices.create({ product, currency: 'usd', unit_amount: 9900 });
    expect(price.unit_amount_decimal?.toString()).toBe('9900');
    const changes = { default_price: price.id, metadata: { old: '', enabled: 'true' } };
    expect(await stand.stripe.products.update(product, changes)).toMatchObject({
      default_price: price.id,
      metadata: { team_size: '1', enabled: 'true' },
    });
  });

  test('promotion codes ignore case, coupons can be deleted', async () => {
    const coupon = await stand.stripe.coupons.create({ id: 'TEN', percent_off: 10, name: 'Ten' });
    const code = await stand.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'SPRING',
    });
    const found = await stand.stripe.promotionCodes.list({
      code: 'spring',
      expand: ['data.promotion.coupon'],
    });
    expect(found.data.map((one) => [one.id, one.promotion.coupon])).toEqual([
      [code.id, expect.objectContaining({ id: 'TEN', percent_off: 10 })],
    ]);
    expect(await stand.stripe.coupons.del('TEN')).toEqual({ id: 'TEN', object: 'coupon', deleted: true });
    expect(await refusal(stand.stripe.coupons.retrieve('TEN'))).toMatchObject({ statusCode: 404 });
  });
});
