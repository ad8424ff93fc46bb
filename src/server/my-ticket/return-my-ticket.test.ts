import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentCase } from '#contract/refunds.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { buyTickets, codeOfTicket, lastActOn, mailsOfOrder, TICKETS_NOW as NOW } from '#test/ticket-stage.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, stopClock, type World } from '#test/world.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { orders, paymentCases, registrations } from '../db/tables.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld({ protocolNow: stopClock() });
  staff = await world.staff();
});
afterAll(() => world.stop());
beforeEach(() => world.moveClock(NOW));

const ask = (path: string, body: unknown, visitor: Visitor = world.visitor()) =>
  answerOf(visitor.post(path, body));

const giveBack = (key: string) => ask('/api/my-ticket/return', { key });

const person = { track: 'professionals', dietaryRestrictions: null };
const ada = { ...person, firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' };
const ben = { ...person, firstName: 'Ben', lastName: 'Okafor', email: 'ben@example.org' };

describe('a returned ticket (R-TICKET-4)', () => {
  const freeSeats = async (orderId: number) => {
    const [order] = await world.database.db.select().from(orders).where(eq(orders.id, orderId));
    const named = await world.database.db.$count(
      registrations,
      and(eq(registrations.orderId, orderId), isNull(registrations.voidedAt)),
    );
    return order!.teamMemberCount - order!.seatsReturned - named;
  };
  const casesOf = (orderId: number) =>
    world.database.db.select().from(paymentCases).where(eq(paymentCases.orderId, orderId));

  test('frees its seat for the team, once, and the buyer is notified', async () => {
    const { orderId, keys, ids } = await buyTickets(world, teamOfTen());
    const old = await codeOfTicket(world, ids.Ada!);
    // A preview doesn't wait for somebody who is changing the order.
    await world.database.db.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
      expect((await ask('/api/my-ticket/return-preview', { key: keys.Ada! })).body).toEqual({ to: 'team' });
    });
    const answers = await Promise.all([1, 2, 3].map(() => giveBack(keys.Ada!)));
    for (const { status, body } of answers)
      expect([status, body.state, body.because]).toEqual([200, 'ended', 'returned']);
    expect(await freeSeats(orderId)).toBe(8);
    expect((await mailsOfOrder(world, orderId)).slice(-2).toSorted()).toEqual([
      'team_change jane@example.org',
      'ticket_replaced ada@example.org',
    ]);
    expect(await lastActOn(world, orderId)).toEqual(['seat_freed', 'holder']);
    expect(await casesOf(orderId)).toEqual([]);
    const refused = await ask('/api/admin/validate-qr', { qrToken: old }, staff);
    expect(refused.body.message).toBe(
      'This ticket was returned on September 12. Please send the guest to the help desk.',
    );
    expect((await ask('/api/my-ticket/change', { key: keys.Ada!, ...ben, seen: ada })).body.message).toBe(
      'This ticket was returned on September 12.',
    );
  });

  test('by the organizer frees a seat that they can take again', async () => {
    const { orderId, keys } = await buyTickets(world, teamOfTen());
    await giveBack(keys.Jane!);
    expect((await ask(`/api/admin/orders/${orderId}/ensure-organizer`, {}, staff)).status).toBe(200);
  });

  test('that was the order’s only one opens a case with the amount by the rule at that time; refunding it ends the seat', async () => {
    const { orderId, keys } = await buyTickets(world, checkout(), { isRefundable: true });
    expect((await ask('/api/my-ticket/return-preview', { key: keys.Jane! })).body).toEqual({
      to: 'staff',
      amount: 10_00,
      nothingBack: null,
    });
    await Promise.all([1, 2].map(() => giveBack(keys.Jane!)));
    expect(await freeSeats(orderId)).toBe(1);
    const [found, ...others] = await casesOf(orderId);
    expect([found!.kind, found!.details, others]).toEqual([
      'seat_returned',
      { amount: 10_00, nothingBack: null },
      [],
    ]);
    // The rule returns less by now.
    world.moveClock('2025-09-15T18:00:00Z');
    const listed = (await (await staff.get('/api/admin/payment-cases')).json()) as {
      id: number;
      decisions: string[];
    }[];
    expect(listed.find(({ id }) => id === found!.id)!.decisions).toEqual(['dismiss', 'refund']);
    const path = `/api/admin/payment-cases/${found!.id}/resolve`;
    expect(
      (await ask(path, { decision: 'refund', amount: 10_00, isWhole: false, seats: 1 }, staff)).status,
    ).toBe(200);
    const [order] = await world.database.db.select().from(orders).where(eq(orders.id, orderId));
    expect([order!.paymentStatus, order!.seatsReturned]).toEqual(['partially_refunded', 1]);
  });

  test('that is the last while the other seats are being refunded opens a case, too', async () => {
    const { orderId, keys, ids } = await buyTickets(world, teamOfTen());
    const { faults } = world.sandbox.stripe;
    faults.set({ failNext: { method: 'POST', path: '/v1/refunds', when: 'before', kind: '500', times: 10 } });
    const others = { amount: 180_00, registrationIds: [ids.Jane!, ids.Bo!], freeSeats: 7 };
    const refundId = randomUUID();
    const refunded = await ask(`/api/admin/orders/${orderId}/refund`, { refundId, ...others }, staff);
    expect(refunded.status).toBe(200);
    const { body } = await ask('/api/my-ticket/return-preview', { key: keys.Ada! });
    expect(body.to).toBe('staff');
    expect((await giveBack(keys.Ada!)).status).toBe(200);
    faults.clear();
    expect(await casesOf(orderId)).toMatchObject([{ kind: 'seat_returned' }]);
  });

  test('is refused if the effect is no longer the one that was shown', async () => {
    const { orderId, keys } = await buyTickets(world, checkout(), { isRefundable: true });
    const key = keys.Jane!;
    const preview = async () => (await ask('/api/my-ticket/return-preview', { key })).body;
    const seen = await preview();
    // The rule returns less by now.
    world.moveClock('2025-09-15T18:00:00Z');
    const late = await ask('/api/my-ticket/return', { key, seen });
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      'changed_meanwhile',
      'The terms for returning your ticket have just changed. Please review them and confirm again.',
    ]);
    expect([await freeSeats(orderId), await casesOf(orderId)]).toEqual([0, []]);
    const again = { key, seen: await preview() };
    expect((await ask('/api/my-ticket/return', again)).body.state).toBe('ended');
    // A retry of the call that went through.
    expect((await ask('/api/my-ticket/return', again)).body.state).toBe('ended');
  });

  test('promises no refund while the payment is disputed, and staff still learn what the rule says', async () => {
    const { orderId, keys } = await buyTickets(world, checkout(), { isRefundable: true });
    await world.database.db.update(orders).set({ disputedAt: new Date() }).where(eq(orders.id, orderId));
    const { body: seen } = await ask('/api/my-ticket/return-preview', { key: keys.Jane! });
    expect(seen).toEqual({ to: 'staff', amount: null, nothingBack: null });
    expect((await ask('/api/my-ticket/return', { key: keys.Jane!, seen })).status).toBe(200);
    const [found] = await casesOf(orderId);
    expect(found!.details).toEqual({ amount: 10_00, nothingBack: null });
  });

  test('whose seat is canceled or named again before staff decide offers no second refund', async () => {
    const decisionsOf = async (orderId: number) => {
      const listed: PaymentCase[] = await (await staff.get('/api/admin/payment-cases')).json();
      return listed.find((one) => one.orderId === orderId)!.decisions;
    };
    const named = await buyTickets(world, checkout(), { isRefundable: true });
    const canceled = await buyTickets(world, checkout(), { isRefundable: true });
    for (const { keys } of [named, canceled]) await giveBack(keys.Jane!);
    await ask(`/api/admin/orders/${named.orderId}/ensure-organizer`, {}, staff);
    expect(await decisionsOf(named.orderId)).toEqual(['dismiss']);
    expect(await decisionsOf(canceled.orderId)).toEqual(['dismiss', 'refund']);
    const body = {
      refundId: randomUUID(),
      amount: 10_00,
      registrationIds: [],
      freeSeats: 1,
      reason: 'buyer',
    };
    expect((await ask(`/api/admin/orders/${canceled.orderId}/refund`, body, staff)).status).toBe(200);
    await eventually(async () =>
      expect((await casesOf(canceled.orderId)).map(({ resolution }) => resolution)).toEqual([
        'The seat has been canceled.',
      ]),
    );
    expect(await decisionsOf(canceled.orderId)).toEqual([]);
  });

  test('after the last refund date opens a case to dismiss', async () => {
    const { orderId, keys } = await buyTickets(world, checkout(), { isRefundable: true });
    world.moveClock('2025-09-19T18:00:00Z');
    await giveBack(keys.Jane!);
    const [found] = await casesOf(orderId);
    expect(found!.details).toEqual({ amount: 0, nothingBack: 'deadline_passed' });
    const path = `/api/admin/payment-cases/${found!.id}/resolve`;
    expect(
      (await ask(path, { decision: 'refund', amount: 0, isWhole: false, seats: 1 }, staff)).body.code,
    ).toBe('refund_too_large');
    expect((await ask(path, { decision: 'dismiss' }, staff)).status).toBe(200);
  });
});
