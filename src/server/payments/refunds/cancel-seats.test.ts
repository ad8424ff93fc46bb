import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { auditRows } from '#test/audit-rows.ts';
import type { Bought } from '#test/buy.ts';
import { setCancelStage } from '#test/cancel-stage.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { stopClock } from '#test/world.ts';
import { eq } from '../../db/drizzle.ts';
import { cancellations, coupons, orders, paymentLedger, refunds } from '../../db/tables.ts';
import { openCase } from '../cases/open-case.ts';

const stage = setCancelStage({ protocolNow: stopClock() });
const { buy, freeTeam, look, preview, send, cancel, peopleOf, standing, seatsTaken, atTheDoor } = stage;
const { refund, findMail, askAboutRefunds } = stage;

async function freeUses() {
  const { usageCount, heldCount } = coupons;
  const [row] = await stage.world.database.db.select({ usageCount, heldCount }).from(coupons);
  return row;
}

/** Mails about the end of seats. */
async function noticesOf(id: number): Promise<string[]> {
  return (await stage.mailsOf(id))
    .filter(({ kind }) => kind !== 'ticket' && kind !== 'order_confirmation')
    .map(({ kind, recipient }) => `${kind} ${recipient}`)
    .toSorted();
}

describe('a buyer of ten', () => {
  test('cancels two people and an open seat: their price is refunded and their codes stop working', async () => {
    const before = await seatsTaken();
    const team = await buy(teamOfTen());
    const { Ada, Bo } = await peopleOf(team);
    const choice = { registrationIds: [Ada!, Bo!], freeSeats: 1 };
    expect(await preview(team, choice)).toEqual({
      ...{ amount: 60_00, costsAfterwards: 140_00, endingIds: [Ada, Bo], seats: 3, seatsLeft: 7 },
      ...{ refusal: null, nothingBack: null },
    });
    const { status, body } = await cancel(team, choice);
    expect([status, body.amount, body.seats, body.state]).toEqual([200, 60_00, 3, 'succeeded']);
    expect(body.cancellation).toMatchObject({ refunded: 60_00, freeSeats: 6 });
    const page = await stage.world.visitor().get(`/api/order/${team.order.transactionId}/confirmation`);
    expect((await page.json()).refunded).toBe('60.00');
    expect(await standing(team.order.id)).toEqual({
      ...{ status: 'partially_refunded', kept: 140_00, returned: 3, people: ['Jane'] },
    });
    expect(await seatsTaken()).toBe(before + 7);
    expect(await atTheDoor(Ada!)).toEqual({ status: 409, code: 'ticket_not_paid' });
    expect(await noticesOf(team.order.id)).toEqual([
      'refund_notice jane@example.org',
      'ticket_ended ada@example.org',
      'ticket_ended bo@example.org',
    ]);
    const [asked] = await auditRows(stage.world, { orderId: team.order.id, action: 'refund_requested' });
    expect(asked).toMatchObject({ actorKind: 'buyer', details: { amount: 60_00, reason: 'buyer' } });
  });

  test('is told the whole amount, even if it comes from two payments', async () => {
    const team = await buy(teamOfTen());
    const other = await buy(teamOfTen());
    const { db } = stage.world.database;
    const ofOrder = ({ order }: Bought) => eq(paymentLedger.orderId, order.id);
    await db.update(paymentLedger).set({ amount: 150_00 }).where(ofOrder(team));
    await db.update(paymentLedger).set({ amount: 50_00, orderId: team.order.id }).where(ofOrder(other));
    const all = { registrationIds: Object.values(await peopleOf(team)), freeSeats: 7 };
    const { status, body } = await cancel(team, all);
    expect([status, body.amount, body.cancellation.refunded]).toEqual([200, 200_00, 200_00]);
  });

  test('whose refund the provider refuses hears of it by email, too, and nothing is canceled', async () => {
    const team = await buy(teamOfTen());
    const { Ada } = await peopleOf(team);
    // Staff have refunded all of it at the provider, and no webhook has said so yet.
    stage.world.sandbox.stripe.faults.set({ dropWebhooks: 'all' });
    const [order] = await stage.world.database.db.select().from(orders).where(eq(orders.id, team.order.id));
    await stage.world.stripe.refunds.create({ payment_intent: order!.squarePaymentId! });
    const { status, body } = await cancel(team, { registrationIds: [Ada!], freeSeats: 0 });
    expect([status, body.state]).toEqual([200, 'failed']);
    expect(await noticesOf(team.order.id)).toEqual(['refund_failed jane@example.org']);
    expect((await standing(team.order.id)).people).toEqual(['Ada', 'Bo', 'Jane']);
  });

  test('cancels everything in two steps: all money and all seats are returned, each once', async () => {
    const before = await seatsTaken();
    const team = await buy(teamOfTen());
    const { Jane, Ada, Bo } = await peopleOf(team);
    expect((await cancel(team, { registrationIds: [Jane!], freeSeats: 4 })).body.amount).toBe(100_00);
    expect(await standing(team.order.id)).toMatchObject({ people: ['Ada', 'Bo'], returned: 5 });
    const rest = await cancel(team, { registrationIds: [Ada!, Bo!], freeSeats: 3 });
    expect([rest.status, rest.body.amount]).toEqual([200, 100_00]);
    expect(await standing(team.order.id)).toEqual({ status: 'refunded', kept: 0, returned: 10, people: [] });
    expect(await seatsTaken()).toBe(before);
    expect(await look(team)).toMatchObject({ people: [], freeSeats: 0 });
    const more = await send(team, { amount: 0, registrationIds: [], freeSeats: 1 });
    expect(more.body.code).toBe('order_not_cancelable');
  });

  test('sends the same request five times at once: one refund, the same response', async () => {
    const team = await buy(teamOfTen());
    const { Ada } = await peopleOf(team);
    const refundId = randomUUID();
    const body = { refundId, amount: 20_00, registrationIds: [Ada!], freeSeats: 0 };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(team, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await send(team, body)).body).toMatchObject({ amount: 20_00, seats: 1, state: 'succeeded' });
    expect(await standing(team.order.id)).toMatchObject({ kept: 180_00, returned: 1 });
    const other = await buy(checkout());
    expect((await send(other, body)).status).toBe(404);
  });

  test('cancels no ticket whose holder the door is admitting', async () => {
    const team = await buy(teamOfTen());
    const { Ada } = await peopleOf(team);
    const { pool } = stage.world.database;
    const door = await pool.connect();
    await door.query('BEGIN');
    await door.query('SELECT FROM registrations WHERE id = $1 FOR UPDATE', [Ada]);
    await door.query(
      `INSERT INTO check_ins (registration_id, checked_in_by, checked_in_at, admitted_on)
       VALUES ($1, 'staff@example.org', '2025-09-20T14:00:00Z', '2025-09-20')`,
      [Ada],
    );
    const canceling = send(team, { amount: 20_00, registrationIds: [Ada!], freeSeats: 0 });
    await eventuallyWaiting(pool, 1);
    await door.query('COMMIT');
    door.release();
    expect((await canceling).body.code).toBe('person_is_in');
    expect(await standing(team.order.id)).toMatchObject({ kept: 200_00, people: ['Ada', 'Bo', 'Jane'] });
  });

  test('cancels no ticket that somebody else has by now', async () => {
    const team = await buy(teamOfTen());
    const { Ada } = await peopleOf(team);
    const shown = { id: Ada!, firstName: 'Ada', lastName: 'Sample' };
    const body = { amount: 20_00, registrationIds: [Ada!], freeSeats: 0 };
    const given = await send(team, { ...body, seen: { people: [{ ...shown, firstName: 'Ben' }] } });
    expect([given.status, given.body.code]).toEqual([409, 'changed_meanwhile']);
    expect(await standing(team.order.id)).toMatchObject({ kept: 200_00, people: ['Ada', 'Bo', 'Jane'] });
    expect((await send(team, { ...body, seen: { people: [shown] } })).status).toBe(200);
  });

  let team: Bought | undefined;
  test.each([
    ['an amount that the page did not compute', { amount: 21_00, freeSeats: 1 }, 409, 'changed_meanwhile'],
    ['no seat', { amount: 0 }, 400, 'invalid'],
    ['more open seats than there are', { amount: 160_00, freeSeats: 8 }, 409, 'changed_meanwhile'],
    ["somebody else's ticket", { amount: 20_00, registrationIds: [999_999] }, 409, 'changed_meanwhile'],
  ])('is refused %s, and nothing changes', async (_what, body, status, code) => {
    team ??= await buy(teamOfTen());
    const answer = await send(team, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await standing(team.order.id)).toMatchObject({ kept: 200_00, returned: 0 });
  });

  test('is shown the new amount if the rule’s deadline has passed in the meantime', async () => {
    const team = await buy(teamOfTen());
    const { amount } = await preview(team, { registrationIds: [], freeSeats: 2 });
    stage.world.moveClock('2025-09-08T12:00:00Z');
    const late = await send(team, { amount, freeSeats: 2 });
    expect([late.status, late.body.message]).toEqual([
      409,
      'The refund for these seats is now $20.00 instead of $40.00. Nothing was canceled; please check and confirm again.',
    ]);
    expect((await cancel(team, { registrationIds: [], freeSeats: 2 })).body.amount).toBe(20_00);
  });
});

test('what staff cancel on the order’s page is listed as theirs, with a refund and without one', async () => {
  const { buyer, transactionId, order } = await buy(teamOfTen());
  const { staff } = stage;
  const { db } = stage.world.database;
  for (const by of [buyer, staff])
    expect((await send({ buyer: by, transactionId }, { amount: 20_00, freeSeats: 1 })).status).toBe(200);
  stage.world.moveClock('2025-09-15T12:00:00Z');
  for (const by of [buyer, staff])
    expect((await send({ buyer: by, transactionId }, { amount: 0, freeSeats: 1 })).status).toBe(200);
  for (const table of [refunds, cancellations]) {
    const rows = await db.select({ by: table.requestedBy }).from(table).where(eq(table.orderId, order.id));
    expect(rows.map(({ by }) => by).toSorted()).toEqual(['admin@example.org', 'buyer']);
  }
});

describe('without a refund, tickets end and seats are free at once', () => {
  test('after the deadline', async () => {
    const before = await seatsTaken();
    const team = await buy(teamOfTen());
    const { Ada } = await peopleOf(team);
    stage.world.moveClock('2025-09-15T12:00:00Z');
    const refundId = randomUUID();
    const choice = { registrationIds: [Ada!], freeSeats: 2 };
    const { status, body } = await cancel(team, choice, refundId);
    expect([status, body.amount, body.seats, body.state]).toEqual([200, 0, 3, null]);
    expect((await send(team, { refundId, amount: 0, ...choice })).body).toEqual(body);
    expect(await standing(team.order.id)).toEqual({
      ...{ status: 'completed', kept: 200_00, returned: 3, people: ['Bo', 'Jane'] },
    });
    expect(await seatsTaken()).toBe(before + 7);
    expect(await atTheDoor(Ada!)).toEqual({ status: 409, code: 'ticket_not_paid' });
    const { db } = stage.world.database;
    expect(await db.$count(refunds, eq(refunds.orderId, team.order.id))).toBe(0);
    const [row] = await db.select().from(cancellations).where(eq(cancellations.id, refundId));
    expect(row).toMatchObject({ because: 'deadline_passed', requestedBy: 'buyer', seats: 3 });
    expect(await noticesOf(team.order.id)).toEqual([
      'seats_canceled jane@example.org',
      'ticket_ended ada@example.org',
    ]);
    const { text } = await findMail('3 seats are canceled');
    expect(text).toContain('There is no refund. The last day for a refund was September 12, 2025.');
    expect(text).toContain('This ticket is no longer valid: Ada Sample.');
    expect(text).toContain('You still have 7 seats.');
  });

  test('in a free order, with every seat; its coupon use is released with the last one, once', async () => {
    const before = await seatsTaken();
    const team = await freeTeam();
    const { Jane, Ada, Bo } = await peopleOf(team);
    const some = { registrationIds: [Ada!], freeSeats: 7 };
    expect((await cancel(team, some)).status).toBe(200);
    expect(await freeUses()).toEqual({ usageCount: 1, heldCount: 0 });
    const all = { registrationIds: [Jane!, Bo!], freeSeats: 0 };
    expect(await preview(team, all)).toMatchObject({ amount: 0, nothingBack: 'free_order', seatsLeft: 0 });
    const refundId = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => cancel(team, all, refundId)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await freeUses()).toEqual({ usageCount: 0, heldCount: 0 });
    expect(await standing(team.order.id)).toEqual({ status: 'completed', kept: 0, returned: 10, people: [] });
    expect(await seatsTaken()).toBe(before);
    const again = await send(team, { amount: 0, registrationIds: [], freeSeats: 1 });
    expect(again.body.code).toBe('changed_meanwhile');
    // Deleting the order returns nothing a second time.
    const other = await freeTeam();
    await stage.staff.request(`/api/admin/orders/${team.order.id}`, { method: 'DELETE' });
    expect(await seatsTaken()).toBe(before + 10);
    expect(await freeUses()).toEqual({ usageCount: 1, heldCount: 0 });
    expect((await standing(other.order.id)).people).toEqual(['Ada', 'Bo', 'Jane']);
  });

  test('by staff, who choose no refund', async () => {
    const team = await buy(teamOfTen());
    const { Ada } = await peopleOf(team);
    const body = { refundId: randomUUID(), amount: 0, registrationIds: [Ada!], freeSeats: 0, note: 'ill' };
    const answers = await Promise.all([1, 2].map(() => refund(team.order.id, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await standing(team.order.id)).toMatchObject({ status: 'completed', kept: 200_00, returned: 1 });
    expect((await refund(team.order.id, { ...body, registrationIds: [] })).status).toBe(400);
  });
});

describe('a cancellation', () => {
  test('needs the order’s key and a paid order', async () => {
    const unknown = { buyer: stage.world.visitor(), transactionId: '0'.repeat(28) };
    expect((await send(unknown, { amount: 0, freeSeats: 1 })).body.code).toBe('order_not_found');
    const unpaid = await startCheckout(stage.world, teamOfTen());
    expect((await send(unpaid, { amount: 0, freeSeats: 1 })).body.code).toBe('order_not_cancelable');
    expect((await unpaid.buyer.get(`/api/order/${unpaid.transactionId}/cancellation`)).status).toBe(409);
    await stage.staff.request(`/api/admin/orders/${unpaid.orderId}`, { method: 'DELETE' });
  });

  test('of an order under review is shown to staff only', async () => {
    const { buyer, order, transactionId } = await buy(teamOfTen());
    const isOrder = eq(orders.id, order.id);
    await stage.world.database.db.update(orders).set({ paymentStatus: 'review' }).where(isOrder);
    const path = `/api/order/${transactionId}/cancellation`;
    expect((await buyer.get(path)).status).toBe(409);
    expect((await stage.staff.get(path)).status).toBe(200);
    await stage.world.database.db.update(orders).set({ paymentStatus: 'completed' }).where(isOrder);
  });

  test('is refused during a dispute, and refunds nothing once it is lost', async () => {
    const team = await buy(teamOfTen());
    const { db } = stage.world.database;
    await db.update(orders).set({ disputedAt: new Date() }).where(eq(orders.id, team.order.id));
    const disputed = await cancel(team, { registrationIds: [], freeSeats: 1 });
    expect([disputed.body.code, disputed.body.message]).toEqual([
      'order_disputed',
      'You disputed this payment with your bank. Until the bank decides, nothing can be canceled here.',
    ]);
    await db.update(orders).set({ disputedAt: null }).where(eq(orders.id, team.order.id));
    await db.insert(paymentLedger).values({
      ...{
        orderId: team.order.id,
        provider: 'stripe',
        kind: 'dispute',
        moneyRef: 'dp_lost',
        amount: -200_00,
      },
      ...{ currency: 'usd', livemode: false, recordedAt: new Date() },
    });
    const lost = await cancel(team, { registrationIds: [], freeSeats: 1 });
    expect([lost.status, lost.body.amount, lost.body.state]).toEqual([200, 0, null]);
  });

  test('is refused while staff decide which seats to cancel for a refund made elsewhere', async () => {
    const team = await buy(teamOfTen());
    const ctx = stage.world.context();
    const { id: orderId } = team.order;
    await openCase(ctx.db, ctx, { kind: 'refund_elsewhere', subject: 're_there', orderId });
    expect(await look(team)).toMatchObject({ isRefundedElsewhere: true });
    const refused = await cancel(team, { registrationIds: [], freeSeats: 1 });
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      ...[409, 'order_not_cancelable'],
      'We are working on a refund of your order. To cancel seats, please contact us.',
    ]);
    expect(await standing(orderId)).toMatchObject({ kept: 200_00, returned: 0 });
    const [found] = await (await stage.staff.get('/api/admin/payment-cases')).json();
    await stage.staff.post(`/api/admin/payment-cases/${found.id}/resolve`, { decision: 'dismiss' });
    expect((await cancel(team, { registrationIds: [], freeSeats: 1 })).body.amount).toBe(20_00);
  });

  test('of a seat that staff are already refunding is refused with a sentence that says so', async () => {
    const team = await buy(teamOfTen());
    const { Ada } = await peopleOf(team);
    stage.world.sandbox.stripe.faults.set({ holdRefunds: true });
    try {
      expect((await cancel(team, { registrationIds: [Ada!], freeSeats: 0 })).status).toBe(200);
      const late = await send(team, { amount: 20_00, registrationIds: [Ada!], freeSeats: 0 });
      expect([late.status, late.body.code, late.body.message]).toEqual([
        ...[409, 'changed_meanwhile'],
        'Some of these seats are already being canceled or refunded. This page now shows the seats that are left.',
      ]);
    } finally {
      stage.world.sandbox.stripe.faults.clear();
    }
  });

  test('is refused for people admitted on the day, but not for a rehearsal, and for everybody after the event', async () => {
    const team = await freeTeam();
    const { Ada, Bo } = await peopleOf(team);
    stage.world.moveClock('2025-09-18T12:00:00Z');
    expect((await atTheDoor(Ada!)).status).toBe(200);
    expect((await cancel(team, { registrationIds: [Ada!], freeSeats: 0 })).status).toBe(200);
    stage.world.moveClock('2025-09-20T15:00:00Z');
    expect((await atTheDoor(Bo!)).status).toBe(200);
    const inside = await cancel(team, { registrationIds: [Bo!], freeSeats: 0 });
    expect([inside.status, inside.body.code]).toEqual([409, 'person_is_in']);
    stage.world.moveClock('2025-09-21T06:00:00Z');
    expect(await look(team)).toMatchObject({ isPast: true });
    expect((await cancel(team, { registrationIds: [], freeSeats: 1 })).body.code).toBe('event_over');
  });

  test('can be tried twenty times a minute from one address', async () => {
    const team = await buy(teamOfTen());
    const codes = [];
    for (let index = 0; index < 21; index += 1)
      codes.push((await send(team, { amount: 1, freeSeats: 1 })).body.code);
    expect(codes.slice(0, 20)).toEqual(Array(20).fill('changed_meanwhile'));
    expect(codes[20]).toBe('too_many_requests');
  });
});

test('seats canceled without a refund stay canceled when a later refund fails and staff accept the order again', async () => {
  const before = await seatsTaken();
  const team = await buy(teamOfTen());
  const { Ada, Bo } = await peopleOf(team);
  stage.world.moveClock('2025-09-15T12:00:00Z');
  await cancel(team, { registrationIds: [Ada!], freeSeats: 2 });
  stage.world.sandbox.stripe.faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  await refund(team.order.id, { amount: 20_00, registrationIds: [Bo!] });
  stage.world.sandbox.stripe.faults.clear();
  await eventually(async () => {
    await askAboutRefunds();
    expect((await standing(team.order.id)).status).toBe('review');
  });
  const [one] = await (await stage.staff.get('/api/admin/payment-cases')).json();
  await stage.staff.post(`/api/admin/payment-cases/${one.id}/resolve`, { decision: 'accept' });
  expect(await standing(team.order.id)).toEqual({
    ...{ status: 'completed', kept: 200_00, returned: 3, people: ['Bo', 'Jane'] },
  });
  expect(await seatsTaken()).toBe(before + 7);
});
