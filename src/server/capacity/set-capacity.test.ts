import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CapacityDay } from '#contract/capacity.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { auditRows } from '#test/audit-rows.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { eventCapacity } from '../db/tables.ts';

const TRAINING = '2025-09-19';
const CONFERENCE = '2025-09-20';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
  await world.pay(await start(teamOfTen()));
  await start(checkout({ email: 'open@example.org' }));
  await start(checkout({ eventType: 'both', amount: 1500, finalAmount: 1500, email: 'both@example.org' }));
  // The payment is reported later.
  await eventually(async () => expect((await days())[1]!.sold).toBe(10));
});
afterAll(() => world.stop());

const startAt = (maxCapacity: number) =>
  world.database.db.update(eventCapacity).set({ maxCapacity }).where(eq(eventCapacity.eventDate, CONFERENCE));

async function days(): Promise<CapacityDay[]> {
  return (await staff.get('/api/admin/capacity')).json();
}

const change = (day: string, body: unknown) => answerOf(staff.post(`/api/admin/capacity/${day}`, body));

async function start(body: unknown): Promise<string> {
  return (await (await world.visitor().post('/api/create-checkout-session', body)).json()).url;
}

test('each day shows what is sold, held and free', async () => {
  expect(await days()).toEqual([
    { eventDate: TRAINING, maxCapacity: 60, sold: 0, held: 1, free: 59 },
    { eventDate: CONFERENCE, maxCapacity: 300, sold: 10, held: 2, free: 288 },
  ]);
});

test('staff can lower the maximum to the number of seats taken', async () => {
  const answer = await change(CONFERENCE, { maxCapacity: 12, seen: 300 });
  expect(answer).toMatchObject({
    status: 200,
    body: [{ eventDate: TRAINING }, { eventDate: CONFERENCE, maxCapacity: 12, sold: 10, held: 2, free: 0 }],
  });
  expect((await auditRows(world)).at(-1)).toMatchObject({
    action: 'capacity_changed',
    actor: 'admin@example.org',
    details: { day: CONFERENCE, from: 300, to: 12 },
  });
  // A retry, because the response was lost.
  expect(await change(CONFERENCE, { maxCapacity: 12, seen: 300 })).toEqual(answer);
  expect(await auditRows(world, { action: 'capacity_changed' })).toHaveLength(1);
  const [, publicDay] = await (await world.visitor().get('/api/capacity-status')).json();
  expect(publicDay).toMatchObject({ maxCapacity: 12, remaining: 0, status: 'sold_out' });
});

test.each([
  [CONFERENCE, { maxCapacity: 11, seen: 12 }, 409, 'capacity_below_taken'],
  [CONFERENCE, { maxCapacity: 100, seen: 300 }, 409, 'changed_meanwhile'],
  ['2025-09-21', { maxCapacity: 100, seen: 100 }, 404, 'not_found'],
  ['tomorrow', { maxCapacity: 100, seen: 100 }, 404, 'not_found'],
  [CONFERENCE, { maxCapacity: -1, seen: 12 }, 400, 'invalid'],
  [CONFERENCE, { maxCapacity: 12.5, seen: 12 }, 400, 'invalid'],
  [CONFERENCE, { maxCapacity: 100_001, seen: 12 }, 400, 'invalid'],
  [CONFERENCE, { maxCapacity: '20', seen: 12 }, 400, 'invalid'],
])('%s to %j is refused with %i %s', async (day, body, status, code) => {
  await startAt(12);
  const before = await days();
  expect(await change(day, body)).toMatchObject({ status, body: { code } });
  expect(await days()).toEqual(before);
});

test('the refusal says how many seats are taken', async () => {
  await startAt(12);
  const { body } = await change(CONFERENCE, { maxCapacity: 5, seen: 12 });
  expect(body.message).toBe('12 seats are already taken on this day, so the maximum cannot be lower.');
});

test('a day that has one seat taken says so in the singular', () => {
  expect(REFUSAL_WORDS.fewerSeatsThanTaken(1)).toBe(
    '1 seat is already taken on this day, so the maximum cannot be lower.',
  );
});

test('of two changes that saw the same maximum, the second is refused', async () => {
  await startAt(30);
  const { db, pool } = world.database;
  const asked: ReturnType<typeof change>[] = [];
  await db.transaction(async (tx) => {
    await tx.select().from(eventCapacity).for('update');
    for (const maxCapacity of [22, 18]) {
      asked.push(change(CONFERENCE, { maxCapacity, seen: 30 }));
      await eventuallyWaiting(pool, asked.length);
    }
  });
  const [first, second] = await Promise.all(asked);
  expect([first!.status, second!.body.code]).toEqual([200, 'changed_meanwhile']);
  expect((await days())[1]).toMatchObject({ maxCapacity: 22 });
});

test('a maximum below the seats that a waiting buyer takes first is refused', async () => {
  await startAt(13);
  const { db, pool } = world.database;
  const asked = await db.transaction(async (tx) => {
    await tx.select().from(eventCapacity).for('update');
    const bought = start(checkout({ email: 'first@example.org' }));
    await eventuallyWaiting(pool, 1);
    const lowered = change(CONFERENCE, { maxCapacity: 12, seen: 13 });
    await eventuallyWaiting(pool, 2);
    return { bought, lowered };
  });
  expect(await asked.bought).toBeTypeOf('string');
  expect(await asked.lowered).toMatchObject({ status: 409, body: { code: 'capacity_below_taken' } });
  expect((await days())[1]).toMatchObject({ maxCapacity: 13, held: 3, free: 0 });
});

test('only staff can see or change the capacity', async () => {
  expect((await world.visitor().get('/api/admin/capacity')).status).toBe(401);
  expect((await world.visitor().post(`/api/admin/capacity/${CONFERENCE}`, {})).status).toBe(401);
});
