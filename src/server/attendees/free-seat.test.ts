import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditRows } from '#test/audit-rows.ts';
import { buy, storePaid } from '#test/buy.ts';
import { teamOfTen } from '#test/factories.ts';
import { seatsTaken } from '#test/seats-taken.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import * as tables from '../db/tables.ts';
import { freeSeat } from './free-seat.ts';
import { lockOrder } from './lock-order.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
});
afterAll(() => world.stop());

const namesIn = async (id: number) =>
  ((await (await staff.get(`/api/admin/orders/${id}/attendees`)).json()) as { firstName: string }[]).map(
    (one) => one.firstName,
  );

const takeOut = (id: number, firstName: string) =>
  world.database.db.transaction(async (tx) => {
    const { order, staying } = await lockOrder(tx, id);
    return freeSeat(tx, world.context(), order, staying.find((one) => one.firstName === firstName)!);
  });

test('removing a person ends their code and frees the seat; money and seat count stay', async () => {
  const { orderId: id } = await storePaid(world, teamOfTen());
  const { db } = world.database;
  const before = await seatsTaken(world);
  const [bo] = await db
    .select()
    .from(tables.registrations)
    .where(eq(tables.registrations.email, 'bo@example.org'));
  await takeOut(id, 'Bo');
  expect(await namesIn(id)).toEqual(['Jane', 'Ada']);
  const [code] = await db.select().from(tables.qrCodes).where(eq(tables.qrCodes.registrationId, bo!.id));
  const scanned = await (await staff.post('/api/admin/validate-qr', { qrToken: code!.qrCodeData })).json();
  expect(scanned).toMatchObject({ valid: false, reason: 'replaced' });
  expect(code!.replacedBecause).toBe('returned');
  const [audit] = await auditRows(world, { action: 'seat_freed' });
  expect([audit!.orderId, audit!.registrationId]).toEqual([id, bo!.id]);

  const again = { firstName: 'Bo', lastName: 'Sample', email: 'bo@example.org', track: 'caregivers' };
  expect((await staff.post(`/api/admin/orders/${id}/add-attendee`, again)).status).toBe(200);
  expect(await namesIn(id)).toEqual(['Jane', 'Ada', 'Bo']);
  const [order] = await db.select().from(tables.orders).where(eq(tables.orders.id, id));
  expect([order!.paymentStatus, order!.seatsReturned, await seatsTaken(world)]).toEqual([
    'completed',
    0,
    before,
  ]);
});

test('a complete order needs a name again once a seat is freed', async () => {
  const { orderId: id } = await storePaid(world, teamOfTen());
  for (let index = 4; index <= 10; index += 1) {
    const one = { firstName: 'N', lastName: 'Sample', email: `n${index}@example.org`, track: 'caregivers' };
    await staff.post(`/api/admin/orders/${id}/add-attendee`, one);
  }
  const badge = async () =>
    (await world.database.db.select().from(tables.orders).where(eq(tables.orders.id, id)))[0]!
      .attendeeDataStatus;
  expect(await badge()).toBe('complete');
  await takeOut(id, 'Ada');
  expect(await badge()).toBe('partial');
});

test('a refund that fails after all restores the tickets it ended, but not a person who had left before', async () => {
  const { id } = (await buy(world, teamOfTen())).order;
  await takeOut(id, 'Bo');
  world.sandbox.stripe.faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  await staff.post(`/api/admin/orders/${id}/refund`, { refundId: randomUUID(), amount: 200_00 });
  world.sandbox.stripe.faults.clear();
  const { db } = world.database;
  const found = await vi.waitFor(
    async () => {
      const [row] = await db.select().from(tables.paymentCases).where(eq(tables.paymentCases.orderId, id));
      expect(row?.kind).toBe('refund_failed');
      return row!;
    },
    { timeout: 10_000, interval: 300 },
  );
  await staff.post(`/api/admin/payment-cases/${found.id}/resolve`, { decision: 'accept' });
  expect(await namesIn(id)).toEqual(['Jane', 'Ada']);
});
