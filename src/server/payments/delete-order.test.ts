import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditRows } from '#test/audit-rows.ts';
import { buy } from '#test/buy.ts';
import { teamOfTen } from '#test/factories.ts';
import { seatsTaken } from '#test/seats-taken.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { orders, paymentLedger, registrations } from '../db/tables.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
});
beforeEach(() => world.sandbox.stripe.faults.clear());
afterAll(() => world.stop());

const remove = (id: number, query = '') =>
  answerOf(staff.request(`/api/admin/orders/${id}${query}`, { method: 'DELETE' }));

test('deleting a paid order deletes its people and frees its seats once; ledger and audit stay', async () => {
  const before = await seatsTaken(world);
  const { id } = (await buy(world, teamOfTen())).order;
  expect(await seatsTaken(world)).toBe(before + 10);
  const responses = await Promise.all([remove(id, '?paymentStatus=completed'), remove(id)]);
  expect(responses.map((one) => one.status).toSorted()).toEqual([200, 404]);
  const { db } = world.database;
  expect(await db.$count(orders, eq(orders.id, id))).toBe(0);
  expect(await db.$count(registrations, eq(registrations.orderId, id))).toBe(0);
  expect(await seatsTaken(world)).toBe(before);
  expect(await db.$count(paymentLedger, eq(paymentLedger.orderId, id))).toBe(1);
  const audit = await auditRows(world, { orderId: id });
  expect(audit.at(-1)).toMatchObject({
    action: 'order_deleted',
    actor: 'admin@example.org',
    details: { paymentStatus: 'completed', total: 200_00, registrations: 3 },
  });
});

test('an open checkout is closed at the provider first, so that it can no longer be paid', async () => {
  const before = await seatsTaken(world);
  const { orderId: id, url } = await startCheckout(world);
  expect((await remove(id)).body).toEqual({ success: true });
  expect(await seatsTaken(world)).toBe(before);
  expect((await (await fetch(url)).text()).includes('name="number"')).toBe(false);
});

test("if the provider doesn't respond, an open checkout is not deleted, and staff are told", async () => {
  const { orderId: id } = await startCheckout(world);
  world.sandbox.stripe.faults.set({
    failNext: {
      method: 'POST',
      path: '/v1/checkout/sessions/*/expire',
      when: 'before',
      kind: '500',
      times: 5,
    },
  });
  const refused = await remove(id);
  expect([refused.status, refused.body.message]).toEqual([
    503,
    'The payment provider cannot be reached, so the open payment cannot be canceled. Nothing was deleted.',
  ]);
  expect(await world.database.db.$count(orders, eq(orders.id, id))).toBe(1);
});

test('an order with a processing payment is not deleted, and staff see why', async () => {
  world.sandbox.stripe.faults.set({ slowPayments: { ends: 'paid', afterMs: 60_000 } });
  const { buyer, orderId: id, url, transactionId } = await startCheckout(world);
  await world.pay(url);
  await buyer.get(`/api/registrations/${transactionId}`);
  const refused = await remove(id);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A payment for this order is in progress. Nothing was deleted; try again once it has finished.',
  ]);
  expect(await world.database.db.$count(orders, eq(orders.id, id))).toBe(1);
});

test('an order that has changed since staff opened it is not deleted', async () => {
  const { id } = (await buy(world)).order;
  expect((await remove(id, '?paymentStatus=pending')).body.code).toBe('changed_meanwhile');
  expect(await world.database.db.$count(orders, eq(orders.id, id))).toBe(1);
});

test('an unknown order answers 404', async () => {
  const response = await staff.request('/api/admin/orders/abc', { method: 'DELETE' });
  expect(response.status).toBe(404);
});
