import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeGroups } from '#domain/codes.ts';
import { auditRows } from '#test/audit-rows.ts';
import { type PaidOrder, storePaid } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { seatsTaken } from '#test/seats-taken.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { mails, orders, registrations } from '../db/tables.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const person = {
  firstName: 'New',
  lastName: 'Sample',
  email: 'new@example.org',
  track: 'caregivers',
  isOrganizer: false,
};

const buy = (body: unknown, pays = true): Promise<Pick<PaidOrder, 'buyer' | 'transactionId' | 'orderId'>> =>
  pays ? storePaid(world, body) : startCheckout(world, body);

const add = (key: string | number, changes: Record<string, unknown> = {}, who: Visitor = world.visitor()) =>
  answerOf(who.post(`/api/order/${key}/attendees`, { ...person, orderId: key, ...changes }));

async function standing(id: number) {
  const [order] = await world.database.db.select().from(orders).where(eq(orders.id, id));
  return {
    status: order!.attendeeDataStatus,
    people: await world.database.db.$count(registrations, eq(registrations.orderId, id)),
  };
}

test('a named seat becomes a ticket with its own mail, until every seat is named', async () => {
  const { transactionId, orderId } = await buy(teamOfTen());
  const before = await seatsTaken(world);
  for (let index = 4; index <= 10; index += 1) {
    const { status, body } = await add(transactionId, { email: `member${index}@example.org` });
    expect([status, body.email, body.isOrganizer]).toEqual([200, `member${index}@example.org`, false]);
    expect(body.qrCodeData).toMatch(/^T/);
    expect(await standing(orderId)).toEqual({ status: index < 10 ? 'partial' : 'complete', people: index });
  }
  expect((await add(transactionId)).body).toMatchObject({ code: 'no_slots_left' });
  expect((await add(transactionId, { email: 'member10@example.org' })).body.code).toBe('same_person');
  expect(await seatsTaken(world)).toBe(before);
  expect(await world.database.db.$count(mails, eq(mails.orderId, orderId))).toBe(10);
  expect(await auditRows(world, { orderId, action: 'attendee_added' })).toHaveLength(7);
});

test('of ten people added to seven free seats at once, seven get in', async () => {
  const { transactionId, orderId } = await buy(teamOfTen());
  // On a busy machine, many more would wait too long for each other, and get a 503.
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => add(transactionId, { email: `rush${index}@example.org` })),
  );
  expect(responses.filter((one) => one.status === 200)).toHaveLength(7);
  expect(responses.filter((one) => one.status === 409)).toHaveLength(3);
  expect(await standing(orderId)).toEqual({ status: 'complete', people: 10 });
});

test('the number works in the browser that bought the order and for staff, the transaction id everywhere', async () => {
  const { orderId, buyer } = await buy(teamOfTen());
  expect((await add(orderId)).status).toBe(404);
  expect((await add(orderId, { email: 'own@example.org' }, buyer)).status).toBe(200);
  expect((await add(orderId, { email: 'staff@example.org' }, await world.staff())).status).toBe(200);
});

test('a body whose order differs from the path’s is refused', async () => {
  const [mine, other] = [await buy(teamOfTen()), await buy(teamOfTen({ email: 'other@example.org' }))];
  const before = await standing(other.orderId);
  for (const orderId of [other.orderId, String(other.orderId), other.transactionId, 0, '']) {
    const { status, body } = await add(mine.transactionId, { orderId });
    expect([status, body.fields]).toEqual([400, { orderId: 'This is not the order in the address' }]);
  }
  const typed = codeGroups(mine.transactionId).join('-').toLowerCase();
  const own = [mine.orderId, String(mine.orderId), mine.transactionId, typed, undefined];
  for (const [n, orderId] of own.entries()) {
    expect((await add(mine.transactionId, { orderId, email: `mine${n}@example.org` })).status).toBe(200);
  }
  expect(await standing(other.orderId)).toEqual(before);
});

test('the track may be left open (R-ATTENDEE-3)', async () => {
  const { transactionId, orderId } = await buy(teamOfTen());
  for (const [index, track] of [undefined, '', null].entries()) {
    const { status, body } = await add(transactionId, { email: `open${index}@example.org`, track });
    expect([status, body.track]).toEqual([200, null]);
  }
  expect(await standing(orderId)).toEqual({ status: 'partial', people: 6 });
});

test('three identical calls at once name one person (R-ATTENDEE-5)', async () => {
  const { transactionId, orderId } = await buy(teamOfTen());
  const responses = await Promise.all([1, 2, 3].map(() => add(transactionId)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await standing(orderId)).toMatchObject({ people: 4 });
});

test('a person with the same name and email is added once the call confirms a second person (R-ATTENDEE-5)', async () => {
  const { transactionId, orderId } = await buy(teamOfTen());
  const ada = { firstName: ' ada ', lastName: 'SAMPLE', email: 'ADA@example.org' };
  expect((await add(transactionId, ada)).body.code).toBe('same_person');
  expect((await add(transactionId, { ...ada, isSecondPerson: false })).body.code).toBe('same_person');
  expect(await standing(orderId)).toMatchObject({ people: 3 });
  expect((await add(transactionId, { ...ada, isSecondPerson: true })).status).toBe(200);
  expect((await add(transactionId, { ...ada, lastName: 'Other' })).status).toBe(200);
  expect(await standing(orderId)).toMatchObject({ people: 5 });
});

test('missing fields are reported by name; an unpaid order and one after the event are refused', async () => {
  const { transactionId } = await buy(teamOfTen());
  expect((await add(transactionId, { firstName: '', lastName: ' ', email: 'x' })).body.fields).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Valid email is required',
  });
  expect((await add(transactionId, { track: 'both' })).body.fields).toEqual({
    track: 'Choose a track: caregivers or professionals',
  });
  expect((await add(transactionId, { isOrganizer: true })).status).toBe(400);
  const unpaid = await buy(teamOfTen(), false);
  expect((await add(unpaid.transactionId)).body.code).toBe('order_not_paid');
  const single = await buy(checkout());
  const full = 'Every seat in this order already has a name.';
  expect((await add(single.transactionId)).body).toMatchObject({ code: 'no_slots_left', message: full });
  await world.database.db.delete(registrations).where(eq(registrations.orderId, single.orderId));
  expect((await add(single.transactionId)).body).toMatchObject({
    code: 'no_slots_left',
    message: 'This order has one seat, which only our staff can name. Please contact us.',
  });
  const now = world.sandbox.clock.now();
  world.moveClock('2025-09-21T06:00:00Z');
  expect((await add(transactionId)).body.code).toBe('event_over');
  world.moveClock(now.toISOString());
});
