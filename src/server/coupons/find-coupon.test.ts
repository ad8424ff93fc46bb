import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { answerOf } from '#test/visitor.ts';
import { createWorld, stopClock, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { providerCoupons, providerPromotionCodes } from '../db/tables.ts';
import { findCoupon } from './find-coupon.ts';
import { keepCode, keepCoupon, refreshCoupons } from './stripe-coupons.ts';

let world: World;
beforeAll(async () => {
  // No webhooks, so the site must ask.
  world = await createWorld({ webhooks: false });
});
afterEach(() => world.sandbox.stripe.faults.clear());
afterAll(() => world.stop());

const validate = (code: string, address?: string) =>
  answerOf(
    world.visitor(address).post('/api/coupons/validate', { code, eventType: 'conference', attendeeCount: 1 }),
  );

function failNext(path: string) {
  world.sandbox.stripe.faults.set({
    failNext: { method: 'GET', path, when: 'before', kind: '500', times: 9 },
  });
}

describe("a code that the mirror doesn't know", () => {
  test('is looked up at the provider once and cached from then on', async () => {
    await world.stripe.coupons.create({ id: 'Fresh-1', percent_off: 12.5, duration: 'once', name: 'Fresh' });
    const first = await validate('Fresh-1', '203.0.113.1');
    expect(first.body).toMatchObject({
      valid: true,
      discountAmount: 2_50,
      finalAmount: 17_50,
      coupon: { code: 'Fresh-1', description: 'Fresh', discountType: 'percentage', discountValue: 12.5 },
    });
    failNext('/v1/coupons/Fresh-1');
    expect((await validate(' FRE\u200bSH-1\u00ad', '203.0.113.1')).body).toMatchObject({
      valid: true,
      finalAmount: 17_50,
    });
  });

  test('is a coupon again if the promotion code of the same name has ended', async () => {
    const { db } = world.database;
    const coupon = await world.stripe.coupons.create({ percent_off: 10, duration: 'once' });
    const code = await world.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'Half',
    });
    const type = async () => (await validate('HALF', '203.0.113.21')).body;
    expect(await type()).toMatchObject({ valid: true, finalAmount: 18_00 });
    await keepCode(db, { ...code, active: false }, new Date());
    expect(await type()).toMatchObject({ valid: false, message: 'This coupon is no longer active.' });
    await keepCoupon(
      db,
      await world.stripe.coupons.create({ id: 'HALF', percent_off: 50, duration: 'once' }),
      new Date(),
    );
    expect(await type()).toMatchObject({ valid: true, finalAmount: 10_00 });
  });

  test('is not the coupon of an ended promotion code of the same name', async () => {
    const coupon = await world.stripe.coupons.create({ id: 'ONCE', percent_off: 10, duration: 'once' });
    const code = await world.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'ONCE',
    });
    await keepCoupon(world.database.db, coupon, new Date());
    await keepCode(world.database.db, { ...code, active: false }, new Date());
    expect((await validate('ONCE', '203.0.113.22')).body).toMatchObject({
      valid: false,
      message: 'This coupon is no longer active.',
    });
  });

  test('is refused once its coupon has ended at the provider, even if the promotion code has not', async () => {
    const coupon = await world.stripe.coupons.create({ percent_off: 10, duration: 'once' });
    const code = await world.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'Outlived',
    });
    await keepCoupon(world.database.db, { ...coupon, valid: false }, new Date());
    await keepCode(world.database.db, code, new Date());
    expect((await validate('OUTLIVED', '203.0.113.23')).body).toMatchObject({
      ...{ valid: false, message: 'This coupon is no longer active.' },
    });
  });

  test("may be a promotion code, in any case, with its coupon's products", async () => {
    const { stripe } = world;
    const product = await stripe.products.create({ name: 'Mug' });
    const mug = await stripe.coupons.create({
      amount_off: 100,
      currency: 'usd',
      applies_to: { products: [product.id] },
    });
    const all = await stripe.coupons.create({ amount_off: 100, currency: 'usd' });
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: mug.id }, code: 'MUGS' });
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: all.id }, code: 'Welcome' });
    expect((await validate('welcome', '203.0.113.2')).body).toMatchObject({
      valid: true,
      finalAmount: 19_00,
    });
    expect((await validate('mugs', '203.0.113.2')).body).toMatchObject({
      valid: false,
      message: 'This coupon does not apply to this package.',
    });
  });

  test('in another currency is unknown, because its amount isn’t in dollars', async () => {
    const coupon = await world.stripe.coupons.create({ amount_off: 500, currency: 'usd', id: 'EUROS' });
    await keepCoupon(world.database.db, { ...coupon, currency: 'eur' }, new Date());
    expect((await validate('EUROS', '203.0.113.24')).body).toMatchObject({
      ...{ valid: false, message: 'This coupon code is not valid.' },
    });
  });

  test('is also looked up in capitals, as the field shows it', async () => {
    await world.stripe.coupons.create({ id: 'FRESH10', percent_off: 10, duration: 'once' });
    expect((await validate('fresh10', '203.0.113.29')).body).toMatchObject({
      valid: true,
      finalAmount: 18_00,
      coupon: { code: 'FRESH10' },
    });
  });

  test("is unknown if the provider doesn't know it", async () => {
    expect((await validate('NOBODY', '203.0.113.3')).body).toMatchObject({
      valid: false,
      message: 'This coupon code is not valid.',
    });
  });

  test('cannot be checked while the provider is down, and no verdict is given', async () => {
    await world.stripe.coupons.create({ id: 'AWAY', percent_off: 10 });
    failNext('/v1/coupons/AWAY');
    const { status, body } = await validate('AWAY', '203.0.113.4');
    expect([status, body.code, body.message]).toEqual([
      503,
      'coupon_unchecked',
      'We cannot check this code right now. Please try again in a minute, or continue without it.',
    ]);
    const order = { eventType: 'conference', teamMemberCount: 1, couponId: 'AWAY' };
    const tested = await (await world.staff()).post('/api/admin/test-pricing', order);
    expect([tested.status, (await tested.json()).code]).toEqual([503, 'coupon_unchecked']);
    world.sandbox.stripe.faults.clear();
    expect((await validate('AWAY', '203.0.113.4')).body.valid).toBe(true);
  });
});

describe('the mirror', () => {
  test('ignores stale provider data after a coupon was deleted', async () => {
    const coupon = await world.stripe.coupons.create({ id: 'GONE', percent_off: 10 });
    await keepCoupon(world.database.db, coupon, new Date());
    const staff = await world.staff();
    const before = new Date();
    expect((await staff.request('/api/admin/stripe-coupons/GONE', { method: 'DELETE' })).status).toBe(200);
    await keepCoupon(world.database.db, coupon, before);
    expect((await validate('GONE', '203.0.113.5')).body).toMatchObject({
      valid: false,
      message: 'This coupon is no longer active.',
    });
  });

  test('keeps a coupon that is newer than the list being read', async () => {
    const coupon = await world.stripe.coupons.create({ id: 'NEWER', percent_off: 10 });
    await keepCoupon(world.database.db, coupon, new Date(Date.now() + 60_000));
    await world.stripe.coupons.del('NEWER');
    await refreshCoupons(world.context());
    const [row] = await world.database.db
      .select()
      .from(providerCoupons)
      .where(eq(providerCoupons.id, 'NEWER'));
    expect(row!.valid).toBe(true);
  });

  test('is refreshed one coupon at a time, so that no order waits for all of them', async () => {
    const { db, pool } = world.database;
    await world.stripe.coupons.create({ id: 'SECOND', percent_off: 10 });
    await world.stripe.coupons.create({ id: 'FIRST', percent_off: 10 });
    await refreshCoupons(world.context());
    const lock = (id: string) => `SELECT FROM provider_coupons WHERE id = '${id}' FOR UPDATE NOWAIT`;
    let refreshed: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(lock('SECOND'));
      refreshed = refreshCoupons(world.context());
      await eventuallyWaiting(pool, 1);
      await pool.query(lock('FIRST'));
    });
    await refreshed;
  });

  test.each([
    ['for everybody', {}, true, null],
    [
      'with a minimum',
      { restrictions: { minimum_amount: 15_00, minimum_amount_currency: 'usd' } },
      true,
      15_00,
    ],
    [
      'with a minimum in other money',
      { restrictions: { minimum_amount: 1, minimum_amount_currency: 'eur' } },
      false,
      1,
    ],
    ['for first purchases', { restrictions: { first_time_transaction: true } }, false, null],
    ['for one customer', { customer: 'cus_1' }, false, null],
    ['for one account', { customer_account: 'acct_1' }, false, null],
  ])('stores a promotion code %s; usable: %j', async (_what, changes, active, minimumAmount) => {
    const { stripe } = world;
    const coupon = await stripe.coupons.create({ percent_off: 10 });
    const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } });
    const restricted = {
      ...code,
      ...changes,
      restrictions: { ...code.restrictions, ...('restrictions' in changes && changes.restrictions) },
    } as Stripe.PromotionCode;
    await keepCode(world.database.db, restricted, new Date());
    const [row] = await world.database.db
      .select()
      .from(providerPromotionCodes)
      .where(eq(providerPromotionCodes.id, code.id));
    expect([row!.active, row!.minimumAmount]).toEqual([active, minimumAmount]);
  });
});

test('after twenty unknown codes a minute an address is refused before the provider is asked', async () => {
  const responses: string[] = [];
  // The calls that only check have their own limit, so these bypass them.
  const ctx = { ...world.context(), ipAddress: '203.0.113.9', protocolNow: stopClock() };
  for (let index = 0; index < 21; index += 1) {
    responses.push(await findCoupon(ctx, `GUESS-${index}`).then(String, (error) => error.code));
  }
  expect(responses).toEqual([...Array(20).fill('null'), 'too_many_requests']);
});
