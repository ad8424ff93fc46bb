import { randomUUID } from 'node:crypto';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shortCode } from '#domain/short-code.ts';
import { storePaid } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { correct } from '#test/pass-updates.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq, inArray } from '../db/drizzle.ts';
import { checkIns, orders, registrations, scans } from '../db/tables.ts';
import { erasePerson } from '../privacy/erase-person.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld({ now: '2025-09-18T16:00:00Z' });
  staff = await world.staff('door@example.org');
});
afterAll(() => world.stop());
beforeEach(() => world.moveClock('2025-09-20T18:00:00Z'));

async function buy(body: unknown = checkout()): Promise<{ orderId: number; ids: number[] }> {
  world.moveClock('2025-09-18T16:00:00Z');
  const { orderId, people } = await storePaid(world, body);
  world.moveClock('2025-09-20T18:00:00Z');
  return { orderId, ids: people.map(({ id }) => id) };
}

const entry = (code: string) => ({ id: randomUUID(), shortCode: code });

const type = (entries: readonly { id: string; shortCode: string }[], collectedAt = '2025-09-20T16:30:00Z') =>
  answerOf(staff.post('/api/admin/door/paper', { entries, door: 'Garage', collectedAt }));

async function pagesOf(path: string): Promise<string[]> {
  const response = await staff.get(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}

test('people checked off on paper are admitted with the sheet’s time and door; unknown codes are reported', async () => {
  const { ids } = await buy(teamOfTen());
  const typed = [
    entry(` ${shortCode(ids[0]!).toLowerCase()}`),
    entry('2222'),
    entry('nonsense'),
    entry(shortCode(ids[1]!)),
  ];
  const { status, body } = await type(typed);
  expect(status).toBe(200);
  expect(body).toEqual({
    stored: [
      { id: typed[0]!.id, name: 'Jane Sample', isDuplicate: false, isExpected: true },
      { id: typed[3]!.id, name: 'Ada Sample', isDuplicate: false, isExpected: true },
    ],
    unknown: [typed[1], typed[2]],
  });
  const rows = await world.database.db.select().from(checkIns).where(inArray(checkIns.registrationId, ids));
  expect(
    rows.map(({ method, location, admittedOn, checkedInBy }) => [method, location, admittedOn, checkedInBy]),
  ).toEqual(Array(2).fill(['paper', 'Garage', '2025-09-20', 'door@example.org']));
  expect(rows.map(({ checkedInAt }) => checkedInAt.toISOString())).toEqual(
    Array(2).fill('2025-09-20T16:30:00.000Z'),
  );
});

test('a ticket that was canceled, or is for another day than the sheet, is not expected', async () => {
  const { ids } = await buy(teamOfTen());
  const typed = ids.slice(0, 2).map((id) => entry(shortCode(id)));
  await world.database.db
    .update(registrations)
    .set({ voidedAt: new Date('2025-09-01T12:00:00Z') })
    .where(eq(registrations.id, ids[0]!));
  const isExpected = async (at: string) =>
    (
      await type(
        typed.map((one) => ({ ...one, id: randomUUID() })),
        at,
      )
    ).body.stored.map((one: { isExpected: boolean }) => one.isExpected);
  expect(await isExpected('2025-09-20T16:00:00Z')).toEqual([false, true]);
  expect(await isExpected('2025-09-19T16:00:00Z')).toEqual([false, false]);
});

test.each([
  ['passed on', async () => {}],
  [
    'was erased and then passed on',
    (email: string) => erasePerson(world.context(), email, { evenWithTicket: true }),
  ],
])(
  'a person whose ticket %s after the sheet was collected is not counted for the new holder',
  async (_, meanwhile) => {
    const { db } = world.database;
    const { ids } = await buy(teamOfTen());
    const holder = () => db.select().from(registrations).where(eq(registrations.id, ids[1]!));
    await meanwhile((await holder())[0]!.email);
    const eve = { firstName: 'Eve', lastName: 'New', email: 'eve@example.org' };
    await correct(world, (await holder())[0]!, eve);
    const { stored } = (await type([entry(shortCode(ids[1]!))])).body;
    expect(stored).toMatchObject([{ isDuplicate: false, isExpected: false }]);
  },
);

test('a list retried after a lost response gets the same response and adds nothing (R-DOOR-10)', async () => {
  const { ids } = await buy();
  const typed = [entry(shortCode(ids[0]!)), entry('2222')];
  const first = await type(typed);
  expect(await type(typed)).toEqual(first);
  expect(await world.database.db.$count(scans, eq(scans.registrationId, ids[0]!))).toBe(1);
});

test('a person already admitted becomes a duplicate on the board, and the earlier admission counts', async () => {
  const { ids } = await buy();
  const byHand = { registrationId: ids[0]!, method: 'manual_lookup' };
  expect((await staff.post('/api/admin/check-in', byHand)).status).toBe(200);
  const typed = [entry(shortCode(ids[0]!))];
  // Collected earlier: the paper admission counts, and the desk's check-in becomes the duplicate.
  expect((await type(typed)).body.stored).toMatchObject([{ isDuplicate: false }]);
  const again = [entry(shortCode(ids[0]!))];
  expect((await type(again, '2025-09-20T17:00:00Z')).body.stored).toMatchObject([{ isDuplicate: true }]);
  const { duplicates } = await (await staff.get('/api/admin/live')).json();
  const own = duplicates.filter((one: { registration: number }) => one.registration === ids[0]);
  expect(own.map((one: { admitted: { id: string } }) => one.admitted.id)).toEqual([
    typed[0]!.id,
    typed[0]!.id,
  ]);
});

test('a mistyped row can be undone on its own; the person’s other admissions stay', async () => {
  const { ids } = await buy();
  const [first, second] = [entry(shortCode(ids[0]!)), entry(shortCode(ids[0]!))];
  await type([first]);
  await type([second], '2025-09-20T17:00:00Z');
  const undo = await staff.post(`/api/admin/door/scans/${first.id}/undo`, {});
  expect(undo.status).toBe(200);
  const rows = await world.database.db.select().from(checkIns).where(eq(checkIns.registrationId, ids[0]!));
  expect(rows.map(({ pressId, undoneBy }) => [pressId, undoneBy]).toSorted()).toEqual(
    [
      [first.id, 'door@example.org'],
      [second.id, null],
    ].toSorted(),
  );
  for (const id of ['nonsense', randomUUID()]) {
    const missing = await staff.post(`/api/admin/door/scans/${id}/undo`, {});
    expect([missing.status, (await missing.json()).code]).toEqual([404, 'scan_not_found']);
  }
});

test('the time of collection cannot be in the future', async () => {
  const { ids } = await buy();
  const { status, body } = await type([entry(shortCode(ids[0]!))], '2025-09-20T18:00:01Z');
  expect([status, body.fields]).toEqual([400, { collectedAt: 'Enter a time that has already passed' }]);
  expect(await world.database.db.$count(scans, eq(scans.registrationId, ids[0]!))).toBe(0);
});

test('the time of collection cannot have a year typed as 25', async () => {
  const { ids } = await buy();
  const { status, body } = await type([entry(shortCode(ids[0]!))], '0025-09-20T17:30:00Z');
  expect([status, body.fields]).toEqual([400, { collectedAt: 'Enter a date and time' }]);
});

test('the door list has everybody with a ticket by last name, with code and boxes, and a line for each free seat', async () => {
  const school = 'School at the Far End of the Valley';
  const team = await buy(teamOfTen({ organization: school }));
  const last = await buy(checkout({ firstName: 'Ömer', lastName: 'Źdźbło', track: 'professionals' }));
  const unpaid = await buy(checkout({ firstName: 'Una', lastName: 'Unpaid' }));
  await world.database.db
    .update(orders)
    .set({ paymentStatus: 'refunded' })
    .where(eq(orders.id, unpaid.orderId));
  const pages = await pagesOf('/api/admin/door/list');
  const [first] = pages;
  expect(first).toContain('Door list, Digital Safety Summit');
  expect(first).toContain(`${shortCode(team.ids[1]!)} Sample, Ada ${school} 10-Person, professionals`);
  const all = pages.join(' ');
  expect(all).toContain(`${shortCode(last.ids[0]!)} Źdźbło, Ömer`);
  expect(all).not.toContain('Unpaid');
  expect(all.indexOf('Sample, Ada')).toBeLessThan(all.indexOf('Sample, Bo'));
  expect(all.indexOf('Sample, Bo')).toBeLessThan(all.indexOf('Źdźbło'));
  // The training is over, so only the conference day has boxes.
  expect(first).toContain('Sep 20 Code Name');
  expect(first).not.toContain('Sep 19');
  const number = `DSS${String(team.orderId).padStart(6, '0')}`;
  expect(pages.at(-1)).toContain(`${school} ${number}, 7 free seats`);
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
});

test('a team is on the list for the days that its tickets cover', async () => {
  const organization = 'School of the Training Day';
  const { orderId } = await buy(teamOfTen({ organization }));
  await world.database.db.update(orders).set({ eventType: 'trainer' }).where(eq(orders.id, orderId));
  const freeSeats = async () =>
    (await pagesOf('/api/admin/door/list')).filter((page) => page.includes('Free seats')).join(' ');
  expect(await freeSeats()).not.toContain(organization);
  world.moveClock('2025-09-19T16:00:00Z');
  expect(await freeSeats()).toContain(organization);
});

test('the practice tickets are one page that names each verdict', async () => {
  const pages = await pagesOf('/api/admin/door/practice-tickets');
  expect(pages).toHaveLength(1);
  for (const title of ['Valid', 'Already admitted', 'Wrong day', 'Not paid', 'Replaced', 'Not on the list'])
    expect(pages[0]).toContain(title);
});
