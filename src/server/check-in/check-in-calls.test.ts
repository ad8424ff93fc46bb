import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditRows } from '#test/audit-rows.ts';
import { storePaid } from '#test/buy.ts';
import { checkout } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { and, eq, inArray } from '../db/drizzle.ts';
import { checkIns, orders, registrationAudit, registrations } from '../db/tables.ts';

let world: World;
let door: Visitor;
beforeAll(async () => {
  world = await createWorld({ now: '2025-09-19T13:30:00Z' });
  door = await world.staff('door@example.org');
});
afterAll(() => world.stop());
beforeEach(() => world.moveClock('2025-09-20T14:10:00Z'));

interface Ticket {
  readonly id: number;
  readonly orderId: number;
  readonly qrCodeData: string;
}

async function buy(changes: Record<string, unknown> = {}): Promise<Ticket> {
  world.moveClock('2025-09-18T16:00:00Z');
  const { people } = await storePaid(world, checkout(changes));
  world.moveClock('2025-09-20T14:10:00Z');
  return people[0]!;
}

const twoDays = { eventType: 'both', amount: 1500, finalAmount: 1500 };

async function validate(qrToken: string) {
  return (await door.post('/api/admin/validate-qr', { qrToken })).json();
}

const scan = (qrToken: string, who = door) =>
  answerOf(who.post('/api/admin/check-in', { qrToken, method: 'qr_scan', notes: 'at the door' }));

test('the code of a deleted registration or order is refused as removed, and a made-up one as invalid (R-CODE-4)', async () => {
  const [person, order] = [await buy(), await buy()];
  await door.request(`/api/admin/registrations/${person.id}?organizer=true`, { method: 'DELETE' });
  await door.request(`/api/admin/orders/${order.orderId}`, { method: 'DELETE' });
  const removed = 'This ticket was removed from its order. Please send the guest to the help desk.';
  for (const { qrCodeData } of [person, order]) {
    expect(await validate(qrCodeData)).toMatchObject({ valid: false, reason: 'unknown', message: removed });
    const { status, body } = await scan(qrCodeData);
    expect([status, body.code, body.message]).toEqual([404, 'ticket_invalid', removed]);
  }
  const never = `T${'0'.repeat(28)}`;
  expect((await validate(never)).message).toBe('This ticket is not valid.');
  expect((await scan(never)).body.message).toBe('This ticket is not valid.');
  // Nothing stored links the code to a person.
  const { rows } = await world.database.pool.query('SELECT * FROM ended_codes');
  expect(rows.map((row) => Object.keys(row))).toEqual([['hash'], ['hash']]);
});

test('a valid ticket is admitted once, and then shows when and by whom', async () => {
  const ticket = await buy();
  expect(await validate(` ${ticket.qrCodeData.toLowerCase()} `)).toMatchObject({
    valid: true,
    reason: 'valid',
    message: 'This ticket is valid.',
  });
  const admitted = await scan(ticket.qrCodeData);
  expect([
    admitted.status,
    admitted.body.registration.firstName,
    admitted.body.registration.checkedIn,
  ]).toEqual([200, 'Jane', true]);
  expect(await validate(ticket.qrCodeData)).toMatchObject({
    valid: false,
    reason: 'already_checked_in',
    message: 'Already checked in at 8:10 AM by door@example.org.',
  });
  const other = await world.staff('maria.lopez@example.org');
  const again = await scan(ticket.qrCodeData, other);
  expect([again.status, again.body.code, again.body.message]).toEqual([
    409,
    'already_checked_in',
    'Already checked in at 8:10 AM by door@example.org.',
  ]);
  const audit = await auditRows(world, { registrationId: ticket.id, action: 'checked_in' });
  expect(audit.map((row) => row.actor)).toEqual(['door@example.org']);
});

test('a code typed as the ticket shows it, with letters for digits, admits', async () => {
  const ticket = await buy();
  const typed = ticket.qrCodeData
    .match(/.{1,4}/g)!
    .join(' \u2013 ')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l');
  expect(await validate(typed)).toMatchObject({ valid: true, reason: 'valid' });
  expect((await scan(typed)).status).toBe(200);
});

test('the same ticket scanned eight times at the same instant admits once', async () => {
  const ticket = await buy();
  const responses = await Promise.all(Array.from({ length: 8 }, () => scan(ticket.qrCodeData)));
  expect(responses.map((one) => one.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  expect(await world.database.db.$count(checkIns, eq(checkIns.registrationId, ticket.id))).toBe(1);
});

test('a retry after a lost response gets the first response', async () => {
  const ticket = await buy();
  const press = { qrToken: ticket.qrCodeData, method: 'qr_scan', pressId: randomUUID() };
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => answerOf(door.post('/api/admin/check-in', press))),
  );
  expect(responses.map((one) => one.status)).toEqual(Array(8).fill(200));
  expect(new Set(responses.map((one) => JSON.stringify(one.body))).size).toBe(1);
  expect(responses[0]!.body.registration).toMatchObject({ checkedIn: true, checkedInBy: 'door@example.org' });
  expect(await world.database.db.$count(checkIns, eq(checkIns.registrationId, ticket.id))).toBe(1);
  const audit = await world.database.db.$count(
    registrationAudit,
    and(eq(registrationAudit.registrationId, ticket.id), eq(registrationAudit.action, 'checked_in')),
  );
  expect(audit).toBe(1);

  // A retry works by name, too; any other press counts as a second admission.
  const byName = { registrationId: ticket.id, method: 'manual_lookup' };
  expect((await door.post('/api/admin/check-in', { ...byName, pressId: press.pressId })).status).toBe(200);
  const inCapitals = { ...press, pressId: press.pressId.toUpperCase() };
  expect((await door.post('/api/admin/check-in', inCapitals)).status).toBe(200);
  for (const other of [byName, { ...byName, pressId: randomUUID() }]) {
    const refused = await door.post('/api/admin/check-in', other);
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'already_checked_in']);
  }
});

test('a scan that waited for a refund’s lock sees the refund', async () => {
  const ticket = await buy();
  const refund = await world.database.pool.connect();
  try {
    await refund.query('BEGIN');
    await refund.query('SELECT FROM registrations WHERE id = $1 FOR UPDATE', [ticket.id]);
    await refund.query("UPDATE orders SET payment_status = 'refunded' WHERE id = $1", [ticket.orderId]);
    const response = scan(ticket.qrCodeData);
    await eventuallyWaiting(world.database.pool, 1);
    await refund.query('COMMIT');
    const { status, body } = await response;
    expect([status, body.code]).toEqual([409, 'ticket_not_paid']);
  } finally {
    refund.release();
  }
});

test('a press that was undone, or was for somebody else, does not admit', async () => {
  const [first, second] = [await buy(), await buy()];
  const pressId = randomUUID();
  const press = async (registrationId: number) => {
    const body = { registrationId, method: 'manual_lookup', pressId };
    const response = await door.post('/api/admin/check-in', body);
    return [response.status, (await response.json()).code];
  };
  expect(await press(first.id)).toEqual([200, undefined]);
  expect(await press(second.id)).toEqual([409, 'press_spent']);
  await door.post(`/api/admin/check-in/${first.id}/undo`, {});
  expect(await press(first.id)).toEqual([409, 'press_spent']);
  expect(
    await world.database.db.$count(checkIns, inArray(checkIns.registrationId, [first.id, second.id])),
  ).toBe(1);
});

test('one press for two people at once admits one of them', async () => {
  for (let round = 0; round < 3; round += 1) {
    const ids = [(await buy()).id, (await buy()).id];
    const pressId = randomUUID();
    const responses = await Promise.all(
      ids.map((registrationId) =>
        door.post('/api/admin/check-in', { registrationId, method: 'manual_lookup', pressId }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const admitted = ids[responses.findIndex(({ status }) => status === 200)];
    const rows = await world.database.db.select().from(checkIns).where(eq(checkIns.pressId, pressId));
    expect(rows.map((row) => row.registrationId)).toEqual([admitted]);
  }
});

test("the door's note appears in the recent list, at the next scan, in the lookup, on the second day, and in the order", async () => {
  const ticket = await buy(twoDays);
  world.moveClock('2025-09-19T14:30:00Z');
  type Noted = { notes: { text: string; at: string; by: string }[] };
  const read = ({ notes }: Noted) => notes.map((one) => `${one.at.slice(0, 16)} ${one.by}: ${one.text}`);
  const first = '2025-09-19T14:30 door@example.org: at the door';
  expect(read((await scan(ticket.qrCodeData)).body.registration)).toEqual([first]);
  const inTheOrder = async () => {
    const people = await (await door.get(`/api/admin/orders/${ticket.orderId}/attendees`)).json();
    return people[0].checkIns.map((one: { notes: string }) => one.notes);
  };
  const recent = async () => {
    const list = await (await door.get('/api/admin/checked-in')).json();
    return read(list.find((one: { id: number }) => one.id === ticket.id));
  };
  const nextScan = async () => read((await validate(ticket.qrCodeData)).registration);
  const lookup = async () => {
    const found = await (await door.get('/api/admin/registrations?paid=true&size=100')).json();
    return read(found.find((one: { id: number }) => one.id === ticket.id));
  };
  expect([await recent(), await nextScan(), await lookup()]).toEqual([[first], [first], [first]]);

  world.moveClock('2025-09-20T14:30:00Z');
  expect(await nextScan()).toEqual([first]);
  const byName = { registrationId: ticket.id, method: 'manual_lookup', notes: 'came late\nby bus' };
  const second = '2025-09-20T14:30 door@example.org: came late\nby bus';
  const admitted = await (await door.post('/api/admin/check-in', byName)).json();
  expect([read(admitted.registration), await recent()]).toEqual([
    [second, first],
    [second, first],
  ]);
  expect(await inTheOrder()).toEqual(['at the door', 'came late\nby bus']);
  const undone = await (await door.post(`/api/admin/check-in/${ticket.id}/undo`, {})).json();
  expect([read(undone.registration), await nextScan(), await inTheOrder()]).toEqual([
    [first],
    [first],
    ['at the door'],
  ]);
});

test('a two-day ticket is admitted once each day, a conference ticket not on the training day', async () => {
  const both = await buy(twoDays);
  const conference = await buy();
  world.moveClock('2025-09-19T14:30:00Z');
  expect((await scan(both.qrCodeData)).status).toBe(200);
  expect((await scan(both.qrCodeData)).status).toBe(409);
  const early = await scan(conference.qrCodeData);
  expect([early.status, early.body.code, early.body.message]).toEqual([
    409,
    'ticket_wrong_day',
    'This ticket is for September 20.',
  ]);
  world.moveClock('2025-09-20T14:30:00Z');
  expect((await scan(both.qrCodeData)).status).toBe(200);
  expect(await world.database.db.$count(checkIns, eq(checkIns.registrationId, both.id))).toBe(2);
});

test('an unpaid, refunded or reviewed order is not admitted, and the reason is shown', async () => {
  const ticket = await buy();
  for (const [status, message] of [
    ['refunded', 'This ticket was refunded.'],
    ['cancelled', 'This order was canceled.'],
    ['pending', 'This ticket has not been paid for yet.'],
    ['review', 'The payment for this order is under review. Please send the guest to the help desk.'],
  ] as const) {
    await world.database.db
      .update(orders)
      .set({ paymentStatus: status })
      .where(eq(orders.id, ticket.orderId));
    expect(await validate(ticket.qrCodeData)).toMatchObject({ valid: false, reason: 'not_paid', message });
    expect((await scan(ticket.qrCodeData)).body).toMatchObject({ code: 'ticket_not_paid', message });
  }
});

test('a canceled ticket in a paid order is not called refunded', async () => {
  const ticket = await buy();
  await world.database.db
    .update(registrations)
    .set({ voidedAt: new Date() })
    .where(eq(registrations.id, ticket.id));
  const message = 'This ticket was canceled.';
  expect(await validate(ticket.qrCodeData)).toMatchObject({ valid: false, reason: 'not_paid', message });
  expect((await scan(ticket.qrCodeData)).body).toMatchObject({ code: 'ticket_not_paid', message });
});

test('an unknown, shortened or foreign code reveals only that it is not valid', async () => {
  const ticket = await buy();
  for (const text of [
    '',
    'hello',
    ticket.qrCodeData.slice(0, -1),
    `T${'0'.repeat(28)}`,
    'x'.repeat(4000),
    '<script>',
  ]) {
    expect(await validate(text)).toEqual({
      valid: false,
      reason: 'unknown',
      message: 'This ticket is not valid.',
      registration: null,
    });
  }
  expect((await scan(`T${'0'.repeat(28)}`)).status).toBe(404);
});

test('manual lookup finds people in paid orders by name and email, and admits them', async () => {
  const ticket = await buy({ firstName: 'Zoë', lastName: 'Look_up', email: 'zoe@example.org' });
  const find = async (search: string) =>
    (
      await (await door.get(`/api/admin/registrations?paid=true&search=${encodeURIComponent(search)}`)).json()
    ).map((one: { id: number }) => one.id);
  expect(await find('zoë look_')).toEqual([ticket.id]);
  expect(await find('ZOE@EXAMPLE')).toEqual([ticket.id]);
  expect(await find('look%up')).toEqual([]);
  const response = await door.post('/api/admin/check-in', {
    registrationId: ticket.id,
    method: 'manual_lookup',
  });
  expect(response.status).toBe(200);
  const [row] = await world.database.db.select().from(checkIns).where(eq(checkIns.registrationId, ticket.id));
  expect(row).toMatchObject({
    method: 'manual_lookup',
    admittedOn: '2025-09-20',
    checkedInBy: 'door@example.org',
  });
  expect(
    (await door.post('/api/admin/check-in', { registrationId: 999_999, method: 'manual_lookup' })).status,
  ).toBe(404);
  await world.database.db
    .update(orders)
    .set({ paymentStatus: 'refunded' })
    .where(eq(orders.id, ticket.orderId));
  expect(await find('zoë')).toEqual([]);
});

test('manual lookup admits whoever was chosen, not whoever has got the seat since', async () => {
  const { id } = await buy({ email: 'jane@example.org' });
  const jane = { firstName: 'Jane', lastName: 'Sample', email: 'jane@example.org' };
  const ana = { firstName: 'Ana', lastName: 'Sample', email: 'ana@example.org' };
  const give = async (from: typeof jane, to: typeof jane) => {
    const details = { track: 'caregivers', dietaryRestrictions: null };
    const body = { ...to, ...details, seen: { ...from, ...details } };
    expect((await door.post(`/api/admin/registrations/${id}`, body)).status).toBe(200);
  };
  const choose = async (seen: typeof jane, pressId = randomUUID()) => {
    const body = { registrationId: id, method: 'manual_lookup', seen, pressId };
    const response = await door.post('/api/admin/check-in', body);
    return [response.status, (await response.json()).code];
  };
  await give(jane, ana);
  expect(await choose(jane)).toEqual([409, 'changed_meanwhile']);
  expect(await world.database.db.$count(checkIns, eq(checkIns.registrationId, id))).toBe(0);
  const press = randomUUID();
  expect(await choose(ana, press)).toEqual([200, undefined]);
  // A retry gets its first response even if the name was corrected in the meantime.
  await give(ana, { ...ana, firstName: 'Anna' });
  expect(await choose(ana, press)).toEqual([200, undefined]);
});

test('an admission can be undone and repeated; the first stays on record', async () => {
  const ticket = await buy();
  world.moveClock('2025-09-20T20:00:00Z');
  await scan(ticket.qrCodeData);
  const stats = async () => (await door.get('/api/admin/check-in-stats')).json();
  const before = await stats();
  expect((await door.post(`/api/admin/check-in/${ticket.id}/undo`, {})).status).toBe(200);
  expect(await stats()).toMatchObject({
    checkedIn: before.checkedIn - 1,
    totalRegistrations: before.totalRegistrations,
  });
  expect((await door.post(`/api/admin/check-in/${ticket.id}/undo`, {})).status).toBe(409);
  expect((await scan(ticket.qrCodeData)).status).toBe(200);
  expect(await world.database.db.$count(checkIns, eq(checkIns.registrationId, ticket.id))).toBe(2);
  const recent = await (await door.get('/api/admin/checked-in')).json();
  expect(recent[0]).toMatchObject({ id: ticket.id, checkedInBy: 'door@example.org' });
});

test('somebody whose ticket ends after the admission is listed with the reason, and no longer counted', async () => {
  const [refunded, canceled] = [await buy(), await buy()];
  const stats = async () => (await (await door.get('/api/admin/check-in-stats')).json()).checkedIn;
  const before = await stats();
  for (const { qrCodeData } of [refunded, canceled]) await scan(qrCodeData);
  const listed = async () => {
    const recent = await (await door.get('/api/admin/checked-in')).json();
    return [refunded, canceled].map(({ id }) => recent.find((one: { id: number }) => one.id === id).refusal);
  };
  expect([await stats(), await listed()]).toEqual([before + 2, [null, null]]);
  const { db } = world.database;
  await db.update(orders).set({ paymentStatus: 'refunded' }).where(eq(orders.id, refunded.orderId));
  await db.update(registrations).set({ voidedAt: new Date() }).where(eq(registrations.id, canceled.id));
  expect([await stats(), await listed()]).toEqual([
    before,
    ['This ticket was refunded.', 'This ticket was canceled.'],
  ]);
});

test('an undo at the desk is about the admission that it showed, not about one made since (R-DOOR-6)', async () => {
  const ticket = await buy();
  const undo = async (body?: unknown) => {
    const path = `/api/admin/check-in/${ticket.id}/undo`;
    const response = await (body ? door.post(path, body) : door.request(path, { method: 'POST' }));
    return [response.status, (await response.json()).code];
  };
  const { body } = await scan(ticket.qrCodeData);
  const seen = body.registration.checkedInAt;
  expect(await undo({ seen })).toEqual([200, undefined]);
  // The response was lost, and in the meantime another door admits the person again.
  world.moveClock('2025-09-20T14:12:00Z');
  const again = await scan(ticket.qrCodeData, await world.staff('maria.lopez@example.org'));
  expect(await undo({ seen })).toEqual([409, 'changed_meanwhile']);
  expect((await validate(ticket.qrCodeData)).reason).toBe('already_checked_in');
  expect(await undo({ seen: again.body.registration.checkedInAt })).toEqual([200, undefined]);
  expect(await undo({ seen })).toEqual([409, 'not_checked_in']);
  // Other programs have seen no admission.
  expect((await scan(ticket.qrCodeData)).status).toBe(200);
  expect(await undo()).toEqual([200, undefined]);
});

test('every door call returns 401 without a sign-in and 403 without permission', async () => {
  const ticket = await buy();
  const calls = (who: Visitor) =>
    Promise.all([
      who.get('/api/admin/check-in-stats'),
      who.get('/api/admin/checked-in'),
      who.post('/api/admin/validate-qr', { qrToken: ticket.qrCodeData }),
      who.post('/api/admin/check-in', { qrToken: ticket.qrCodeData }),
      who.post(`/api/admin/check-in/${ticket.id}/undo`, {}),
      who.get('/api/admin/registrations'),
      who.get('/api/admin/orders'),
      who.get('/api/admin/stats'),
      who.get('/api/admin/email-templates'),
    ]);
  expect((await calls(world.visitor())).map((one) => one.status)).toEqual(Array(9).fill(401));
  const visitor = await world.staff('visitor@example.org');
  expect((await calls(visitor)).map((one) => one.status)).toEqual(Array(9).fill(403));
  expect(await world.database.db.$count(checkIns, eq(checkIns.registrationId, ticket.id))).toBe(0);
});
