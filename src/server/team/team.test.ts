import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkout, teamOfTen } from '#test/factories.ts';
import { limitWindows } from '#test/limit-windows.ts';
import { eventuallyWaiting } from '#test/lock-waits.ts';
import { mailsOf } from '#test/mails-of.ts';
import { actionsOf, type BoughtTeam, buyTeam, post } from '#test/team-stage.ts';
import { createWorld, EARLY_BIRD, setTicketMails, stopClock, type World } from '#test/world.ts';
import { and, eq, ilike } from '../db/drizzle.ts';
import { eventCapacity, qrCodes, rateLimits, registrations } from '../db/tables.ts';
import { currentCode } from '../tickets/ticket-codes.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ protocolNow: stopClock() });
  await world.database.db.update(eventCapacity).set({ maxCapacity: 3000 });
});
beforeEach(() => world.moveClock(EARLY_BIRD));
afterAll(() => world.stop());

let guests = 0;
/** Somebody with a new address. */
function guest(changes: object = {}) {
  guests += 1;
  const email = `guest${guests}@example.org`;
  return { firstName: `Guest${guests}`, lastName: 'Sample', email, track: 'caregivers', ...changes };
}

const EVENT_DAY = '2025-09-20T15:00:00Z';

const dietOf = async (email: string) =>
  (await world.database.db.select().from(registrations).where(eq(registrations.email, email)))[0]!
    .dietaryRestrictions;

describe('the team page', () => {
  test('shows who has which seat, but nobody’s diet, to anyone with the key', async () => {
    const team = await buyTeam(world);
    const diet = guest({ dietaryRestrictions: 'no nuts' });
    await team.name([diet]);
    const seen = await team.look();
    expect(seen.people.map((one) => [one.firstName, one.isOrganizer])).toEqual([
      ['Jane', true],
      ['Ada', false],
      ['Bo', false],
      [diet.firstName, false],
    ]);
    expect([seen.seats, seen.freeSeats, seen.isNamingOpen, seen.namingEndsOn]).toEqual([
      10,
      6,
      true,
      '2025-09-18',
    ]);
    expect(JSON.stringify(seen)).not.toContain('nuts');
    expect((await world.visitor().get(`/api/order/${'0'.repeat(28)}/team`)).status).toBe(404);
  });

  test('staff see how many seats of each order are free, in the list and in its details', async () => {
    const team = await buyTeam(world);
    await team.name([guest(), guest()]);
    const staff = await world.staff();
    const list = await (await staff.get(`/api/admin/orders?search=${team.key}`)).json();
    const { order } = await (await staff.get(`/api/admin/orders/${team.id}`)).json();
    expect([list[0].freeSeats, order.freeSeats]).toEqual([5, 5]);
  });

  test('shows whether each ticket’s mail was sent', async () => {
    await setTicketMails(world.database, true);
    const team = await buyTeam(world);
    const states = async () => (await team.look()).people.map((one) => one.ticketMail?.state);
    await expect.poll(states, { timeout: 10_000 }).toEqual(['sent', 'sent', 'sent']);
    await setTicketMails(world.database, false);
    // Somebody named at the door has the buyer's address, and gets no mail.
    await world.database.db
      .update(registrations)
      .set({ seat: randomUUID(), email: 'jane@example.org' })
      .where(and(eq(registrations.orderId, team.id), eq(registrations.firstName, 'Ada')));
    expect(await states()).toEqual(['sent', undefined, 'sent']);
  });
});

describe('naming seats', () => {
  test('gives everybody on a list a ticket, up to the last seat', async () => {
    const team = await buyTeam(world);
    const list = Array.from({ length: 7 }, () => guest());
    const { status, body } = await team.name(list);
    expect([status, body.freeSeats, body.people.length]).toEqual([200, 0, 10]);
    const tickets = await mailsOf(world, team.id, 'ticket');
    for (const { email } of list) expect(tickets.filter((one) => one.recipient === email)).toHaveLength(1);
    expect((await team.name([guest()])).body.code).toBe('no_slots_left');
  });

  test('is all or nothing: with one person too many, or a duplicate, nobody gets a seat', async () => {
    const team = await buyTeam(world);
    const eight = await team.name(Array.from({ length: 8 }, () => guest()));
    expect([eight.status, eight.body.code, eight.body.message]).toEqual([
      409,
      'no_slots_left',
      'Only 7 seats are free.',
    ]);
    const ada = { firstName: 'ADA', lastName: 'Sample', email: 'Ada@example.org' };
    const twin = await team.name([guest(), ada]);
    expect([twin.status, twin.body.code, twin.body.fields]).toEqual([
      409,
      'same_person',
      { 'people.1': 'Already on your team' },
    ]);
    expect((await team.look()).freeSeats).toBe(7);
    expect((await team.name([{ ...ada, isSecondPerson: true }])).status).toBe(200);
  });

  test('retried after a lost response names nobody twice (R-ATTENDEE-5)', async () => {
    const team = await buyTeam(world);
    const list = [guest(), guest()];
    const responses = await Promise.all([1, 2, 3].map(() => team.name(list)));
    expect(responses.map((one) => one.status).toSorted()).toEqual([200, 409, 409]);
    expect((await team.look()).people).toHaveLength(5);
  });

  test('ends on its last day; staff can continue, and people can still be corrected (R-TEAM-1)', async () => {
    const team = await buyTeam(world);
    world.moveClock('2025-09-19T06:00:00Z');
    const late = await team.name([guest()]);
    expect([late.status, late.body.code]).toEqual([403, 'naming_over']);
    expect(late.body.message).toContain('was September 18, 2025');
    const { canName: canBuyer, isNamingOpen: isOpen } = await team.look();
    expect([canBuyer, isOpen]).toEqual([false, false]);
    expect((await team.change('Bo', { lastName: 'Simple' })).status).toBe(200);
    const staff = await world.staff();
    expect((await post(staff, `/api/order/${team.id}/team/people`, { people: [guest()] })).status).toBe(200);
    const { canName, isNamingOpen } = await (await staff.get(`/api/order/${team.id}/team`)).json();
    expect([canName, isNamingOpen]).toEqual([true, false]);
    world.moveClock('2025-09-21T06:00:00Z');
    expect((await team.change('Bo', { lastName: 'Sample' })).body.code).toBe('event_over');
  });

  test('ends for links with its last day, also for those of staff: nobody could claim a seat with them (R-TEAM-3)', async () => {
    const team = await buyTeam(world, { as: await world.staff() });
    world.moveClock('2025-09-19T06:00:00Z');
    for (const asked of [{ mailTo: 'dan@example.org' }, { forTeam: true }]) {
      const { status, body } = await team.link(asked);
      expect([status, body.code]).toEqual([403, 'naming_over']);
    }
    expect(await mailsOf(world, team.id, 'claim_invitation')).toEqual([]);
  });

  test('of a single order: the seat that its holder left can be named again', async () => {
    const team = await buyTeam(world, { body: checkout({ email: 'solo@example.org' }) });
    expect((await team.look()).freeSeats).toBe(0);
    expect((await team.free('Jane')).body.freeSeats).toBe(1);
    expect((await team.name([guest()])).body.freeSeats).toBe(0);
  });

  test('nobody’s mailbox can be flooded', async () => {
    const team = await buyTeam(world);
    /** Names seven people at that address, and frees their seats again. */
    const nameSeven = async (email: string) => {
      const list = Array.from({ length: 7 }, (_, n) => guest({ firstName: `Listed${n}`, email }));
      const { status } = await team.name(list);
      await world.database.db
        .update(registrations)
        .set({ voidedAt: new Date(EARLY_BIRD) })
        .where(and(eq(registrations.orderId, team.id), ilike(registrations.firstName, 'Listed%')));
      return status;
    };
    // Each person's ticket is a mail of its own; the team has ten seats.
    expect([await nameSeven('school@example.org'), await nameSeven('school@example.org')]).toEqual([
      200, 429,
    ]);
    // Nobody has verified the buyer's own address either.
    const own = 'jane@example.org';
    expect([await nameSeven(own), await nameSeven(own), await nameSeven(own)]).toEqual([200, 200, 429]);
  });

  test.each(['buyer', 'staff'] as const)(
    'one seat mails twenty strangers a day, or more for staff: %s',
    async (who) => {
      const as = who === 'staff' ? await world.staff() : world.visitor();
      const single = await buyTeam(world, { body: checkout(), as });
      const change = async () => single.change((await single.look()).people[0]!.firstName, guest());
      expect((await change()).status).toBe(200);
      // What staff do is not counted.
      await world.database.db
        .update(rateLimits)
        .set({ count: 19 })
        .where(eq(rateLimits.key, `naming:${single.id}`));
      expect((await change()).status).toBe(200);
      const last = await change();
      expect(last.status).toBe(who === 'staff' ? 200 : 429);
      expect(await limitWindows(world, 'naming:')).toEqual([24 * 60]);
      if (who === 'staff') return;
      expect(last.body.message).toBe(
        'For each order, we email at most 20 tickets a day to new addresses. Please contact us, or try again in 24 hours.',
      );
    },
  );
});

describe('changing who comes', () => {
  const tokenOf = async (firstName: string, orderId: number) => {
    const rows = await world.database.db
      .select({ token: qrCodes.qrCodeData, firstName: registrations.firstName })
      .from(qrCodes)
      .innerJoin(registrations, eq(registrations.id, qrCodes.registrationId))
      .where(eq(registrations.orderId, orderId));
    return rows.filter((one) => one.firstName === firstName).map((one) => one.token);
  };

  test('a correction keeps code and diet; another person gets a new code and an empty diet', async () => {
    const team = await buyTeam(world);
    const [one, other] = [guest({ dietaryRestrictions: 'vegan' }), guest()];
    await team.name([one]);
    const before = await tokenOf(one.firstName, team.id);
    expect((await team.change(one.firstName, { lastName: 'Simple', email: one.email })).status).toBe(200);
    expect([await tokenOf(one.firstName, team.id), await dietOf(one.email)]).toEqual([before, 'vegan']);
    expect((await team.change(one.firstName, other)).status).toBe(200);
    const after = await tokenOf(other.firstName, team.id);
    expect(after).toHaveLength(2);
    expect(after).toContain(before[0]);
    expect(await dietOf(other.email)).toBe(null);
    expect((await mailsOf(world, team.id, 'ticket_replaced')).map((mail) => mail.recipient)).toEqual([
      one.email,
    ]);
    expect(await actionsOf(world, team.id)).toEqual(
      expect.arrayContaining(['attendee_corrected', 'ticket_transferred']),
    );
  });

  test('a corrected address gets a new code, mailed there (R-ATTENDEE-6)', async () => {
    const team = await buyTeam(world);
    const one = guest();
    await team.name([one]);
    const [before] = await tokenOf(one.firstName, team.id);
    const moved = { ...one, email: `new.${one.email}` };
    expect((await team.change(one.firstName, moved)).status).toBe(200);
    const tokens = await tokenOf(one.firstName, team.id);
    expect([tokens.length, tokens.includes(before!)]).toEqual([2, true]);
    const told = (kind: Parameters<typeof mailsOf>[2]) => mailsOf(world, team.id, kind);
    expect((await told('ticket')).map((mail) => mail.recipient)).toContain(moved.email);
    expect(await told('ticket_replaced')).toEqual([]);
  });

  test('a name has no link, and one from before that rule can be corrected', async () => {
    const team = await buyTeam(world);
    const linked = await team.change('Ada', { firstName: 'https://bad.example/prize' });
    expect([linked.status, linked.body.fields]).toEqual([
      400,
      { firstName: 'Please leave web addresses out of names, and put a space after a period' },
    ]);
    await world.database.db
      .update(registrations)
      .set({ lastName: 'www.bad.example' })
      .where(and(eq(registrations.orderId, team.id), eq(registrations.firstName, 'Ada')));
    expect((await team.change('Ada', { lastName: 'Sample' })).status).toBe(200);
  });

  test('concurrent changes are not overwritten', async () => {
    const team = await buyTeam(world);
    const ada = (await team.look()).people.find((one) => one.firstName === 'Ada')!;
    const { firstName, lastName, email, track } = ada;
    const seen = { firstName, lastName: 'Older', email, track };
    const at = `/api/order/${team.key}/team/people/${ada.id}`;
    const responses = [
      await post(world.visitor(), at, { firstName, lastName, email: 'x@example.org', track, seen }),
      await post(world.visitor(), `${at}/free`, { seen }),
    ];
    expect(responses.map((one) => (one.body as { code: string }).code)).toEqual([
      'changed_meanwhile',
      'changed_meanwhile',
    ]);
  });

  test('a change whose response was lost can be retried, and happens once', async () => {
    const team = await buyTeam(world);
    const { people } = await team.look();
    const retry = async (name: string, path: string, body: object) => {
      const { id, firstName, lastName, email, track } = people.find((one) => one.firstName === name)!;
      const seen = { firstName, lastName, email, track };
      const at = `/api/order/${team.key}/team/people/${id}${path}`;
      return (await post(world.visitor(), at, { ...seen, ...body, seen })).status;
    };
    const cy = guest();
    await team.change('Ada', cy);
    await team.free('Bo');
    const before = await actionsOf(world, team.id);
    expect([await retry('Ada', '', cy), await retry('Bo', '/free', {})]).toEqual([200, 200]);
    expect(await actionsOf(world, team.id)).toEqual(before);
  });

  test('one link id for two orders at once makes one link', async () => {
    const teams = [await buyTeam(world), await buyTeam(world)];
    for (let round = 0; round < 3; round += 1) {
      const link = { id: randomUUID(), forTeam: false };
      const made = teams.map(({ key }) => post(world.visitor(), `/api/order/${key}/team/links`, link));
      const statuses = (await Promise.all(made)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 409]);
    }
  });

  test('endless changes are refused, but not to staff', async () => {
    const team = await buyTeam(world);
    const change = (by = world.visitor()) => post(by, `/api/order/${team.key}/reminders/stop`, {});
    expect((await change()).status).toBe(200);
    await world.database.db
      .update(rateLimits)
      .set({ count: 120 })
      .where(eq(rateLimits.key, `team:${team.id}`));
    const { status, body } = await change();
    expect([status, body.message]).toEqual([429, 'Too many attempts. Please try again in an hour.']);
    expect((await change(await world.staff())).status).toBe(200);
    expect(await limitWindows(world, 'team:')).toEqual([60]);
  });

  test('a person of another order is out of reach', async () => {
    const [team, other] = [await buyTeam(world), await buyTeam(world)];
    const theirs = (await other.look()).people[1]!;
    const { firstName, lastName, email, track } = theirs;
    const seen = { firstName, lastName, email, track };
    const response = await post(world.visitor(), `/api/order/${team.key}/team/people/${theirs.id}/free`, {
      seen,
    });
    expect([response.status, (response.body as { code: string }).code]).toEqual([
      404,
      'registration_not_found',
    ]);
  });

  test('a removed person is notified, but buyers are not notified about themselves', async () => {
    const team = await buyTeam(world);
    expect((await team.look()).people.map((one) => one.isTold)).toEqual([false, true, true]);
    const { status, body } = await team.free('Ada');
    expect([status, body.freeSeats]).toEqual([200, 8]);
    await team.free('Jane');
    const told = await mailsOf(world, team.id, 'ticket_replaced');
    expect(told.map((mail) => mail.recipient)).toEqual(['ada@example.org']);
  });

  test('buyers who replace somebody named under their own address are not told that it is gone', async () => {
    const email = 'jane@example.org';
    const toldAfter = async (team: BoughtTeam) => {
      await team.name([guest({ firstName: 'Cy', email })]);
      expect((await team.change('Cy', guest())).status).toBe(200);
      return (await mailsOf(world, team.id, 'ticket_replaced')).map((mail) => mail.recipient);
    };
    expect(await toldAfter(await buyTeam(world))).toEqual([]);
    // What staff change, buyers learn only from this mail.
    expect(await toldAfter(await buyTeam(world, { as: await world.staff() }))).toEqual([email]);
  });

  test('whoever was checked in keeps the seat, but the name can be corrected (R-TEAM-4)', async () => {
    const team = await buyTeam(world, { body: teamOfTen() });
    const staff = await world.staff();
    const ada = (await team.look()).people.find((one) => one.firstName === 'Ada')!;
    const checkIn = () =>
      staff.post('/api/admin/check-in', { registrationId: ada.id, method: 'manual_lookup', notes: null });
    const isIn = async () => (await team.look()).people.find((one) => one.id === ada.id)!.isCheckedIn;
    world.moveClock(EVENT_DAY);
    expect([(await checkIn()).status, await isIn()]).toEqual([200, true]);
    const replaced = await team.change('Ada', guest());
    expect([replaced.status, replaced.body.code]).toEqual([409, 'already_checked_in']);
    expect(replaced.body.message).toContain('Ada Sample has checked in');
    expect((await team.free('Ada')).body.code).toBe('already_checked_in');
    expect((await team.change('Ada', { lastName: 'Simple' })).status).toBe(200);
    const codes = await world.database.db.select().from(qrCodes).where(currentCode(ada.id));
    expect(codes).toHaveLength(1);
  });

  test('whoever was checked in keeps the code when the address is corrected, because it is needed the next day', async () => {
    const team = await buyTeam(world, { body: teamOfTen() });
    const staff = await world.staff();
    const ada = (await team.look()).people.find((one) => one.firstName === 'Ada')!;
    const codes = () => world.database.db.select().from(qrCodes).where(currentCode(ada.id));
    const before = await codes();
    world.moveClock(EVENT_DAY);
    const input = { registrationId: ada.id, method: 'manual_lookup', notes: null };
    expect((await staff.post('/api/admin/check-in', input)).status).toBe(200);
    expect((await team.change('Ada', { email: 'ada.simple@example.org' })).status).toBe(200);
    expect(await codes()).toEqual(before);
  });

  test.each(['free', 'replace'] as const)('whose check-in was undone can be changed: %s', async (what) => {
    const team = await buyTeam(world, { body: teamOfTen() });
    const staff = await world.staff();
    const ada = (await team.look()).people.find((one) => one.firstName === 'Ada')!;
    world.moveClock(EVENT_DAY);
    const input = { registrationId: ada.id, method: 'manual_lookup', notes: null };
    expect((await staff.post('/api/admin/check-in', input)).status).toBe(200);
    expect((await staff.post(`/api/admin/check-in/${ada.id}/undo`, {})).status).toBe(200);
    expect((await team.look()).people.find((one) => one.id === ada.id)!.isCheckedIn).toBe(false);
    expect((await (what === 'free' ? team.free('Ada') : team.change('Ada', guest()))).status).toBe(200);
  });

  test.each(['free', 'replace'] as const)('after a rehearsal, a person can be changed: %s', async (what) => {
    const team = await buyTeam(world, { body: teamOfTen() });
    const staff = await world.staff();
    const ada = (await team.look()).people.find((one) => one.firstName === 'Ada')!;
    const input = { registrationId: ada.id, method: 'manual_lookup', notes: null };
    expect((await staff.post('/api/admin/check-in', input)).status).toBe(200);
    expect((await team.look()).people.find((one) => one.id === ada.id)!.isCheckedIn).toBe(false);
    expect((await (what === 'free' ? team.free('Ada') : team.change('Ada', guest()))).status).toBe(200);
  });
});

test.each(['free', 'replace'] as const)(
  'a person whom the door is admitting keeps the seat: %s',
  async (what) => {
    const team = await buyTeam(world);
    const ada = (await team.look()).people.find((one) => one.firstName === 'Ada')!;
    const client = await world.database.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM registrations WHERE id = $1 FOR UPDATE', [ada.id]);
    await client.query(
      `INSERT INTO check_ins (registration_id, checked_in_by, checked_in_at, admitted_on)
       VALUES ($1, 'staff@example.org', $2, '2025-09-20')`,
      [ada.id, EVENT_DAY],
    );
    const changing = what === 'free' ? team.free('Ada') : team.change('Ada', guest());
    await eventuallyWaiting(world.database.pool, 1);
    await client.query('COMMIT');
    client.release();
    expect((await changing).body.code).toBe('already_checked_in');
  },
);
