import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DoorOrder } from '#contract/door.ts';
import type { Board } from '#contract/door-day.ts';
import { fullName } from '#domain/attendee.ts';
import { type PaidOrder, storePaid } from '#test/buy.ts';
import { made } from '#test/door-stage.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { eventuallyReported } from '#test/lock-waits.ts';
import { correct } from '#test/pass-updates.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { registrations } from '../db/tables.ts';
import { erasePerson } from '../privacy/erase-person.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld({ now: '2025-09-18T16:00:00Z' });
  staff = await world.staff();
});
afterAll(() => world.stop());

const buy = (body: unknown) => storePaid(world, body);

async function aPhone(person: string, door: string, role = 'steward') {
  const invited = await staff.post('/api/admin/door/invitations', { role, maxPhones: 1 });
  const invitation = new URL((await invited.json()).url).hash.slice(1);
  const phone = world.visitor();
  await phone.post('/api/door/join', { invitation, person, door });
  return phone;
}

async function sync(phone: Visitor, scans: readonly unknown[], waiting = 0) {
  const status = { tickets: 5, waiting, isReady: true };
  const response = await phone.post('/api/door/sync', { scans, since: null, status });
  const body = await response.json();
  expect(body.refused).toEqual([]);
  return body;
}

function admit({ orderId, people }: PaidOrder, index: number, at: string) {
  const whom = { order: orderId, registration: people[index]!.id, seat: null };
  return { kind: 'admit', method: 'qr_scan', ...made({ at }), ...whom };
}

async function board(who: Visitor = staff, path = '/api/admin/live'): Promise<Board> {
  return (await who.get(path)).json();
}

test('the board counts arrivals by door, package, track and five minutes, and names missing people (R-DOOR-11)', async () => {
  const team = await buy(teamOfTen({ organization: 'Sample School' }));
  const one = await buy(checkout({ track: 'professionals' }));
  const training = await buy(checkout({ eventType: 'trainer', amount: 1500, finalAmount: 1500 }));
  world.moveClock('2025-09-20T14:17:30Z');
  expect(await board()).toMatchObject({ expected: 4, arrived: 0, perFiveMinutes: [], teams: [] });

  const maria = await aPhone('Maria', 'Main entrance');
  await sync(maria, [admit(team, 0, '2025-09-20T14:04:59Z'), admit(one, 0, '2025-09-20T14:12:00Z')], 3);
  const scan = { registrationId: team.people[1]!.id, method: 'manual_lookup' };
  expect((await staff.post('/api/admin/check-in', scan)).status).toBe(200);
  // Practice scans don't count, nor does a ticket for the other day, which isn't expected.
  await sync(maria, [{ ...admit(team, 2, '2025-09-20T14:13:00Z'), practice: true }], 3);
  await sync(maria, [admit(training, 0, '2025-09-20T14:14:00Z')], 3);

  const found = await board();
  expect(found).toMatchObject({
    day: '2025-09-20',
    expected: 4,
    arrived: 3,
    byDoor: [
      { door: 'Main entrance', arrived: 2 },
      { door: 'High Street entrance', arrived: 0 },
      { door: 'Garage', arrived: 0 },
      { door: null, arrived: 1 },
    ],
    byPackage: [
      { label: 'Individual Package', arrived: 1, expected: 1 },
      { label: '10-Person Package', arrived: 2, expected: 3 },
    ],
    byTrack: [
      { track: 'caregivers', arrived: 1, expected: 2 },
      { track: 'professionals', arrived: 2, expected: 2 },
    ],
    perFiveMinutes: [
      { from: '2025-09-20T14:00:00.000Z', arrived: 1 },
      { from: '2025-09-20T14:05:00.000Z', arrived: 0 },
      { from: '2025-09-20T14:10:00.000Z', arrived: 1 },
      { from: '2025-09-20T14:15:00.000Z', arrived: 1 },
    ],
    teams: [
      {
        order: team.orderId,
        organization: 'Sample School',
        seats: 10,
        arrived: 2,
        missing: ['Bo Sample'],
        freeSeats: 7,
      },
    ],
    waiting: 3,
    duplicates: [],
    over: [],
    ended: [],
  });
  expect(found.phones.map(({ person, waiting }) => [person, waiting])).toEqual([['Maria', 3]]);
  const stats = await (await staff.get('/api/admin/check-in-stats')).json();
  expect([stats.checkedIn, stats.totalRegistrations]).toEqual([found.arrived, found.expected]);
});

test('a person admitted by two doors stays on the board until that is settled, even on a later day', async () => {
  world.moveClock('2025-09-18T16:00:00Z');
  const one = await buy(checkout({ firstName: 'Zoe', lastName: 'Twice' }));
  world.moveClock('2025-09-20T14:30:00Z');
  const garage = await aPhone('Tom', 'Garage');
  const main = await aPhone('Ana', 'Main entrance');
  const late = admit(one, 0, '2025-09-20T14:25:00Z');
  const early = admit(one, 0, '2025-09-20T14:20:00Z');
  await sync(garage, [late]);
  await sync(main, [early]);
  world.moveClock('2025-09-21T05:30:00Z');
  const { duplicates } = await board();
  expect(duplicates).toEqual([
    {
      registration: one.people[0]!.id,
      seat: null,
      name: 'Zoe Twice',
      order: one.orderId,
      number: `DSS${String(one.orderId).padStart(6, '0')}`,
      admitted: {
        id: early.id,
        at: '2025-09-20T14:20:00.000Z',
        door: 'Main entrance',
        by: 'Ana',
        device: expect.any(String),
      },
      duplicate: {
        id: late.id,
        at: '2025-09-20T14:25:00.000Z',
        door: 'Garage',
        by: 'Tom',
        device: expect.any(String),
      },
    },
  ]);
  const path = `/api/admin/door/scans/${late.id}/settle`;
  expect((await staff.post(path, { outcome: 'same_person' })).status).toBe(200);
  expect((await board()).duplicates).toEqual([]);
});

test('a supervisor’s phone settles a double admission on a later day, even one that arrives later (R-DOOR-6)', async () => {
  world.moveClock('2025-09-18T16:00:00Z');
  const both = checkout({ eventType: 'both', amount: 1500, finalAmount: 1500 });
  const [one, other] = [await buy(both), await buy(both)];
  world.moveClock('2025-09-19T14:30:00Z');
  const garage = await aPhone('Tom', 'Garage');
  const ana = await aPhone('Ana', 'Main entrance', 'supervisor');
  const admitsOf = (bought: PaidOrder) =>
    ['2025-09-19T14:20:00Z', '2025-09-19T14:25:00Z'].map((at) => admit(bought, 0, at));
  const [shown, late] = [admitsOf(one), admitsOf(other)];
  await sync(garage, shown);
  world.moveClock('2025-09-20T14:00:00Z');
  const open = async () => (await board()).duplicates.map(({ duplicate }) => duplicate.id);
  expect(await open()).toEqual([shown[1]!.id]);
  await sync(
    ana,
    [shown[1]!, late[1]!].map(({ id: refersTo, order, registration, seat }) => ({
      kind: 'settle',
      ...made({ at: '2025-09-20T13:00:00Z' }),
      ...{ refersTo, order, registration, seat, outcome: 'same_person' },
    })),
  );
  expect(await open()).toEqual([]);
  await sync(garage, late);
  expect(await open()).toEqual([]);
});

test('a name without a free seat stays on the board until it is settled or withdrawn', async () => {
  world.moveClock('2025-09-18T16:00:00Z');
  const { orderId } = await buy(checkout());
  world.moveClock('2025-09-20T15:00:00Z');
  const phone = await aPhone('Tom', 'Garage');
  const names = ['2025-09-20T14:40:00Z', '2025-09-20T14:45:00Z'].map((at, index) => ({
    kind: 'name',
    ...made({ at }),
    order: orderId,
    firstName: 'Over',
    lastName: `Number ${index}`,
  }));
  await sync(phone, names);
  expect((await board()).over).toEqual(
    names.toReversed().map(({ id, decidedAt, firstName, lastName }) => ({
      registration: null,
      seat: id,
      name: `${firstName} ${lastName}`,
      order: orderId,
      number: `DSS${String(orderId).padStart(6, '0')}`,
      at: new Date(decidedAt).toISOString(),
      door: 'Garage',
      by: 'Tom',
    })),
  );
  await staff.post(`/api/admin/door/scans/${names[0]!.id}/settle`, { outcome: 'two_people' });
  await staff.post(`/api/admin/door/scans/${names[1]!.id}/undo`, {});
  expect((await board()).over).toEqual([]);
});

test('names for an order that is deleted leave the board, but one that arrives later is a question', async () => {
  world.moveClock('2025-09-18T16:00:00Z');
  const { orderId } = await buy(teamOfTen());
  world.moveClock('2025-09-20T15:00:00Z');
  const phone = await aPhone('Tom', 'Garage');
  const name = (lastName: string) => ({
    kind: 'name',
    ...made({ at: '2025-09-20T14:50:00Z' }),
    ...{ order: orderId, firstName: 'Guest', lastName },
  });
  const named = Array.from({ length: 8 }, (_, index) => name(`Number ${index}`));
  await sync(phone, named);
  const over = async () => (await board()).over.map((one) => one.name);
  expect(await over()).toHaveLength(1);
  expect((await staff.request(`/api/admin/orders/${orderId}`, { method: 'DELETE' })).status).toBe(200);
  expect(await over()).toEqual([]);
  const late = name('Late');
  await sync(phone, [late]);
  expect(await over()).toEqual(['Guest Late']);
  await staff.post(`/api/admin/door/scans/${late.id}/undo`, {});
});

test('somebody admitted with a ticket that had ended before the scan arrived stays on the board until that is settled or undone', async () => {
  world.moveClock('2025-09-18T16:00:00Z');
  const team = await buy(teamOfTen());
  world.moveClock('2025-09-20T14:40:00Z');
  const phone = await aPhone('Tom', 'Garage');
  const [known, deleted, returned] = [0, 2, 1].map((index, minute) =>
    admit(team, index, `2025-09-20T14:4${minute}:00Z`),
  );
  // Tickets that end after their admission is known were used as they should be.
  await sync(phone, [known!]);
  world.moveClock('2025-09-20T14:45:00Z');
  const [, second, third] = team.people;
  for (const ended of [
    await staff.post(`/api/admin/registrations/${second!.id}/free-seat`, { seen: second }),
    await staff.request(`/api/admin/registrations/${third!.id}`, { method: 'DELETE' }),
  ])
    expect(ended.status).toBe(200);
  world.moveClock('2025-09-20T14:50:00Z');
  await sync(phone, [returned!, deleted!]);
  const open = async () => (await board()).ended;
  const late = { order: team.orderId, seat: null };
  const from = { door: 'Garage', by: 'Tom' };
  expect(await open()).toMatchObject([
    {
      ...late,
      registration: second!.id,
      name: fullName(second!),
      admitted: { ...from, id: returned!.id },
      isPassedOn: false,
    },
    { ...late, registration: third!.id, name: 'A deleted person', admitted: { ...from, id: deleted!.id } },
  ]);
  await staff.post(`/api/admin/door/scans/${returned!.id}/settle`, { outcome: 'two_people' });
  expect((await open()).map(({ admitted }) => admitted.id)).toEqual([deleted!.id]);
  await staff.post(`/api/admin/door/scans/${deleted!.id}/undo`, {});
  expect(await open()).toEqual([]);
});

test('somebody admitted with a ticket whose order was deleted before the scan arrived stays on the board until that is settled', async () => {
  world.moveClock('2025-09-18T16:00:00Z');
  const team = await buy(teamOfTen());
  world.moveClock('2025-09-20T15:10:00Z');
  const phone = await aPhone('Tom', 'Garage');
  const scan = admit(team, 1, '2025-09-20T15:09:00Z');
  expect((await staff.request(`/api/admin/orders/${team.orderId}`, { method: 'DELETE' })).status).toBe(200);
  world.moveClock('2025-09-20T15:15:00Z');
  await sync(phone, [scan]);
  expect((await board()).ended).toMatchObject([
    { order: team.orderId, name: 'A deleted person', admitted: { id: scan.id }, isPassedOn: false },
  ]);
  await staff.post(`/api/admin/door/scans/${scan.id}/settle`, { outcome: 'two_people' });
  expect((await board()).ended).toEqual([]);
});

test('somebody who was named at the door and deleted before an admission arrived stays on the board until that is settled', async () => {
  world.moveClock('2025-09-18T16:00:00Z');
  const team = await buy(teamOfTen());
  world.moveClock('2025-09-20T15:20:00Z');
  const phone = await aPhone('Tom', 'Garage');
  const named = {
    kind: 'name',
    ...made({ at: '2025-09-20T15:18:00Z' }),
    ...{ order: team.orderId, firstName: 'Nina', lastName: 'Named' },
  };
  await sync(phone, [named]);
  const [nina] = await world.database.db.select().from(registrations).where(eq(registrations.seat, named.id));
  const deleted = await staff.request(`/api/admin/registrations/${nina!.id}`, { method: 'DELETE' });
  expect(deleted.status).toBe(200);
  world.moveClock('2025-09-20T15:25:00Z');
  const whom = { order: team.orderId, registration: null, seat: named.id };
  const scan = { kind: 'admit', method: 'qr_scan', ...made({ at: '2025-09-20T15:19:00Z' }), ...whom };
  await sync(phone, [scan]);
  expect((await board()).ended).toMatchObject([
    { order: team.orderId, seat: named.id, admitted: { id: scan.id }, isPassedOn: false },
  ]);
  await staff.post(`/api/admin/door/scans/${scan.id}/settle`, { outcome: 'two_people' });
  expect((await board()).ended).toEqual([]);
});

test('an admission from before its ticket was given away counts for nobody, and is a question until it is settled', async () => {
  world.moveClock('2025-09-18T16:00:00Z');
  const bought = await buy(checkout());
  const [person] = bought.people;
  world.moveClock('2025-09-20T14:50:00Z');
  const phone = await aPhone('Tom', 'Garage');
  const scan = admit(bought, 0, '2025-09-20T14:49:00Z');
  await correct(world, person!, { firstName: 'Bert', lastName: 'New', email: 'bert@example.org' });
  world.moveClock('2025-09-20T14:55:00Z');
  await sync(phone, [scan]);
  await sync(phone, [scan]);
  const { arrived, ended } = await board();
  expect(ended).toMatchObject([{ name: 'Bert New', isPassedOn: true, admitted: { id: scan.id } }]);
  await sync(phone, [admit(bought, 0, '2025-09-20T14:54:00Z')]);
  expect((await board()).arrived).toBe(arrived + 1);
  await staff.post(`/api/admin/door/scans/${scan.id}/settle`, { outcome: 'two_people' });
  expect((await board()).ended).toEqual([]);
});

test("a supervisor's phone sees the board, a steward's does not", async () => {
  const supervisor = await aPhone('Ana', 'Main entrance', 'supervisor');
  expect((await board(supervisor, '/api/door/board')).day).toBe('2025-09-20');
  const steward = await aPhone('Tom', 'Garage');
  expect((await steward.get('/api/door/board')).status).toBe(403);
  expect((await steward.get('/api/admin/live')).status).toBe(401);
});

test('a phone that was revoked stays on the board while it holds scans', async () => {
  const phone = await aPhone('Quick', 'Garage');
  await sync(phone, [], 2);
  const { phones } = await (await staff.get('/api/admin/door/phones')).json();
  const { id } = phones.find((one: { person: string }) => one.person === 'Quick');
  await staff.post(`/api/admin/door/phones/${id}/revoke`, {});
  const shown = async () => (await board()).phones.map(({ person }) => person).includes('Quick');
  expect(await shown()).toBe(true);
  await sync(phone, []);
  expect(await shown()).toBe(false);
});

test('the board’s stream reports each arrival, to staff only', async () => {
  const bought = await buy(checkout({ email: 'pushed@example.org' }));
  await eventuallyReported(world.database.pool);
  const stream = await staff.get('/api/admin/door/stream');
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  const reader = stream.body!.getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  // The first event comes at once, because something may have been missed before.
  expect(await next()).toContain('event: change');
  await staff.post('/api/admin/check-in', { registrationId: bought.people[0]!.id, method: 'manual_lookup' });
  expect(await next()).toContain('event: change');
  await reader.cancel();
  const phone = await aPhone('Jo', 'Garage');
  const responses = await Promise.all(
    [world.visitor(), phone].map((one) => one.get('/api/admin/door/stream')),
  );
  expect(responses.map(({ status }) => status)).toEqual([401, 401]);
});

type Holder = PaidOrder['people'][number];
test.each<[string, (holder: Holder) => Promise<unknown>]>([
  ['that was given away', async () => {}],
  [
    'that was given away after its holder’s address was corrected',
    (holder) => correct(world, holder, { email: 'ada.new@example.org' }),
  ],
  ['whose holder was erased', ({ email }) => erasePerson(world.context(), email, { evenWithTicket: true })],
])('a phone with an old copy of a ticket %s does not check in the new holder', async (_, change) => {
  const { db } = world.database;
  world.moveClock('2025-09-18T16:00:00Z');
  const bought = await buy(teamOfTen());
  const holder = bought.people[1]!;
  world.moveClock('2025-09-20T15:00:00Z');
  const phone = await aPhone('Tom', 'Garage');
  const codeNow = async () => {
    const orders: DoorOrder[] = (await sync(phone, [])).orders;
    return orders
      .find((one) => one.order === bought.orderId)!
      .tickets.find((one) => one.registration === holder.id)!.code;
  };
  const old = await codeNow();
  await change(holder);
  const [now] = await db.select().from(registrations).where(eq(registrations.id, holder.id));
  await correct(world, now!, {
    firstName: 'Bea',
    lastName: 'New',
    email: 'bea@example.org',
  });
  const late = { ...admit(bought, 1, '2025-09-20T15:04:00Z'), method: 'manual_lookup', code: old };
  // This phone's clock is slow.
  const right = { ...admit(bought, 1, '2025-09-20T14:57:00Z'), code: await codeNow() };
  world.moveClock('2025-09-20T15:05:00Z');
  const { arrived } = await board();
  await sync(phone, [late]);
  const told = await board();
  expect(told.arrived).toBe(arrived);
  const question = told.ended.find(({ admitted }) => admitted.id === late.id);
  expect(question).toMatchObject({ name: 'Bea New', isPassedOn: true });
  await sync(phone, [right]);
  expect((await board()).arrived).toBe(arrived + 1);
});
