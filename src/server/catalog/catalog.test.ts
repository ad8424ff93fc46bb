import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import type { ProductMapping } from '#contract/catalog.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { auditRows } from '#test/audit-rows.ts';
import { eventually } from '#test/eventually.ts';
import { checkout } from '#test/factories.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, EARLY_BIRD, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { catalogProducts, orders } from '../db/tables.ts';
import { refreshCatalog } from './mirror.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
  await seedCatalog(world.sandbox.url, 'sk_test_world', content.packages);
  await seedCatalog(world.sandbox.url, 'sk_test_world', content.packages);
});
beforeEach(async () => {
  world.sandbox.stripe.faults.clear();
  await refreshCatalog(world.context());
});
afterAll(() => world.stop());

async function productOf() {
  const products = await (await staff.get('/api/admin/stripe-products')).json();
  return products.find(
    ({ metadata }: { metadata: Record<string, string> }) =>
      metadata.event_type === 'conference' &&
      metadata.team_size === 'individual' &&
      metadata.pricing_type === 'early_bird',
  );
}

const buy = (changes: Record<string, unknown> = {}) =>
  answerOf(world.visitor().post('/api/create-checkout-session', checkout(changes)));

async function setPrice(productId: string, amount: number) {
  const { stripe } = world;
  const price = await stripe.prices.create({ product: productId, currency: 'usd', unit_amount: amount });
  await stripe.products.update(productId, { default_price: price.id });
  return price;
}

async function validate() {
  return (await staff.get('/api/admin/product-mappings/validate')).json();
}

async function audited(action: string): Promise<Record<string, unknown>[]> {
  return (await auditRows(world, { action })).map((one) => one.details as Record<string, unknown>);
}

/** What the pages show, and what search engines read about the single ticket on the landing page. */
async function readPages() {
  // Staff get freshly rendered pages, not cached ones.
  const form = await (await staff.get('/register')).text();
  const landing = await (await staff.get('/')).text();
  const { offers } = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(landing)![1]!);
  const { price, availability } = offers[0];
  return {
    listings: JSON.parse(/<script id="boot"[^>]*>(.*?)<\/script>/s.exec(form)![1]!).listings,
    offer: [price, availability.replace('https://schema.org/', '')],
  };
}

test('the account has one product per package and pricing, listed in the packages’ order, and nothing drifts', async () => {
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
  const rows = mappings.map(({ eventType, teamSize, pricing }: ProductMapping) => [
    eventType,
    teamSize,
    pricing,
  ]);
  expect(rows.slice(0, 5)).toEqual([
    ['conference', 'individual', 'early-bird'],
    ['conference', 'individual', 'regular'],
    ['conference', 'group-10', 'early-bird'],
    ['conference', 'group-10', 'regular'],
    ['trainer', 'individual', 'early-bird'],
  ]);
});

describe('a price changed at Stripe', () => {
  test('is charged as soon as its webhook arrives, and the old price is refused', async () => {
    const product = await productOf();
    // The second change is long after the startup read of the catalog.
    await setPrice(product.id, 24_00);
    await eventually(async () => expect((await buy()).body.code).toBe('price_changed'));
    const { id: priceId } = await setPrice(product.id, 25_00);
    const dear = { amount: 24, finalAmount: 24 };
    await eventually(async () => expect((await buy(dear)).body.code).toBe('price_changed'));
    const { status, body } = await buy({ amount: 25, finalAmount: 25 });
    expect(status).toBe(200);
    const session = (await world.stripe.checkout.sessions.list({ limit: 1 })).data[0]!;
    expect(session.amount_total).toBe(25_00);
    await world.pay(body.url);
    const charged = { totalAmount: 25_00, stripeProductId: product.id, stripePriceId: priceId };
    await eventually(async () => {
      const id = Number(session.metadata!.order_id);
      const [order] = await world.dependencies.db.select().from(orders).where(eq(orders.id, id));
      expect(order).toMatchObject({ ...charged, paymentStatus: 'completed' });
    });
    await setPrice(product.id, 20_00);
    await refreshCatalog(world.context());
    expect((await buy()).status).toBe(200);
  });

  test('is shown on every page', async () => {
    const product = await productOf();
    const { id: priceId } = await setPrice(product.id, 25_50);
    await refreshCatalog(world.context());
    const listing = { productId: product.id, priceId, amount: 25_50, isOffered: true };
    const place = { eventType: 'conference', size: 'individual', pricing: 'early_bird' };
    expect(await readPages()).toEqual({ listings: [{ ...listing, ...place }], offer: ['25.50', 'InStock'] });
    const packages = await (await world.visitor().get('/api/packages')).json();
    expect(packages).toHaveLength(content.packages.length);
    expect(packages[0]).toMatchObject({ earlyBirdPrice: 25_50, listings: { early_bird: listing } });
    await setPrice(product.id, 20_00);
    await refreshCatalog(world.context());
    expect(await readPages()).toEqual({ listings: [], offer: ['20.00', 'InStock'] });
  });

  test('is reported as differing from the content', async () => {
    const product = await productOf();
    await setPrice(product.id, 25_50);
    const { valid, ...rest } = await validate();
    expect(valid).toContainEqual(expect.objectContaining({ productId: product.id, amount: 25_50 }));
    expect(rest).toEqual({
      invalid: [],
      summary: `${content.packages.length * 2} valid, 0 invalid, 1 to review.`,
      drift: [
        {
          productId: product.id,
          error: 'The site’s own price is $20.00, the provider’s is $25.50; the provider’s price is charged.',
        },
      ],
    });
    await setPrice(product.id, 20_00);
  });
});

test('a coupon for a package’s product applies to that package', async () => {
  const { id } = await productOf();
  await world.stripe.coupons.create({
    ...{ id: 'ONLYTHIS', amount_off: 200, currency: 'usd', duration: 'once' },
    applies_to: { products: [id] },
  });
  const asked = { code: 'ONLYTHIS', eventType: 'conference', attendeeCount: 1 };
  const { body } = await answerOf(world.visitor().post('/api/coupons/validate', asked));
  expect(body).toMatchObject({ valid: true, finalAmount: 18_00 });
  expect((await buy({ couponCode: 'ONLYTHIS', finalAmount: 18 })).status).toBe(200);
});

test('a product with invalid metadata is reported and not used', async () => {
  const product = await productOf();
  await world.stripe.products.update(product.id, { metadata: { team_size: 'huge' } });
  const { valid, invalid, drift } = await validate();
  expect(valid).toHaveLength(content.packages.length * 2 - 1);
  expect(invalid).toEqual([
    {
      productId: product.id,
      error: "The metadata team_size is 'huge', which is not one of individual, small_group, large_group.",
    },
  ]);
  expect(drift).toEqual([
    {
      productId: null,
      error: 'No product is mapped for Conference, 1 person, early bird; the site’s own price is charged.',
    },
  ]);
  expect((await buy()).status).toBe(200);
  await world.stripe.products.update(product.id, { metadata: { team_size: 'individual' } });
});

test('a second product for the same package is reported as invalid', async () => {
  const product = await productOf();
  const { id } = await world.stripe.products.create({
    name: 'Conference again',
    metadata: product.metadata,
    default_price_data: { currency: 'usd', unit_amount: 30_00 },
  });
  const { valid, invalid } = await validate();
  expect(invalid).toEqual([
    { productId: id, error: `${product.id} is mapped to the same package and price.` },
  ]);
  expect(valid).toHaveLength(content.packages.length * 2);
  expect((await buy()).status).toBe(200);
  await world.stripe.products.update(id, { active: false });
  expect((await validate()).invalid).toEqual([]);
  await world.stripe.products.update(id, { metadata: { event_type: '', team_size: '', pricing_type: '' } });
});

test("a refresh doesn't overwrite what a later one read", async () => {
  const product = await productOf();
  const { db } = world.dependencies;
  const named = async () =>
    (await db.select().from(catalogProducts).where(eq(catalogProducts.id, product.id)))[0]!.name;
  const began = new Date(Date.now() - 60_000);
  // Retried, because a webhook of the previous test may refresh it in between.
  await eventually(async () => {
    await db.update(catalogProducts).set({ name: 'As read later' }).where(eq(catalogProducts.id, product.id));
    await refreshCatalog({ ...world.context(), protocolNow: () => began });
    expect(await named()).toBe('As read later');
  });
  const gone = eq(catalogProducts.id, 'prod_gone');
  const times = { createdAt: began, updatedAt: began, seenAt: began };
  await db.insert(catalogProducts).values({ id: 'prod_gone', name: 'Gone', active: true, ...times });
  await refreshCatalog(world.context());
  expect(await named()).toBe(product.name);
  expect(await db.select().from(catalogProducts).where(gone)).toEqual([]);
});

test('a purchase of a product that Stripe has deleted since is refused and holds nothing, and the next try succeeds', async () => {
  const { db } = world.dependencies;
  const product = await productOf();
  // Retried, because a webhook of the previous test may refresh the mirror in between.
  const checkoutId = await eventually(async () => {
    const tried = crypto.randomUUID();
    await db.update(catalogProducts).set({ id: 'prod_gone' }).where(eq(catalogProducts.id, product.id));
    const { faults } = world.sandbox.stripe;
    const list = {
      method: 'GET',
      path: '/v1/checkout/sessions',
      when: 'after',
      kind: 'slow',
      ms: 0,
    } as const;
    faults.set({ failNext: { ...list, times: 10 } });
    expect(await buy({ checkoutId: tried })).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    // Whether a page was opened after all is looked up once, because it takes a list of the account's recent ones.
    expect(faults.get().failNext).toMatchObject({ times: 9 });
    return tried;
  });
  const [order] = await db.select().from(orders).where(eq(orders.checkoutId, checkoutId));
  expect(order).toMatchObject({ stripeProductId: 'prod_gone', paymentStatus: 'cancelled', seatsHeld: false });
  // The refusal has asked for a refresh, which may still be under way.
  await eventually(async () => expect((await productOf())?.id).toBe(product.id));
  await refreshCatalog(world.context());
  expect((await buy({ checkoutId })).status).toBe(200);
});

describe('a product that is switched off', () => {
  test('is not sold until it is switched on again', async () => {
    const product = await productOf();
    const off = await staff.post(`/api/admin/stripe-products/${product.id}/toggle`, { active: false });
    expect([off.status, (await off.json()).active]).toEqual([200, false]);
    expect((await buy()).body).toMatchObject({ code: 'package_not_offered' });
    expect((await readPages()).offer).toEqual(['20.00', 'SoldOut']);
    expect(await validate()).toMatchObject({
      valid: { length: content.packages.length * 2 - 1 },
      invalid: [
        {
          productId: product.id,
          error: 'The product is turned off: no one can buy this package at the early-bird price.',
        },
      ],
      summary: expect.stringContaining(' 1 invalid, '),
    });
    expect((await readPages()).listings).toMatchObject([{ productId: product.id, isOffered: false }]);
    expect((await buy({ amount: 200, finalAmount: 200, attendeeCount: 10 })).status).toBe(200);
    await staff.post(`/api/admin/stripe-products/${product.id}/toggle`, { active: true });
    expect((await buy()).status).toBe(200);
    expect(await audited('product_toggled')).toEqual([
      { productId: product.id, active: false },
      { productId: product.id, active: true },
    ]);
  });

  test('is reported only while its pricing applies', async () => {
    const product = await productOf();
    await world.stripe.products.update(product.id, { active: false });
    world.moveClock('2025-09-15T16:00:00Z');
    const { valid, invalid, drift } = await validate();
    world.moveClock(EARLY_BIRD);
    expect([valid.length, invalid, drift]).toEqual([content.packages.length * 2, [], []]);
    expect((await validate()).invalid).toHaveLength(1);
    await world.stripe.products.update(product.id, { active: true });
  });

  test('is not sold when its metadata disables it', async () => {
    const product = await productOf();
    const configure = (metadata: Record<string, unknown>, seen?: Record<string, string>) =>
      staff.post(`/api/admin/stripe-products/${product.id}/metadata`, { metadata, seen });
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
    const sold = { event_type: 'conference', pricing_type: 'early_bird', team_size: '1', enabled: true };
    await configure(sold);
    // As in a retry after a lost response.
    const older = { ...product.metadata, enabled: 'false' };
    expect((await configure(sold, older)).status).toBe(200);
    expect((await configure({ ...sold, enabled: false }, older)).status).toBe(409);
    expect((await buy()).status).toBe(200);
    expect((await audited('product_configured')).map((one) => one.enabled)).toEqual([
      'false',
      'true',
      'true',
    ]);
  });
});

test('a pricing test says what a buyer would be charged', async () => {
  const ask = (body: unknown) => answerOf(staff.post('/api/admin/test-pricing', body));
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

test("Stripe's refusals are shown in Stripe's words", async () => {
  const response = await staff.post('/api/admin/stripe-products/prod_nobody/toggle', { active: false });
  expect([response.status, (await response.json()).message]).toEqual([400, "No such product: 'prod_nobody'"]);
});

test('while Stripe is down the desk says so, nothing is audited, and sales continue from the mirror', async () => {
  const product = await productOf();
  const before = await audited('product_toggled');
  for (const method of ['GET', 'POST'] as const) {
    const path = method === 'GET' ? '/v1/products' : `/v1/products/${product.id}`;
    const fault = { method, path, when: 'before', kind: '500', times: 9 } as const;
    world.sandbox.stripe.faults.set({ failNext: fault });
    const response = await (method === 'GET'
      ? staff.get('/api/admin/stripe-products')
      : staff.post(`/api/admin/stripe-products/${product.id}/toggle`, { active: false }));
    expect([response.status, (await response.json()).message]).toEqual([
      503,
      'Stripe is not responding right now. Please check again in a minute.',
    ]);
    if (method === 'POST') continue;
    const { drift } = await validate();
    expect(drift).toEqual([
      {
        productId: null,
        error: expect.stringMatching(
          /^The provider is not responding; its prices as of \d{4}-\d\d-\d\d at \d\d:\d\d UTC apply\.$/,
        ),
      },
    ]);
  }
  expect(await audited('product_toggled')).toEqual(before);
  expect((await buy()).status).toBe(200);
});
