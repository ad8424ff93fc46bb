import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditRows } from '#test/audit-rows.ts';
import { checkout } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, EARLY_BIRD, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { coupons, orders } from '../db/tables.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
});
beforeEach(() => world.database.db.delete(coupons));
afterAll(() => world.stop());

const form = {
  code: 'SPRING',
  description: 'Spring',
  discountType: 'percentage',
  discountValue: 10,
  usageLimit: 3,
  eventTypes: ['conference'],
  validUntil: '2025-08-01T06:00:00.000Z',
};
const kept = { description: 'Spring', usageLimit: 3, validUntil: form.validUntil, isActive: true };
const PAST =
  'This day has already passed, so no one could use the coupon. Choose a later day, or leave it blank.';
const ONE_HELD = '1 use is already taken or on hold, so the limit cannot be lower.';

async function ask(method: string, path: string, body?: unknown) {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return answerOf(staff.request(path, { method, ...(body !== undefined && json) }));
}
const create = async (code = 'SPRING') =>
  (await ask('POST', '/api/admin/coupons', { ...form, code })).body.id as number;
const find = async (id: number) => {
  const { body } = await ask('GET', '/api/admin/coupons');
  return body.find((one: { id: number }) => one.id === id);
};
const save = async (id: number, changes: object) =>
  ask('POST', `/api/admin/coupons/${id}`, {
    ...kept,
    seenUpdatedAt: (await find(id))?.updatedAt ?? EARLY_BIRD,
    ...changes,
  });

async function use(couponCode = 'spring') {
  const body = checkout({ couponCode, finalAmount: 18 });
  return answerOf(world.visitor().post('/api/create-checkout-session', body));
}

describe('an end date in the past', () => {
  test('is refused for both kinds of coupons, with a sentence', async () => {
    for (const [past, refused] of [
      [EARLY_BIRD, true],
      ['2025-07-15T16:30:00.000Z', false],
    ] as const) {
      const local = await ask('POST', '/api/admin/coupons', {
        ...form,
        validUntil: new Date(past).toISOString(),
      });
      const redeem_by = Math.floor(Date.parse(past) / 1000);
      const stripe = { name: 'Spring', percent_off: 10, duration: 'once', redeem_by };
      const atStripe = await ask('POST', '/api/admin/stripe-coupons', stripe);
      expect([local.status, local.body.fields]).toEqual(
        refused ? [400, { validUntil: PAST }] : [200, undefined],
      );
      expect([atStripe.status, atStripe.body.fields]).toEqual(
        refused ? [400, { redeem_by: PAST }] : [200, undefined],
      );
    }
  });
});

describe('a local coupon', () => {
  test('can get another limit, end and description, and be switched off', async () => {
    const id = await create();
    const changes = { description: 'Summer', usageLimit: null, validUntil: null, isActive: false };
    const { status, body } = await save(id, changes);
    expect([status, body]).toMatchObject([200, { id, code: 'SPRING', discountValue: 10, ...changes }]);
    expect((await use()).body.code).toBe('coupon_inactive');
    const [row] = await world.database.db.select().from(coupons);
    expect(row).toMatchObject(changes);
  });

  test('keeps its past end while something else changes, but cannot get another past end', async () => {
    const id = await create();
    const validUntil = new Date(EARLY_BIRD);
    await world.database.db.update(coupons).set({ validUntil });
    expect((await save(id, { validUntil: validUntil.toISOString(), description: 'Old' })).status).toBe(200);
    const moved = await save(id, { validUntil: '2025-07-01T06:00:00.000Z' });
    expect([moved.status, moved.body.fields]).toEqual([400, { validUntil: PAST }]);
  });

  test('that has ended is switched on only with a later end', async () => {
    const id = await create();
    await ask('POST', `/api/admin/coupons/${id}/end`);
    const toggled = await ask('POST', `/api/admin/coupons/${id}/toggle`, { active: true });
    expect([toggled.status, toggled.body.message]).toEqual([
      400,
      'This coupon has ended, so no one could use it. Edit it and choose a later day first.',
    ]);
    const { validUntil } = await find(id);
    const saved = await save(id, { validUntil });
    expect([saved.status, saved.body.fields]).toEqual([400, { validUntil: PAST }]);
    expect((await find(id)).isActive).toBe(false);
    expect((await save(id, {})).body.isActive).toBe(true);
  });

  test('cannot have a limit below its uses', async () => {
    const id = await create();
    await use();
    expect((await save(id, { usageLimit: 1 })).status).toBe(200);
    await save(id, { usageLimit: 2 });
    await use();
    const { status, body } = await save(id, { usageLimit: 1 });
    expect([status, body.fields]).toEqual([400, { usageLimit: ONE_HELD.replace('1 use is', '2 uses are') }]);
  });

  test('can be deleted while unused, and its code reused', async () => {
    const id = await create();
    expect(await ask('DELETE', `/api/admin/coupons/${id}`)).toEqual({ status: 200, body: { success: true } });
    expect((await use()).body.code).toBe('coupon_unknown');
    expect((await ask('DELETE', `/api/admin/coupons/${id}`)).body.code).toBe('coupon_not_found');
    expect(await create()).not.toBe(id);
  });

  test('can only be ended while a checkout holds it: that order keeps the discount, and nobody else gets it', async () => {
    const id = await create('PAID');
    const held = await use('paid');
    const refused = await ask('DELETE', `/api/admin/coupons/${id}`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This coupon has been used, so it cannot be deleted. End it instead.',
    ]);
    const ended = await ask('POST', `/api/admin/coupons/${id}/end`);
    expect(ended.body).toMatchObject({ isActive: false, heldCount: 1 });
    expect(Date.parse(ended.body.validUntil)).toBeLessThanOrEqual(world.sandbox.clock.now().getTime());
    expect((await use('paid')).body.code).toBe('coupon_inactive');
    await world.pay(held.body.url);
    const { order } = await (
      await world.visitor().get(`/api/registrations/${held.body.transactionId}`)
    ).json();
    expect(order).toMatchObject({ paymentStatus: 'completed', totalAmount: '18.00' });
    expect((await ask('DELETE', `/api/admin/coupons/${id}`)).body.code).toBe('coupon_in_use');
    const rows = await auditRows(world);
    expect(rows.map(({ action }) => action)).toContain('coupon_ended');
  });

  test('cannot be deleted once its only order is refunded, because that may fail after all', async () => {
    const id = await create('REFUNDED');
    const { body } = await use('refunded');
    await world.pay(body.url);
    const { order } = await (await world.visitor().get(`/api/registrations/${body.transactionId}`)).json();
    const refund = { refundId: crypto.randomUUID(), amount: 18_00 };
    expect((await ask('POST', `/api/admin/orders/${order.id}/refund`, refund)).status).toBe(200);
    expect(await find(id)).toMatchObject({ usageCount: 0, heldCount: 0 });
    expect((await ask('DELETE', `/api/admin/coupons/${id}`)).body.code).toBe('coupon_in_use');
    expect((await find(id)).isUsed).toBe(true);
    // Stripe's coupon may have had the same code.
    const other = await create('OTHER');
    await world.database.db
      .update(orders)
      .set({ appliedCouponCode: 'OTHER', stripeCouponId: 'OTHER' })
      .where(eq(orders.id, order.id));
    expect(await find(other)).toMatchObject({ isUsed: false });
  });

  test('cannot be deleted while a checkout is taking it', async () => {
    const id = await create();
    const { db, pool } = world.database;
    const deletion = await db.transaction(async (tx) => {
      // As a checkout does before it commits.
      await tx.update(coupons).set({ heldCount: 1 });
      const asked = ask('DELETE', `/api/admin/coupons/${id}`);
      await eventuallyWaiting(pool, 1);
      return { asked };
    });
    const { status, body } = await deletion.asked;
    expect([status, body.code]).toEqual([409, 'coupon_in_use']);
  });
});

test('a coupon that was ended since the form opened is not revived', async () => {
  const id = await create();
  const { updatedAt: seenUpdatedAt } = await find(id);
  world.moveClock('2025-07-15T17:00:00Z');
  await ask('POST', `/api/admin/coupons/${id}/end`, {});
  const { status, body } = await save(id, { description: 'Corrected', seenUpdatedAt });
  expect([status, body.code]).toEqual([409, 'changed_meanwhile']);
  expect((await find(id)).isActive).toBe(false);
  world.moveClock(EARLY_BIRD);
});

test('a save is stored once if it is repeated because its response was lost', async () => {
  const id = await create();
  const { updatedAt: seenUpdatedAt } = await find(id);
  world.moveClock('2025-07-15T17:00:00Z');
  const request = { description: 'Corrected', validUntil: '2025-09-01T05:59:59.000Z', seenUpdatedAt };
  const first = await save(id, request);
  expect(first.status).toBe(200);
  world.moveClock('2025-07-15T17:01:00Z');
  expect(await save(id, request)).toEqual(first);
  world.moveClock(EARLY_BIRD);
});

test('only the coupon administrator can change coupons', async () => {
  const id = await create();
  const other = await world.staff('maria.lopez@example.org');
  const responses = [
    await other.post(`/api/admin/coupons/${id}`, { ...kept, seenUpdatedAt: EARLY_BIRD }),
    await other.post(`/api/admin/coupons/${id}/end`, {}),
    await other.request(`/api/admin/coupons/${id}`, { method: 'DELETE' }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([403, 403, 403]);
});
