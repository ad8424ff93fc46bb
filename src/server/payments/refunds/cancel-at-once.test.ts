import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Bought } from '#test/buy.ts';
import { setCancelStage } from '#test/cancel-stage.ts';
import { teamOfTen } from '#test/factories.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { orders, registrations } from '../../db/tables.ts';

const stage = setCancelStage();
const { freeTeam, look, send, cancel, peopleOf, standing, seatsTaken, atTheDoor, refund } = stage;
const buyTeam = () => stage.buy(teamOfTen());

type Standing = Awaited<ReturnType<typeof standing>>;

/** One race for each of the three people of two teams. */
async function withEachPerson(
  buy: () => Promise<Bought>,
  race: (team: Bought, id: number, before: Standing) => Promise<void>,
): Promise<void> {
  for (let count = 0; count < 2; count += 1) {
    const team = await buy();
    const people = Object.values(await peopleOf(team));
    expect(people).toHaveLength(3);
    for (const id of people) await race(team, id, await standing(team.order.id));
  }
}

test('two cancellations of the same seat: one wins, and the money is refunded once', async () => {
  await withEachPerson(buyTeam, async (team, id, before) => {
    const body = { amount: 20_00, registrationIds: [id], freeSeats: 0 };
    const answers = await Promise.all([send(team, body), send(team, body), send(team, body)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const { kept, returned } = before;
    expect(await standing(team.order.id)).toMatchObject({ kept: kept - 20_00, returned: returned + 1 });
  });
});

test('one request id for two orders at once cancels in one of them', async () => {
  for (let round = 0; round < 3; round += 1) {
    const teams = [await buyTeam(), await freeTeam()];
    const refundId = randomUUID();
    const answers = await Promise.all([
      send(teams[0]!, { refundId, amount: 20_00, freeSeats: 1 }),
      send(teams[1]!, { refundId, amount: 0, freeSeats: 1 }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  }
});

test('naming the last open seat and canceling it: one succeeds', async () => {
  for (let round = 0; round < 3; round += 1) {
    const before = await seatsTaken();
    const team = await freeTeam();
    await cancel(team, { registrationIds: [], freeSeats: 6 });
    const person = {
      firstName: 'New',
      lastName: 'Sample',
      email: `new${round}-${team.order.id}@example.org`,
    };
    const [named, canceled] = await Promise.all([
      team.buyer.post(`/api/order/${team.transactionId}/attendees`, person),
      send(team, { amount: 0, freeSeats: 1 }),
    ]);
    expect([
      [200, 409],
      [409, 200],
    ]).toContainEqual([named.status, canceled.status]);
    const after = await standing(team.order.id);
    expect(after.people.length).toBe(named.status === 200 ? 4 : 3);
    expect(await seatsTaken()).toBe(before + 10 - after.returned);
  }
});

test('staff refund the same ticket: one succeeds', async () => {
  await withEachPerson(buyTeam, async (team, id, before) => {
    const [byStaff, byBuyer] = await Promise.all([
      refund(team.order.id, { amount: 15_00, registrationIds: [id] }),
      send(team, { amount: 20_00, registrationIds: [id] }),
    ]);
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([byStaff.status, byBuyer.status]);
    const kept = before.kept - (byStaff.status === 200 ? 15_00 : 20_00);
    expect(await standing(team.order.id)).toMatchObject({ kept, returned: before.returned + 1 });
  });
});

test('the door scans the person: either canceled and refused, or admitted and kept', async () => {
  stage.world.moveClock('2025-09-20T15:00:00Z');
  await withEachPerson(freeTeam, async (team, id, before) => {
    const [door, canceled] = await Promise.all([
      atTheDoor(id),
      send(team, { amount: 0, registrationIds: [id] }),
    ]);
    expect([
      [200, 'person_is_in'],
      [409, undefined],
    ]).toContainEqual([door.status, canceled.body.code]);
    const { people } = await standing(team.order.id);
    expect(people.length).toBe(before.people.length - (door.status === 200 ? 0 : 1));
  });
});

test('a preview of a cancellation does not wait for the lock', async () => {
  const team = await freeTeam();
  await stage.world.database.db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, team.order.id)).for('update');
    expect((await look(team)).people.map(({ firstName }) => firstName)).toEqual(['Jane', 'Ada', 'Bo']);
  });
});

test('a cancellation waits for a check-in of the same person', async () => {
  stage.world.moveClock('2025-09-20T15:00:00Z');
  const team = await freeTeam();
  const { Ada } = await peopleOf(team);
  let asked: Promise<{ status: number; body: { code?: string } }> | undefined;
  await stage.world.database.db.transaction(async (tx) => {
    await tx.select().from(registrations).where(eq(registrations.id, Ada!)).for('update');
    asked = send(team, { amount: 0, registrationIds: [Ada!] });
    await eventuallyWaiting(stage.world.database.pool, 1);
    await tx.execute(sql`INSERT INTO check_ins (registration_id, checked_in_by, checked_in_at, admitted_on, press_id)
      VALUES (${Ada!}, 'door', now(), '2025-09-20', gen_random_uuid())`);
  });
  expect((await asked)!.body.code).toBe('person_is_in');
});
