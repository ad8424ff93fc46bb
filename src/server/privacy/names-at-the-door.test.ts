import { expect, test } from 'vitest';
import type { SentScan } from '#contract/door.ts';
import { admit, admitSeat, name, setDoorStage } from '#test/door-stage.ts';
import { teamOfTen } from '#test/factories.ts';
import { asc, eq } from '../db/drizzle.ts';
import { checkIns, qrCodes, registrations, scans } from '../db/tables.ts';
import { applyRetention } from './apply-retention.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';

const stage = setDoorStage();
const { aPhone, buy, orderOf, sync } = stage;

const applyAt = (instant: string) => applyRetention({ ...stage.world.context(), now: new Date(instant) });
const remove = async (path: string) =>
  (await stage.staff.request(`/api/admin/${path}`, { method: 'DELETE' })).status;

/** What the log says about an order's people. */
async function textsOf(orderId: number) {
  const rows = await stage.world.database.db
    .select()
    .from(scans)
    .where(eq(scans.orderId, orderId))
    .orderBy(asc(scans.decidedAt));
  return rows
    .filter(({ kind }) => kind === 'name' || kind === 'admit')
    .map(({ firstName, lastName, notes }) => (firstName ? `${firstName} ${lastName}` : notes));
}

const noted = (scan: SentScan) => ({ ...scan, notes: 'Has a cane' }) as SentScan;

test('a deleted ticket takes along what the door wrote about its holder, and nothing about others', async () => {
  const team = await buy(teamOfTen());
  const phone = await aPhone();
  const [gone, stays] = [name(team.orderId, 'Gone'), name(team.orderId, 'Stays')];
  const sent = [gone, stays, noted(admitSeat(team.orderId, gone.id)), noted(admit(team, 1))];
  await sync(phone, [...sent, noted(admit(team, 2))]);
  const { registration } = (await orderOf(phone, team.orderId)).tickets.find(({ seat }) => seat === gone.id)!;
  for (const id of [registration, team.people[1]!.id]) expect(await remove(`registrations/${id}`)).toBe(200);
  const texts = ['Erased person', 'Ada Stays', null, null, 'Has a cane'];
  expect(await textsOf(team.orderId)).toEqual(texts);
  // A phone was without a network.
  await sync(phone, [noted(admit(team, 1)), noted(admitSeat(team.orderId, gone.id))]);
  expect((await applyAt('2025-09-21T06:00:00Z')).scans).toBe(2);
  expect(await textsOf(team.orderId)).toEqual([...texts, null, null]);
});

test('a deleted order takes along what the door wrote about its people', async () => {
  const team = await buy(teamOfTen());
  const phone = await aPhone();
  await sync(phone, [name(team.orderId, 'Early'), noted(admit(team))]);
  expect(await remove(`orders/${team.orderId}`)).toBe(200);
  expect(await textsOf(team.orderId)).toEqual(['Erased person', null]);
  await sync(phone, [name(team.orderId, 'Late')]);
  expect((await applyAt('2025-09-21T06:00:00Z')).scans).toBe(1);
  expect(await textsOf(team.orderId)).toEqual(['Erased person', null, 'Erased person']);
});

test('a name beyond the order’s seats is kept as long as the order', async () => {
  const team = await buy(teamOfTen());
  const names = Array.from({ length: 8 }, (_, index) => name(team.orderId, `Guest ${index}`));
  await sync(await aPhone(), names);
  const given = names.map((_, index) => `Ada Guest ${index}`);
  await applyAt('2027-09-21T05:59:59.999Z');
  expect(await textsOf(team.orderId)).toEqual(given);
  const { scans: count } = await applyAt('2027-09-21T06:00:00Z');
  // Those with a seat are erased with their registrations.
  expect([count, await textsOf(team.orderId)]).toEqual([1, given.map(() => 'Erased person')]);
  expect((await applyAt('2027-09-22T06:00:00Z')).scans).toBe(0);
});

test('people named at the door have the buyer’s address, but are not the buyer', async () => {
  const email = 'ben@example.org';
  const ben = { firstName: 'Ben', lastName: 'Sample', email, track: 'caregivers' };
  const team = await buy(teamOfTen({ ...ben, teamMembers: [ben] }));
  const colleague = name(team.orderId, 'Colleague');
  await sync(await aPhone(), [colleague, noted(admitSeat(team.orderId, colleague.id))]);
  const read = async () => {
    const [row] = await stage.world.database.db
      .select({ lastName: registrations.lastName, email: registrations.email, code: qrCodes.qrCodeData })
      .from(registrations)
      .innerJoin(qrCodes, eq(qrCodes.registrationId, registrations.id))
      .where(eq(registrations.seat, colleague.id));
    return row!;
  };
  const before = await read();
  expect(before).toMatchObject({ lastName: 'Colleague', email });
  const correct = async (from: string, to: string) => {
    const body = { email: to, seen: from };
    expect((await stage.staff.post(`/api/admin/orders/${team.orderId}/buyer-email`, body)).status).toBe(200);
  };
  await correct(email, 'ben.new@example.org');
  expect((await read()).email).toBe('ben.new@example.org');
  await correct('ben.new@example.org', email);

  const found = await exportPerson(stage.world.context(), email);
  expect(found.tickets).toMatchObject([{ firstName: 'Ben' }]);
  expect(JSON.stringify(found)).not.toMatch(/Colleague|cane/);

  const report = await erasePerson(stage.world.context(), email, { evenWithTicket: true });
  expect(report).toMatchObject({ orders: 1, registrations: 1, left: [] });
  expect(await read()).toEqual({ ...before, email: 'erased@example.invalid' });
  expect(await textsOf(team.orderId)).toEqual(['Ada Colleague', 'Has a cane']);
  const shown = await stage.staff.post('/api/admin/validate-qr', { qrToken: before.code });
  expect((await shown.json()).reason).toBe('already_checked_in');
});

test('whoever gets a seat that was named at the door does not learn who had it before', async () => {
  const team = await buy(teamOfTen());
  const guest = name(team.orderId, 'Guest');
  await sync(await aPhone(), [guest]);
  const { db } = stage.world.database;
  const isGuest = eq(registrations.seat, guest.id);
  const email = 'later@example.org';
  await db.update(registrations).set({ email }).where(isGuest);
  const named = async () => (await exportPerson(stage.world.context(), email)).tickets[0]!.scans;
  expect(await named()).toMatchObject([{ kind: 'name', firstName: 'Ada', lastName: 'Guest' }]);
  await db.update(registrations).set({ firstName: 'Lea', lastName: 'Later' }).where(isGuest);
  expect(await named()).toEqual([]);
});

test('a note that arrives after the person was erased is erased that same night', async () => {
  const team = await buy(teamOfTen());
  const phone = await aPhone();
  const guest = name(team.orderId, 'Guest');
  await sync(phone, [guest]);
  const { db } = stage.world.database;
  const email = 'guest@example.org';
  await db.update(registrations).set({ email }).where(eq(registrations.seat, guest.id));
  for (const one of [email, 'bo@example.org']) {
    await erasePerson(stage.world.context(), one, { evenWithTicket: true });
  }
  // The phone was without a network.
  await sync(phone, [noted(admit(team, 1)), noted(admit(team, 2)), noted(admitSeat(team.orderId, guest.id))]);
  const notesOf = async () =>
    (
      await db
        .select({ notes: checkIns.notes })
        .from(checkIns)
        .innerJoin(registrations, eq(registrations.id, checkIns.registrationId))
        .where(eq(registrations.orderId, team.orderId))
        .orderBy(asc(checkIns.registrationId))
    ).map((one) => one.notes);
  expect(await notesOf()).toEqual(['Has a cane', 'Has a cane', 'Has a cane']);
  expect((await applyAt('2025-09-21T06:00:00Z')).scans).toBe(2);
  expect(await notesOf()).toEqual(['Has a cane', null, null]);
  expect(await textsOf(team.orderId)).toEqual(['Erased person', 'Has a cane', null, null]);
});
