import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_SIZE } from '#contract/paging.ts';
import { ERASED } from '#domain/erased.ts';
import { buy } from '#test/buy.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { fillDesk, PEOPLE_PER_ORDER } from '#test/fill-desk.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, EARLY_BIRD, stopClock, type World } from '#test/world.ts';
import { eq, isNull, sql } from '../db/drizzle.ts';
import { mails, newsletterSignups, orders, registrations } from '../db/tables.ts';
import { closeOrder } from '../payments/close-order.ts';
import { registrationOfKey } from './mails/order-mail.ts';

let world: World;
let staff: Visitor;
const ids: Record<string, number> = {};
beforeAll(async () => {
  world = await createWorld({ ticketMails: true, protocolNow: stopClock() });
  staff = await world.staff();
  world.moveClock(EARLY_BIRD);
  ids.zoe = await place(checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' }));
  ids.team = await place(teamOfTen({ firstName: 'Max', lastName: 'beta', email: 'max@example.org' }));
  ids.open = await place(checkout({ firstName: 'Ann', lastName: 'Gamma', email: 'ann@example.org' }), false);
});
afterAll(() => world.stop());

async function place(body: unknown, pays = true): Promise<number> {
  return pays ? (await buy(world, body)).order.id : (await startCheckout(world, body)).orderId;
}

async function names(query: string): Promise<string[]> {
  const rows = (await (await staff.get(`/api/admin/orders${query}`)).json()) as {
    organizerLastName: string;
  }[];
  return rows.map((row) => row.organizerLastName);
}

test.each([
  ['', ['Gamma', 'beta', 'Alpha']],
  ['?sort=createdAt&direction=asc', ['Alpha', 'beta', 'Gamma']],
  ['?sort=organizer&direction=asc', ['Alpha', 'beta', 'Gamma']],
  ['?sort=organizer&direction=desc', ['Gamma', 'beta', 'Alpha']],
  ['?sort=amount&direction=desc', ['beta', 'Gamma', 'Alpha']],
  ['?status=completed', ['beta', 'Alpha']],
  ['?status=pending', ['Gamma']],
  ['?attendeeStatus=partial', ['beta']],
  ['?eventType=trainer', []],
  ['?search=max%20BETA', ['beta']],
])('orders %s', async (query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test.each(['?sort=price', '?direction=up', '?status=paid', '?eventType=party', '?size=26', '?size=x'])(
  'orders %s is refused as invalid',
  async (query) => {
    const response = await staff.get(`/api/admin/orders${query}`);
    expect([response.status, (await response.json()).code]).toEqual([400, 'invalid']);
  },
);

test('registrations can be sorted by name', async () => {
  const people = ['Zoe', 'Ann', 'Óscar', 'Oscar', 'óscar'].map((firstName, index) => ({
    orderId: ids.team!,
    firstName,
    lastName: index < 3 ? 'Ödegaard' : 'odegaard',
    email: 'sorted@example.org',
    createdAt: new Date(index),
  }));
  await world.database.db.insert(registrations).values(people);
  try {
    const response = await staff.get(
      '/api/admin/registrations?paid=true&sort=name&search=sorted@example.org',
    );
    const rows = (await response.json()) as { firstName: string; lastName: string }[];
    expect(rows.map((row) => `${row.lastName} ${row.firstName}`)).toEqual([
      'odegaard Oscar',
      'odegaard óscar',
      'Ödegaard Ann',
      'Ödegaard Óscar',
      'Ödegaard Zoe',
    ]);
  } finally {
    await world.database.db.delete(registrations).where(eq(registrations.email, 'sorted@example.org'));
  }
});

test('an order that ended unpaid has no seats, so the list of orders that need attendees leaves it out', async () => {
  const id = await place(checkout({ lastName: 'Ended', email: 'ended@example.org' }), false);
  const needing = () => names('?attendeeStatus=needed&search=ended@example.org');
  expect(await needing()).toEqual(['Ended']);
  await closeOrder(world.context(), id, 'hold_expired');
  expect(await needing()).toEqual([]);
});

test("an order's details include billing, payments and history", async () => {
  const body = await (await staff.get(`/api/admin/orders/${ids.team}`)).json();
  expect(body.order).toMatchObject({ id: ids.team, totalAmount: '200.00' });
  expect(body.order.squarePaymentId).toMatch(/^pi_/);
  expect(body.payments).toMatchObject([{ provider: 'stripe', kind: 'capture', amount: 200_00 }]);
  expect(body.history.map((one: { action: string }) => one.action)).toEqual([
    'order_completed',
    'order_placed',
  ]);
});

test("a paid order's confirmation can be resent to the organizer three times an hour", async () => {
  const send = (id: number) =>
    answerOf(staff.request(`/api/admin/orders/${id}/resend-email`, { method: 'POST' }));
  const before = await world.database.db.$count(mails, eq(mails.orderId, ids.zoe!));
  const responses = [];
  for (let time = 0; time < 4; time += 1) responses.push(await send(ids.zoe!));
  expect(responses.map((one) => one.status)).toEqual([200, 200, 200, 429]);
  expect(responses[0]!.body).toEqual({ success: true, sentTo: 'zoe@example.org' });
  expect(await world.database.db.$count(mails, eq(mails.orderId, ids.zoe!))).toBe(before + 3);
  expect((await send(ids.open!)).body.code).toBe('order_not_confirmed');
});

test('a valid ticket can be resent to its own attendee three times an hour', async () => {
  const { db } = world.database;
  const people = await db.select().from(registrations).where(eq(registrations.orderId, ids.team!));
  const ada = people.find((one) => one.email === 'ada@example.org')!;
  const send = (id: unknown) =>
    answerOf(staff.request(`/api/admin/registrations/${id}/resend-ticket`, { method: 'POST' }));
  const sent = () => db.select().from(mails).where(eq(mails.recipient, 'ada@example.org'));
  const before = (await sent()).length;
  const responses = [];
  for (let time = 0; time < 4; time += 1) responses.push(await send(ada.id));
  expect(responses.map((one) => one.status)).toEqual([200, 200, 200, 429]);
  expect(responses[0]!.body).toEqual({ success: true, sentTo: 'ada@example.org' });
  const queued = await sent();
  expect(queued).toHaveLength(before + 3);
  // For one person: another person's ticket at the same address isn't included.
  expect(queued.filter((mail) => registrationOfKey(mail.subjectKey) === ada.id)).toHaveLength(3);
  await eventually(async () => expect((await sent()).filter((mail) => mail.sentAt === null)).toEqual([]));
  await db.update(registrations).set({ voidedAt: new Date() }).where(eq(registrations.id, ada.id));
  for (const id of [ada.id, 999_999, 'x', '1e3']) {
    expect((await send(id)).body.code).toBe('registration_not_found');
  }
  await db
    .update(registrations)
    .set({ voidedAt: null, email: ERASED.email })
    .where(eq(registrations.id, ada.id));
  await db.execute(sql`DELETE FROM rate_limits`);
  expect((await send(ada.id)).body.code).toBe('person_erased');
  await db.update(orders).set({ paymentStatus: 'review' }).where(eq(orders.id, ids.team!));
  expect((await send(ada.id)).body.code).toBe('ticket_not_paid');
  await db.update(orders).set({ paymentStatus: 'completed' }).where(eq(orders.id, ids.team!));
});

test('all registrations can be exported as CSV, with any characters in them', async () => {
  const [first] = await world.database.db
    .select()
    .from(registrations)
    .where(eq(registrations.orderId, ids.zoe!));
  await world.database.db
    .update(registrations)
    .set({ dietaryRestrictions: '=HYPERLINK("http://example.org")', lastName: 'O"Neil, Jr.' })
    .where(eq(registrations.id, first!.id));
  world.moveClock(EARLY_BIRD);
  const admission = { registrationId: first!.id, method: 'manual_lookup', notes: null };
  expect((await staff.post('/api/admin/check-in', admission)).status).toBe(200);
  const response = await staff.get('/api/admin/export/registrations');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="registrations-2025-07-15.csv"',
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  const lines = bytes.toString('utf8').split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFTransaction ID,Registration ID,First Name,Last Name,Email,Track,Organizer,Dietary Restrictions,Checked In,Created (Mountain Time),Event Type,Organization,Package,Check-in Time (Mountain Time)',
  );
  expect(lines.slice(1, -1)).toHaveLength(5);
  const own = lines.find((line) => line.includes('zoe@'))!;
  expect(own).toContain(
    `,DSS${String(first!.orderId).padStart(6, '0')},Zoe,"O""Neil, Jr.",zoe@example.org,caregivers,Yes,"'=HYPERLINK(""http://example.org"")",Yes,"Jul 15, 2025, 10:00 AM MDT",Conference,Sample School,Individual Package,"Jul 15, 2025, 10:00 AM MDT"`,
  );
  const found = await (await staff.get('/api/admin/export/registrations?search=zoe')).text();
  expect(found.split('\r\n').slice(1, -1)).toHaveLength(1);
  const selected = await (await staff.get(`/api/admin/export/registrations?ids=${first!.id},999`)).text();
  expect(selected.split('\r\n').slice(1, -1)).toEqual([own]);
});

test("newsletter signups are listed newest first, with the source's name for staff", async () => {
  await world.database.db.insert(newsletterSignups).values([
    { email: 'a@example.org', firstName: 'A', lastName: 'One', source: 'hero', createdAt: new Date(1) },
    { email: 'b@example.org', firstName: 'B', lastName: 'Two', source: 'footer', createdAt: new Date(2) },
  ]);
  const { signups } = await (await staff.get('/api/admin/newsletter/signups')).json();
  expect(signups).toMatchObject([
    { email: 'b@example.org', source: 'footer', createdAt: '1970-01-01T00:00:00.002Z' },
    { email: 'a@example.org', source: 'hero_section', organization: null },
  ]);
  const found = await (await staff.get('/api/admin/newsletter/signups?search=one')).json();
  expect(found.signups).toHaveLength(1);
});

// Last, because other tests expect a short list.
test('lists are paged without gaps or repeats, and report the total', async () => {
  const { db, pool } = world.database;
  const isValid = isNull(registrations.voidedAt);
  const before = { orders: await db.$count(orders), people: await db.$count(registrations, isValid) };
  await fillDesk(pool, PAGE_SIZE + 1);
  const read = async (path: string) => {
    const response = await staff.get(path);
    const rows = (await response.json()) as { id: number }[];
    return { ids: rows.map(({ id }) => id), total: Number(response.headers.get('x-total-count')) };
  };
  for (const [path, total] of [
    ['/api/admin/orders', before.orders + PAGE_SIZE + 1],
    ['/api/admin/registrations', before.people + (PAGE_SIZE + 1) * PEOPLE_PER_ORDER],
  ] as const) {
    const first = await read(path);
    const second = await read(`${path}?page=2`);
    expect([first.total, second.total, first.ids.length]).toEqual([total, total, PAGE_SIZE]);
    expect(second.ids).toHaveLength(Math.min(PAGE_SIZE, total - PAGE_SIZE));
    expect(new Set([...first.ids, ...second.ids]).size).toBe(first.ids.length + second.ids.length);
    expect((await read(`${path}?page=99`)).ids).toEqual([]);
    const long = await read(`${path}?size=100`);
    expect(long.ids).toHaveLength(Math.min(100, total));
    expect(long.ids.slice(0, PAGE_SIZE)).toEqual(first.ids);
  }
});
