import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalogue } from '#sandbox/demo-catalogue.ts';
import { checkout } from '#test/factories.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { refreshCatalog } from './mirror.ts';

let world: World;
let staff: Visitor;
let stripe: Stripe;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
  const { hostname, port } = new URL(world.sandbox.url);
  stripe = new Stripe('sk_test_world', { host: hostname, port, protocol: 'http', telemetry: false });
  await seedCatalogue(world.sandbox.url, 'sk_test_world', content.packages);
  await seedCatalogue(world.sandbox.url, 'sk_test_world', content.packages);
});
beforeEach(async () => {
  world.sandbox.stripe.faults.clear();
  await refreshCatalog(world.context());
});
afterAll(() => world.stop());

async function productOf(pricing = 'early_bird') {
  const products = await (await staff.get('/api/admin/stripe-products')).json();
  return products.find(
    ({ metadata }: { metadata: Record<string, string> }) =>
      metadata.event_type === 'conference' &&
      metadata.team_size === 'individual' &&
      metadata.pricing_type === pricing,
  );
}

async function buy(changes: Record<string, unknown> = {}) {
  const response = await world.visitor().post('/api/create-checkout-session', checkout(changes));
  return { status: response.status, body: await response.json() };
}

async function setPrice(productId: string, amount: number) {
  const price = await stripe.prices.create({ product: productId, currency: 'usd', unit_amount: amount });
  await stripe.products.update(productId, { default_price: price.id });
}

test('the account has a product for each package and pricing, once, and nothing drifts', async () => {
  const products = await (await staff.get('/api/admin/stripe-products')).json();
  expect(products).toHaveLength(content.packages.length * 2);
  expect(await productOf()).toMatchObject({ active: true, defaultPrice: { amount: 20_00, currency: 'usd' } });
  const validation = await (await staff.get('/api/admin/product-mappings/validate')).json();
  expect([validation.invalid, validation.drift, validation.valid.length]).toEqual([[], [], products.length]);
  const mappings = await (await staff.get('/api/admin/product-mappings')).json();
  expect(mappings).toContainEqual(
    expect.objectContaining({
      teamSize: 'group-10',
      pricing: 'early-bird',
      eventType: 'conference',
      amount: 200_00,
    }),
  );
});

describe('a price that is changed at Stripe', () => {
  test('is what is charged, once its message has come; the old one is refused and charges nothing', async () => {
    const product = await productOf();
    await setPrice(product.id, 25_00);
    await vi.waitFor(async () => expect((await buy()).body.code).toBe('price_changed'), 10_000);
    const { status, body } = await buy({ amount: 25, finalAmount: 25 });
    expect(status).toBe(200);
    const session = (await stripe.checkout.sessions.list({ limit: 1 })).data[0]!;
    expect(session.amount_total).toBe(25_00);
    await world.pay(body.url);
    const page = await (await world.visitor().get('/register')).text();
    expect(page).toContain('"boot"');
    const { drift, invalid } = await (await staff.get('/api/admin/product-mappings/validate')).json();
    expect([drift, invalid]).toEqual([
      [],
      [
        {
          productId: product.id,
          error: "The content says $20.00, the provider $25.00; the provider's price is charged.",
        },
      ],
    ]);
    await setPrice(product.id, 20_00);
    await refreshCatalog(world.context());
    expect((await buy()).status).toBe(200);
  });
});

describe('a product that is switched off', () => {
  test('is not sold, and is sold again when it is on', async () => {
    const product = await productOf();
    const off = await staff.post(`/api/admin/stripe-products/${product.id}/toggle`, { active: false });
    expect([off.status, (await off.json()).active]).toEqual([200, false]);
    expect((await buy()).body).toMatchObject({ code: 'package_not_offered' });
    expect((await buy({ amount: 200, finalAmount: 200, attendeeCount: 10 })).status).toBe(200);
    await staff.post(`/api/admin/stripe-products/${product.id}/toggle`, { active: true });
    expect((await buy()).status).toBe(200);
  });

  test('by its metadata likewise, which is written as texts', async () => {
    const product = await productOf();
    const configure = (metadata: Record<string, unknown>) =>
      staff.post(`/api/admin/stripe-products/${product.id}/metadata`, { metadata });
    const answer = await configure({
      event_type: 'conference',
      pricing_type: 'early_bird',
      team_size: '1',
      enabled: false,
    });
    expect((await answer.json()).metadata).toEqual({
      event_type: 'conference',
      pricing_type: 'early_bird',
      team_size: 'individual',
      enabled: 'false',
    });
    expect((await buy()).body.code).toBe('package_not_offered');
    const wrong = await configure({
      event_type: 'party',
      pricing_type: 'early',
      team_size: 7,
      enabled: 'maybe',
    });
    expect([wrong.status, Object.keys((await wrong.json()).fields)]).toEqual([
      400,
      ['metadata.event_type', 'metadata.pricing_type', 'metadata.team_size', 'metadata.enabled'],
    ]);
    await configure({ event_type: 'conference', pricing_type: 'early_bird', team_size: '1', enabled: true });
    expect((await buy()).status).toBe(200);
  });
});

test('a pricing test says what a buyer would be charged', async () => {
  const ask = async (body: unknown) => {
    const response = await staff.post('/api/admin/test-pricing', body);
    return { status: response.status, body: await response.json() };
  };
  const product = await productOf();
  const { body } = await ask({ eventType: 'conference', teamMemberCount: 1 });
  expect(body).toMatchObject({
    mapping: { productId: product.id },
    baseAmount: 20_00,
    discountAmount: 0,
    finalAmount: 20_00,
  });
  expect(body.priceId).toMatch(/^price_/);
  expect((await ask({ eventType: 'conference', teamMemberCount: 7 })).body.message).toBe(
    'No product is mapped for a team of 7.',
  );
  expect((await ask({ eventType: 'conference', teamMemberCount: 21 })).status).toBe(400);
  expect((await ask({ eventType: 'conference', teamMemberCount: 1, couponId: 'NOBODY' })).body.code).toBe(
    'coupon_unknown',
  );
});

test('while Stripe is away the desk says so, and the sale goes on from the mirror', async () => {
  world.sandbox.stripe.faults.set({
    failNext: { method: 'GET', path: '/v1/products', when: 'before', kind: '500', times: 9 },
  });
  const response = await staff.get('/api/admin/stripe-products');
  expect([response.status, (await response.json()).message]).toEqual([
    503,
    'Stripe gives no answer just now. Nothing was changed; please try again in a minute.',
  ]);
  expect((await buy()).status).toBe(200);
});
