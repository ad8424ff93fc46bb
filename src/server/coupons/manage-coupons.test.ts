import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { coupons, paymentAttempts, providerCoupons, providerPromotionCodes } from '../db/tables.ts';
import { reconcilePayments } from '../payments/reconcile.ts';
import { refreshCoupons } from './stripe-coupons.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld({ webhooks: false });
  staff = await world.staff();
});
afterAll(() => world.stop());

const form = {
  code: 'spring10',
  description: 'Ten off',
  discountType: 'percentage',
  discountValue: 10,
  minOrderAmount: null,
  maxDiscount: null,
  usageLimit: 100,
  eventTypes: ['conference'],
  validUntil: null,
};

const post = (path: string, body: unknown, who = staff) => answerOf(who.post(path, body));

/** From its own address, so that no limit applies. */
const buy = (couponCode: string, finalAmount: number) =>
  post('/api/create-checkout-session', checkout({ couponCode, finalAmount }), world.visitor());

describe('local coupons', () => {
  test('are created, listed, switched off and on, by the coupon administrator only', async () => {
    const made = await post('/api/admin/coupons', form);
    expect([made.status, made.body]).toMatchObject([
      200,
      { code: 'SPRING10', usageCount: 0, isActive: true },
    ]);
    const again = await post('/api/admin/coupons', { ...form, code: ' SPRING10 ' });
    expect([again.status, again.body.error]).toEqual([409, 'A coupon with this code already exists.']);
    expect((await buy('spring10', 18)).status).toBe(200);
    expect((await post(`/api/admin/coupons/${made.body.id}/toggle`, { active: false })).body.isActive).toBe(
      false,
    );
    expect((await buy('spring10', 18)).body.code).toBe('coupon_inactive');
    await post(`/api/admin/coupons/${made.body.id}/toggle`, { active: true });
    const [listed] = await (await staff.get('/api/admin/coupons')).json();
    expect(listed).toMatchObject({ code: 'SPRING10', heldCount: 1 });
    const other = await world.staff('maria.lopez@example.org');
    expect((await other.get('/api/admin/coupons')).status).toBe(403);
  });

  test('with a maximum discount of 0 have no maximum', async () => {
    const made = await post('/api/admin/coupons', { ...form, code: 'ZERO', maxDiscount: 0 });
    expect([made.status, made.body.maxDiscount]).toEqual([200, null]);
    expect((await buy('ZERO', 18)).status).toBe(200);
  });

  test.each([
    [{ code: 'ab' }, { code: 'Code must be at least 3 characters' }],
    [{ description: ' ' }, { description: 'Description is required' }],
    [{ discountValue: 0 }, { discountValue: 'Discount value must be greater than 0' }],
    [{ discountValue: 101 }, { discountValue: 'Percentage must be from 1 to 100' }],
    [{ eventTypes: [] }, { eventTypes: 'At least one event type required' }],
    [{ usageLimit: 0 }, { usageLimit: 'Usage limit must be at least 1' }],
    [{ discountValue: undefined }, { discountValue: 'Discount value must be greater than 0' }],
    [{ discountValue: 12.5 }, { discountValue: 'Enter a whole percentage, or an amount such as 12.50' }],
    [{ minOrderAmount: 0.5 }, { minOrderAmount: 'Enter an amount such as 12.50' }],
    [{ minOrderAmount: -1 }, { minOrderAmount: 'Minimum order amount must be at least 0' }],
    [{ maxDiscount: 0.5 }, { maxDiscount: 'Enter an amount such as 12.50' }],
    [{ usageLimit: 1.5 }, { usageLimit: 'Enter a whole number' }],
  ])('%j is refused with a sentence', async (changes, fields) => {
    const { status, body } = await post('/api/admin/coupons', { ...form, code: 'OTHER', ...changes });
    expect([status, body.fields]).toEqual([400, fields]);
  });

  test.each(['SAVE\u200b20', 'SAVE\u00ad20', '\u0405AVE20', 'SAVE 20'])(
    'the code %j is refused, because buyers could not type it',
    async (code) => {
      const { status, body } = await post('/api/admin/coupons', { ...form, code });
      expect([status, body.fields]).toEqual([
        400,
        {
          code: 'Code may contain only letters A to Z, digits and symbols such as -, with no spaces or invisible characters',
        },
      ]);
    },
  );
});

describe('the card provider’s coupons', () => {
  test('are created once, although a response is lost and staff try again', async () => {
    const { faults } = world.sandbox.stripe;
    const lost = { ...{ name: 'Once', percent_off: 10, duration: 'once' }, requestId: randomUUID() };
    const failNext = { method: 'POST', path: '/v1/coupons', when: 'after', kind: 'drop', times: 2 } as const;
    faults.set({ failNext });
    expect((await post('/api/admin/stripe-coupons', lost)).body.code).toBe('stripe_away');
    faults.clear();
    const [again, other] = [
      await post('/api/admin/stripe-coupons', lost),
      await post('/api/admin/stripe-coupons', { ...lost, percent_off: 20 }),
    ];
    const { data } = await world.stripe.coupons.list();
    expect(data.map((one) => [one.id, one.percent_off]).toSorted()).toEqual(
      [
        [again.body.id, 10],
        [other.body.id, 20],
      ].toSorted(),
    );
    for (const { id } of data) await world.stripe.coupons.del(id);
  });

  test('are created, listed with our uses, honored at checkout, and deleted', async () => {
    const made = await post('/api/admin/stripe-coupons', {
      name: 'Half',
      percent_off: 50,
      duration: 'once',
      id: 'HALF',
      metadata: { campaign: 'Schools', source: 'elsewhere' },
    });
    expect([made.status, made.body]).toMatchObject([200, { id: 'HALF', percent_off: 50 }]);
    const metadata = { campaign: 'Schools', source: 'admin', created_via: 'admin_dashboard' };
    expect(made.body.metadata).toEqual(metadata);
    const started = await buy('half', 10);
    expect(started.status).toBe(200);
    const session = (await world.stripe.checkout.sessions.list({ limit: 1 })).data[0]!;
    expect([session.amount_total, session.metadata!.coupon_code]).toEqual([10_00, 'HALF']);
    await world.pay(started.body.url);
    await world.visitor().get(`/api/registrations/${started.body.transactionId}`);
    const listed = await (await staff.get('/api/admin/stripe-coupons')).json();
    expect(listed).toMatchObject([{ id: 'HALF', times_redeemed: 1 }]);
    const gone = await staff.request('/api/admin/stripe-coupons/HALF', { method: 'DELETE' });
    expect(gone.status).toBe(200);
    expect((await buy('HALF', 10)).body.code).toBe('coupon_inactive');
  });

  test('are deleted, although the response is lost, and nobody can use them anymore', async () => {
    await post('/api/admin/stripe-coupons', { name: 'Lost', percent_off: 50, duration: 'once', id: 'LOST' });
    const { faults } = world.sandbox.stripe;
    const dropWebhooks = 'all';
    const path = '/v1/coupons/*';
    faults.set({ dropWebhooks, failNext: { method: 'DELETE', path, when: 'after', kind: 'drop', times: 1 } });
    const remove = () => staff.request('/api/admin/stripe-coupons/LOST', { method: 'DELETE' });
    expect((await remove()).status).toBe(200);
    faults.clear();
    expect((await buy('LOST', 10)).body.code).toBe('coupon_inactive');
    expect((await remove()).status).toBe(200);
    const unknown = await staff.request('/api/admin/stripe-coupons/NEVER', { method: 'DELETE' });
    expect((await unknown.json()).code).toBe('stripe_refused');
  });

  test.each([
    [{}, 'percent_off', 'Enter either a percentage or an amount'],
    [{ percent_off: 10, amount_off: 100 }, 'percent_off', 'Enter either a percentage or an amount'],
    [{ percent_off: 101 }, 'percent_off', 'Percent off must be a whole number from 1 to 100'],
    [{ percent_off: 10, duration: 'repeating' }, 'duration_in_months', 'Enter a number of months'],
    [{ percent_off: 10, name: '' }, 'name', 'Display name is required'],
    [{ percent_off: 10, duration_in_months: 121 }, 'duration_in_months', 'At most 120 months'],
    [{ amount_off: 0.5 }, 'amount_off', 'Enter an amount such as 12.50'],
    [{ percent_off: 10, max_redemptions: 1.5 }, 'max_redemptions', 'Enter a whole number'],
    [
      { percent_off: 10, max_redemptions: 1_000_001 },
      'max_redemptions',
      'At most 1,000,000 redemptions, or leave it blank',
    ],
    [
      { percent_off: 10, redeem_by: 253_402_300_799 },
      'redeem_by',
      'Choose an earlier day, or leave it blank',
    ],
  ])('%j is refused with a sentence', async (changes, field, sentence) => {
    const { status, body } = await post('/api/admin/stripe-coupons', {
      name: 'X',
      duration: 'once',
      ...changes,
    });
    expect([status, body.fields[field]]).toEqual([400, sentence]);
  });

  test('work through promotion codes, whose own limit and minimum count too', async () => {
    const coupon = await world.stripe.coupons.create({ amount_off: 5_00, currency: 'usd', duration: 'once' });
    await world.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'FRIENDS',
      max_redemptions: 1,
    });
    await refreshCoupons(world.context());
    const setMinimum = (minimumAmount: number) =>
      world.database.db.update(providerPromotionCodes).set({ minimumAmount });
    await setMinimum(20_01);
    expect((await buy('friends', 15)).body).toMatchObject({
      code: 'coupon_below_minimum',
      message: 'This coupon requires an order of at least $20.01.',
    });
    await setMinimum(20_00);
    expect((await buy('friends', 15)).status).toBe(200);
    expect((await buy('friends', 15)).body.code).toBe('coupon_used_up');
    const asked = await post('/api/coupons/validate', {
      code: 'FRIENDS',
      eventType: 'conference',
      attendeeCount: 1,
    });
    expect(asked.body).toMatchObject({ valid: false });
  });

  test('that were deleted are locked once, and before the promotion codes, as by a checkout', async () => {
    const [gone, coupon] = [await createHalf(), await createHalf()];
    const code = await world.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'LATER',
    });
    await refreshCoupons(world.context());
    await world.stripe.coupons.del(gone.id);
    const { pool } = world.database;
    const client = await pool.connect();
    try {
      const lock = 'SELECT FROM provider_coupons WHERE id = $1 FOR UPDATE';
      await client.query('BEGIN');
      await client.query(lock, [gone.id]);
      const refreshed = refreshCoupons(world.context());
      await eventuallyWaiting(pool, 1);
      await client.query("SET LOCAL lock_timeout = '500ms'");
      await client.query('SELECT FROM provider_promotion_codes WHERE id = $1 FOR UPDATE', [code.id]);
      await client.query('COMMIT');
      await refreshed;
      await client.query('BEGIN');
      await client.query(lock, [gone.id]);
      await refreshCoupons(world.context());
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  const createHalf = () => world.stripe.coupons.create({ percent_off: 50, duration: 'once' });

  test('for certain products apply only to those', async () => {
    const product = await world.stripe.products.create({ name: 'Mug' });
    await world.stripe.coupons.create({
      id: 'MUG',
      percent_off: 10,
      duration: 'once',
      applies_to: { products: [product.id] },
    });
    await refreshCoupons(world.context());
    expect((await buy('MUG', 18)).body.code).toBe('coupon_wrong_event_type');
  });

  test("with a limit of ten are held by ten of thirty concurrent buyers, and released when they don't pay", async () => {
    const ten = { id: 'TEN', percent_off: 12.5, duration: 'once', max_redemptions: 10 } as const;
    await world.stripe.coupons.create(ten);
    await refreshCoupons(world.context());
    const responses = await Promise.all(Array.from({ length: 30 }, () => buy('TEN', 17.5)));
    expect(responses.filter((one) => one.status === 200)).toHaveLength(10);
    expect(new Set(responses.filter((one) => one.status !== 200).map((one) => one.body.code))).toEqual(
      new Set(['coupon_used_up']),
    );
    const held = async () =>
      (await world.database.db.select().from(providerCoupons).where(eq(providerCoupons.id, 'TEN')))[0]!;
    expect(await held()).toMatchObject({ heldCount: 10, usageCount: 0 });
    await world.database.db.update(paymentAttempts).set({ holdUntil: new Date(0) });
    await reconcilePayments(world.context());
    expect(await held()).toMatchObject({ heldCount: 0, usageCount: 0 });
    expect((await world.database.db.select().from(coupons))[0]).toMatchObject({ heldCount: 0 });
  });
});
