import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Cancellation } from '#contract/cancel.ts';
import { previewCancellation, type SeatChoice } from '#domain/refund.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, EARLY_BIRD, type World } from '#test/world.ts';
import { eq, sql } from '../../db/drizzle.ts';
import * as tables from '../../db/tables.ts';
import { reconcilePayments } from '../reconcile.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
  const { db } = world.database;
  await db.update(tables.eventCapacity).set({ maxCapacity: 3000 });
  await db.insert(tables.coupons).values({
    ...{ code: 'FREE', description: 'Guests', discountType: 'percentage', discountValue: 100 },
    ...{ eventTypes: ['conference'], createdAt: new Date(EARLY_BIRD), updatedAt: new Date(EARLY_BIRD) },
  });
});
beforeEach(() => {
  world.moveClock(EARLY_BIRD);
  world.sandbox.stripe.faults.clear();
});
afterAll(() => world.stop());

interface Bought {
  readonly visitor: Visitor;
  readonly key: string;
  readonly id: number;
}

async function buy(body: Record<string, unknown>): Promise<Bought> {
  const visitor = world.visitor();
  const answer = await visitor.post('/api/create-checkout-session', { ...body, provider: 'stripe' });
  const { url, transactionId } = (await answer.json()) as { url: string; transactionId: string };
  if (!new URL(url, world.siteUrl).pathname.startsWith('/checkout-success')) await world.pay(url);
  const { order } = await (await visitor.get(`/api/registrations/${transactionId}`)).json();
  expect(order.paymentStatus).toBe('completed');
  return { visitor, key: transactionId, id: order.id };
}

let teams = 0;

/** With its own addresses, because free orders per address are limited. */
function freeTeam(): Promise<Bought> {
  teams += 1;
  const [jane, ada, bo] = ['Jane', 'Ada', 'Bo'].map((firstName) => ({
    ...{ firstName, lastName: 'Sample', email: `${firstName}${teams}@example.org`, track: 'caregivers' },
  }));
  const free = { couponCode: 'FREE', finalAmount: 0, email: jane!.email };
  return buy(teamOfTen({ ...free, teamMembers: [jane, ada, bo] }));
}

async function look({ visitor, key }: Bought): Promise<Cancellation> {
  const answer = await visitor.get(`/api/order/${key}/cancellation`);
  expect(answer.status).toBe(200);
  return answer.json();
}

/** The page's preview of this choice, from the same facts and by the same function. */
async function preview(bought: Bought, choice: SeatChoice) {
  const { content } = world.context();
  const at = { zone: content.event.zone, now: world.sandbox.clock.now() };
  return previewCancellation(await look(bought), content.refunds, at, choice);
}

async function send({ visitor, key }: Bought, body: Record<string, unknown>) {
  const answer = await visitor.post(`/api/order/${key}/cancel`, { refundId: randomUUID(), ...body });
  return { status: answer.status, body: await answer.json() };
}

/** Confirms the preview. */
async function cancel(bought: Bought, choice: SeatChoice, refundId: string = randomUUID()) {
  const { amount } = await preview(bought, choice);
  return send(bought, { refundId, amount, ...choice });
}

async function peopleOf(bought: Bought): Promise<Record<string, number>> {
  return Object.fromEntries((await look(bought)).people.map(({ firstName, id }) => [firstName, id]));
}

async function standing({ id }: Bought) {
  const { db } = world.database;
  const [order] = await db.select().from(tables.orders).where(eq(tables.orders.id, id));
  const ledger = await db.select().from(tables.paymentLedger).where(eq(tables.paymentLedger.orderId, id));
  const people = await db.select().from(tables.registrations).where(eq(tables.registrations.orderId, id));
  return {
    status: order!.paymentStatus,
    kept: ledger.reduce((sum, row) => sum + row.amount, 0),
    returned: order!.seatsReturned,
    people: people
      .filter((one) => !one.voidedAt)
      .map((one) => one.firstName)
      .toSorted(),
  };
}

async function freeUses() {
  const { usageCount, heldCount } = tables.coupons;
  const [row] = await world.database.db.select({ usageCount, heldCount }).from(tables.coupons);
  return row;
}

async function seatsTaken(): Promise<number> {
  const [day] = await world.database.db
    .select()
    .from(tables.eventCapacity)
    .where(eq(tables.eventCapacity.eventDate, '2025-09-20'));
  return day!.currentRegistrations;
}

async function reconcile() {
  const { db } = world.database;
  await db
    .update(tables.refunds)
    .set({ nextCheckAt: new Date(0) })
    .where(eq(tables.refunds.state, 'pending'));
  await reconcilePayments(world.context());
}

async function mailsOf({ id }: Bought): Promise<string[]> {
  const rows = await world.database.db.select().from(tables.mails).where(eq(tables.mails.orderId, id));
  return rows
    .filter(({ kind }) => kind !== 'ticket' && kind !== 'order_confirmation')
    .map(({ kind, recipient }) => `${kind} ${recipient}`)
    .toSorted();
}

async function codeOf(registrationId: number): Promise<string> {
  const [code] = await world.database.db
    .select()
    .from(tables.qrCodes)
    .where(eq(tables.qrCodes.registrationId, registrationId));
  return code!.qrCodeData;
}

async function atTheDoor(registrationId: number) {
  const qrToken = await codeOf(registrationId);
  const answer = await staff.post('/api/admin/check-in', { qrToken, method: 'qr_scan' });
  return { status: answer.status, code: (await answer.json()).code };
}

describe('a buyer of ten', () => {
  test('cancels two people and an open seat: their price is refunded and their codes stop working', async () => {
    const before = await seatsTaken();
    const team = await buy(teamOfTen());
    const { Ada, Bo } = await peopleOf(team);
    const choice = { registrationIds: [Ada!, Bo!], openSeats: 1 };
    expect(await preview(team, choice)).toEqual({
      ...{ amount: 60_00, costsAfterwards: 140_00, endingIds: [Ada, Bo], seats: 3, seatsLeft: 7 },
      ...{ refusal: null, nothingBack: null },
    });
    const { status, body } = await cancel(team, choice);
    expect([status, body.amount, body.seats, body.state]).toEqual([200, 60_00, 3, 'succeeded']);
    expect(body.cancellation).toMatchObject({ refunded: 60_00, openSeats: 6 });
    expect(await standing(team)).toEqual({
      ...{ status: 'partially_refunded', kept: 140_00, returned: 3, people: ['Jane'] },
    });
    expect(await seatsTaken()).toBe(before + 7);
    expect(await atTheDoor(Ada!)).toEqual({ status: 409, code: 'ticket_not_paid' });
    expect(await mailsOf(team)).toEqual([
      'refund_notice jane@example.org',
      'ticket_ended ada@example.org',
      'ticket_ended bo@example.org',
    ]);
    const [asked] = await world.database.db
      .select()
      .from(tables.registrationAudit)
      .where(sql`${tables.registrationAudit.orderId} = ${team.id} AND action = 'refund_requested'`);
    expect(asked).toMatchObject({ actorKind: 'buyer', details: { amount: 60_00, reason: 'buyer' } });
  });

  test('cancels everything in two steps: all money and all seats are returned, each once', async () => {
    const before = await seatsTaken();
    const team = await buy(teamOfTen());
    const { Jane, Ada, Bo } = await peopleOf(team);
    expect((await cancel(team, { registrationIds: [Jane!], openSeats: 4 })).body.amount).toBe(100_00);
    expect(await standing(team)).toMatchObject({ people: ['Ada', 'Bo'], returned: 5 });
    const rest = await cancel(team, { registrationIds: [Ada!, Bo!], openSeats: 3 });
    expect([rest.status, rest.body.amount]).toEqual([200, 100_00]);
    expect(await standing(team)).toEqual({ status: 'refunded', kept: 0, returned: 10, people: [] });
    expect(await seatsTaken()).toBe(before);
    expect(await look(team)).toMatchObject({ people: [], openSeats: 0 });
    const more = await send(team, { amount: 0, registrationIds: [], openSeats: 1 });
    expect(more.body.code).toBe('order_not_cancelable');
  });

  test('sends the same request five times at once: one refund, the same response', async () => {
    const team = await buy(teamOfTen());
    const { Ada } = await peopleOf(team);
    const refundId = randomUUID();
    const body = { refundId, amount: 20_00, registrationIds: [Ada!], openSeats: 0 };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(team, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await send(team, body)).body).toMatchObject({ amount: 20_00, seats: 1, state: 'succeeded' });
    expect(await standing(team)).toMatchObject({ kept: 180_00, returned: 1 });
    const other = await buy(checkout());
    expect((await send(other, body)).status).toBe(404);
  });

  test.each([
    ['an amount that the page did not compute', { amount: 21_00, openSeats: 1 }, 409, 'changed_meanwhile'],
    ['no seat', { amount: 0 }, 400, 'invalid'],
    ['more open seats than there are', { amount: 160_00, openSeats: 8 }, 409, 'no_such_seats'],
    ["somebody else's ticket", { amount: 20_00, registrationIds: [999_999] }, 404, 'registration_not_found'],
  ])('is refused %s, and nothing changes', async (_what, body, status, code) => {
    const team = await buy(teamOfTen());
    const answer = await send(team, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await standing(team)).toMatchObject({ kept: 200_00, returned: 0 });
  });

  test('is shown the new amount if the rule’s deadline has passed in the meantime', async () => {
    const team = await buy(teamOfTen());
    const { amount } = await preview(team, { registrationIds: [], openSeats: 2 });
    world.moveClock('2025-09-08T12:00:00Z');
    const late = await send(team, { amount, openSeats: 2 });
    expect([late.status, late.body.message]).toEqual([
      409,
      'These seats now return $20.00 instead of $40.00. Nothing was canceled; please check and confirm again.',
    ]);
    expect((await cancel(team, { registrationIds: [], openSeats: 2 })).body.amount).toBe(20_00);
  });
});

describe('without a refund, tickets end and seats are free at once', () => {
  test('after the deadline', async () => {
    const before = await seatsTaken();
    const team = await buy(teamOfTen());
    const { Ada } = await peopleOf(team);
    world.moveClock('2025-09-15T12:00:00Z');
    const refundId = randomUUID();
    const choice = { registrationIds: [Ada!], openSeats: 2 };
    const { status, body } = await cancel(team, choice, refundId);
    expect([status, body.amount, body.seats, body.state]).toEqual([200, 0, 3, null]);
    expect((await send(team, { refundId, amount: 0, ...choice })).body).toEqual(body);
    expect(await standing(team)).toEqual({
      ...{ status: 'completed', kept: 200_00, returned: 3, people: ['Bo', 'Jane'] },
    });
    expect(await seatsTaken()).toBe(before + 7);
    expect(await atTheDoor(Ada!)).toEqual({ status: 409, code: 'ticket_not_paid' });
    const { db } = world.database;
    expect(await db.$count(tables.refunds, eq(tables.refunds.orderId, team.id))).toBe(0);
    const [row] = await db.select().from(tables.cancellations).where(eq(tables.cancellations.id, refundId));
    expect(row).toMatchObject({ because: 'deadline_passed', requestedBy: 'buyer', seats: 3 });
    expect(await mailsOf(team)).toEqual(['seats_canceled jane@example.org', 'ticket_ended ada@example.org']);
    await eventually(async () => {
      const sent = (await (await fetch(`${world.sandbox.url}/mailbox/messages`)).json()) as {
        subject: string;
        text: string;
      }[];
      const mail = sent.find(({ subject }) => subject.startsWith('3 seats are canceled'));
      expect(mail?.text).toContain('No money is returned. The last day for a refund was September 12, 2025.');
      expect(mail?.text).toContain('This ticket is no longer valid: Ada Sample.');
      expect(mail?.text).toContain('7 seats stay yours.');
    });
  });

  test('in a free order, with every seat; its coupon use is released with the last one, once', async () => {
    const before = await seatsTaken();
    const team = await freeTeam();
    const { Jane, Ada, Bo } = await peopleOf(team);
    const some = { registrationIds: [Ada!], openSeats: 7 };
    expect((await cancel(team, some)).status).toBe(200);
    expect(await freeUses()).toEqual({ usageCount: 1, heldCount: 0 });
    const all = { registrationIds: [Jane!, Bo!], openSeats: 0 };
    expect(await preview(team, all)).toMatchObject({ amount: 0, nothingBack: 'free_order', seatsLeft: 0 });
    const refundId = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => cancel(team, all, refundId)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await freeUses()).toEqual({ usageCount: 0, heldCount: 0 });
    expect(await standing(team)).toEqual({ status: 'completed', kept: 0, returned: 10, people: [] });
    expect(await seatsTaken()).toBe(before);
    const again = await send(team, { amount: 0, registrationIds: [], openSeats: 1 });
    expect(again.body.code).toBe('no_such_seats');
    // Deleting the order returns nothing a second time.
    const other = await freeTeam();
    await staff.request(`/api/admin/orders/${team.id}`, { method: 'DELETE' });
    expect(await seatsTaken()).toBe(before + 10);
    expect(await freeUses()).toEqual({ usageCount: 1, heldCount: 0 });
    expect((await standing(other)).people).toEqual(['Ada', 'Bo', 'Jane']);
  });

  test('by staff, who choose no refund', async () => {
    const team = await buy(teamOfTen());
    const { Ada } = await peopleOf(team);
    const body = { refundId: randomUUID(), amount: 0, registrationIds: [Ada!], openSeats: 0, note: 'ill' };
    const answers = await Promise.all(
      [1, 2].map(() => staff.post(`/api/admin/orders/${team.id}/refund`, body)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await standing(team)).toMatchObject({ status: 'completed', kept: 200_00, returned: 1 });
    const nothing = await staff.post(`/api/admin/orders/${team.id}/refund`, { ...body, registrationIds: [] });
    expect(nothing.status).toBe(400);
  });
});

describe('who may cancel, and when', () => {
  test('not without the key, and not for an unpaid order', async () => {
    const unknown = { visitor: world.visitor(), key: '0'.repeat(28), id: 0 };
    expect((await send(unknown, { amount: 0, openSeats: 1 })).body.code).toBe('order_not_found');
    const visitor = world.visitor();
    const { transactionId } = await (await visitor.post('/api/create-checkout-session', teamOfTen())).json();
    const { order } = await (await visitor.get(`/api/registrations/${transactionId}`)).json();
    const unpaid = { visitor, key: transactionId, id: 0 };
    expect((await send(unpaid, { amount: 0, openSeats: 1 })).body.code).toBe('order_not_cancelable');
    expect((await visitor.get(`/api/order/${transactionId}/cancellation`)).status).toBe(409);
    await staff.request(`/api/admin/orders/${order.id}`, { method: 'DELETE' });
  });

  test('not during a dispute, and without a refund once it is lost', async () => {
    const team = await buy(teamOfTen());
    const { db } = world.database;
    await db.update(tables.orders).set({ disputedAt: new Date() }).where(eq(tables.orders.id, team.id));
    const disputed = await cancel(team, { registrationIds: [], openSeats: 1 });
    expect([disputed.body.code, disputed.body.message]).toEqual([
      'order_disputed',
      'You disputed this payment with your bank. Until the bank decides, nothing can be canceled here.',
    ]);
    await db.update(tables.orders).set({ disputedAt: null }).where(eq(tables.orders.id, team.id));
    await db.insert(tables.paymentLedger).values({
      ...{
        orderId: team.id,
        provider: 'stripe',
        kind: 'dispute',
        moneyRef: `dp_${team.id}`,
        amount: -200_00,
      },
      ...{ currency: 'usd', livemode: false, recordedAt: new Date() },
    });
    const lost = await cancel(team, { registrationIds: [], openSeats: 1 });
    expect([lost.status, lost.body.amount, lost.body.state]).toEqual([200, 0, null]);
  });

  test('people admitted on the day stay; rehearsals do not count; after the event nothing can be canceled', async () => {
    const team = await freeTeam();
    const { Ada, Bo } = await peopleOf(team);
    world.moveClock('2025-09-18T12:00:00Z');
    expect((await atTheDoor(Ada!)).status).toBe(200);
    expect((await cancel(team, { registrationIds: [Ada!], openSeats: 0 })).status).toBe(200);
    world.moveClock('2025-09-20T15:00:00Z');
    expect((await atTheDoor(Bo!)).status).toBe(200);
    const inside = await cancel(team, { registrationIds: [Bo!], openSeats: 0 });
    expect([inside.status, inside.body.code]).toEqual([409, 'person_is_in']);
    world.moveClock('2025-09-21T06:00:00Z');
    expect(await look(team)).toMatchObject({ isOver: true });
    expect((await cancel(team, { registrationIds: [], openSeats: 1 })).body.code).toBe('event_over');
  });

  test('at most twenty times a minute from one address', async () => {
    const team = await buy(teamOfTen());
    const codes = [];
    for (let index = 0; index < 21; index += 1)
      codes.push((await send(team, { amount: 1, openSeats: 1 })).body.code);
    expect(codes.slice(0, 20)).toEqual(Array(20).fill('changed_meanwhile'));
    expect(codes[20]).toBe('too_many_requests');
  });
});

describe('at the same time', () => {
  test('two cancellations of the same seat: one wins, and the money is refunded once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const team = await buy(teamOfTen());
      const { Ada } = await peopleOf(team);
      const body = { amount: 20_00, registrationIds: [Ada!], openSeats: 0 };
      const answers = await Promise.all([send(team, body), send(team, body), send(team, body)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
      expect(await standing(team)).toMatchObject({ kept: 180_00, returned: 1 });
    }
  });

  test('naming the last open seat and canceling it: one succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await seatsTaken();
      const team = await freeTeam();
      await cancel(team, { registrationIds: [], openSeats: 6 });
      const person = { firstName: 'New', lastName: 'Sample', email: `new${round}-${team.id}@example.org` };
      const [named, canceled] = await Promise.all([
        team.visitor.post(`/api/order/${team.key}/attendees`, person),
        send(team, { amount: 0, openSeats: 1 }),
      ]);
      expect([
        [200, 409],
        [409, 200],
      ]).toContainEqual([named.status, canceled.status]);
      const after = await standing(team);
      expect(after.people.length).toBe(named.status === 200 ? 4 : 3);
      expect(await seatsTaken()).toBe(before + 10 - after.returned);
    }
  });

  test('staff refund the same ticket: one succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const team = await buy(teamOfTen());
      const { Ada } = await peopleOf(team);
      const [byStaff, byBuyer] = await Promise.all([
        staff.post(`/api/admin/orders/${team.id}/refund`, {
          ...{ refundId: randomUUID(), amount: 15_00, registrationIds: [Ada!] },
        }),
        send(team, { amount: 20_00, registrationIds: [Ada!] }),
      ]);
      expect([
        [200, 404],
        [404, 200],
      ]).toContainEqual([byStaff.status, byBuyer.status]);
      const kept = byStaff.status === 200 ? 185_00 : 180_00;
      expect(await standing(team)).toMatchObject({ kept, returned: 1 });
    }
  });

  test('the door scans the person: either canceled and refused, or admitted and kept', async () => {
    world.moveClock('2025-09-20T15:00:00Z');
    for (let round = 0; round < 8; round += 1) {
      const team = await freeTeam();
      const { Ada } = await peopleOf(team);
      const [door, canceled] = await Promise.all([
        atTheDoor(Ada!),
        send(team, { amount: 0, registrationIds: [Ada!] }),
      ]);
      expect([
        [200, 'person_is_in'],
        [409, undefined],
      ]).toContainEqual([door.status, canceled.body.code]);
      const { people } = await standing(team);
      expect(people.includes('Ada')).toBe(door.status === 200);
    }
  });

  test('what a cancellation would return is seen meanwhile', async () => {
    const team = await freeTeam();
    await world.database.db.transaction(async (tx) => {
      await tx.select().from(tables.orders).where(eq(tables.orders.id, team.id)).for('update');
      expect((await look(team)).people.map(({ firstName }) => firstName)).toEqual(['Jane', 'Ada', 'Bo']);
    });
  });

  test('a cancellation waits for a check-in of the same person', async () => {
    world.moveClock('2025-09-20T15:00:00Z');
    const team = await freeTeam();
    const { Ada } = await peopleOf(team);
    let asked: Promise<{ status: number; body: { code?: string } }> | undefined;
    await world.database.db.transaction(async (tx) => {
      await tx.select().from(tables.registrations).where(eq(tables.registrations.id, Ada!)).for('update');
      asked = send(team, { amount: 0, registrationIds: [Ada!] });
      await eventually(async () => {
        const { rows } = await world.database.db.execute<{ waiting: number }>(
          sql`SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted`,
        );
        expect(rows[0]!.waiting).toBeGreaterThan(0);
      });
      await tx.execute(sql`INSERT INTO check_ins (registration_id, checked_in_by, checked_in_at, admitted_on, press_id)
        VALUES (${Ada!}, 'door', now(), '2025-09-20', gen_random_uuid())`);
    });
    expect((await asked)!.body.code).toBe('person_is_in');
  });
});

test('seats canceled without a refund stay canceled when a later refund fails and staff accept the order again', async () => {
  const before = await seatsTaken();
  const team = await buy(teamOfTen());
  const { Ada, Bo } = await peopleOf(team);
  world.moveClock('2025-09-15T12:00:00Z');
  await cancel(team, { registrationIds: [Ada!], openSeats: 2 });
  world.sandbox.stripe.faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  await staff.post(`/api/admin/orders/${team.id}/refund`, {
    ...{ refundId: randomUUID(), amount: 20_00, registrationIds: [Bo!] },
  });
  world.sandbox.stripe.faults.clear();
  await vi.waitFor(
    async () => {
      await reconcile();
      expect((await standing(team)).status).toBe('review');
    },
    { timeout: 10_000, interval: 300 },
  );
  const [one] = await (await staff.get('/api/admin/payment-cases')).json();
  await staff.post(`/api/admin/payment-cases/${one.id}/resolve`, { decision: 'accept' });
  expect(await standing(team)).toEqual({
    ...{ status: 'completed', kept: 200_00, returned: 3, people: ['Bo', 'Jane'] },
  });
  expect(await seatsTaken()).toBe(before + 7);
});
