import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SentScan } from '#contract/door.ts';
import type { Board } from '#contract/door-day.ts';
import { admit, admitSeat, made, name, setDoorStage, settle, undo } from '#test/door-stage.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { and, asc, eq } from '../db/drizzle.ts';
import { checkIns, qrCodes, registrationAudit, registrations, scans } from '../db/tables.ts';

const stage = setDoorStage();
const { aPhone, buy, current, orderOf, sync } = stage;

describe('scans of phones', () => {
  test('become check-ins with door and name that the desk shows and can undo', async () => {
    const bought = await buy();
    const phone = await aPhone();
    const scan = admit(bought, 0, { at: '2025-09-20T13:42:00Z' });
    expect((await sync(phone, [scan])).body.stored).toEqual([scan.id]);
    const [row] = await current(bought);
    expect(row).toMatchObject({ checkedInBy: 'Maria', location: 'Main entrance', pressId: scan.id });
    expect(row!.checkedInAt.toISOString()).toBe('2025-09-20T13:42:00.000Z');
    const { qrCodeData, id } = bought.people[0]!;
    const verdict = await (await stage.staff.post('/api/admin/validate-qr', { qrToken: qrCodeData })).json();
    expect(verdict.message).toBe('Already checked in at 7:42 AM by Maria.');
    const audit = await stage.world.database.db
      .select()
      .from(registrationAudit)
      .where(and(eq(registrationAudit.registrationId, id), eq(registrationAudit.action, 'checked_in')));
    expect(audit.map((one) => [one.actor, one.actorKind, one.details])).toEqual([
      ['Maria', 'door', { day: '2025-09-20', door: 'Main entrance', method: 'qr_scan' }],
    ]);
    expect((await stage.staff.post(`/api/admin/check-in/${id}/undo`, {})).status).toBe(200);
    expect(await current(bought)).toEqual([]);
  });

  test('count once when sent twice, concurrently or in sequence', async () => {
    const bought = await buy();
    const phone = await aPhone();
    const scan = admit(bought);
    await Promise.all([sync(phone, [scan]), sync(phone, [scan]), sync(phone, [scan])]);
    expect((await sync(phone, [scan])).body.stored).toEqual([scan.id]);
    expect(await current(bought)).toHaveLength(1);
    expect(await stage.world.database.db.$count(scans, eq(scans.registrationId, bought.people[0]!.id))).toBe(
      1,
    );
  });

  test('of one person at two doors: the earlier counts in any order of arrival, the other is a duplicate until a supervisor settles it', async () => {
    const bought = await buy();
    const [one, other] = [
      await aPhone('steward', 'Maria', 'Main entrance'),
      await aPhone('steward', 'Tom', 'Garage'),
    ];
    const early = admit(bought, 0, { at: '2025-09-20T13:40:00Z' });
    const late = admit(bought, 0, { at: '2025-09-20T13:45:00Z' });
    await sync(other, [late]);
    await sync(one, [early]);
    expect((await current(bought)).map((row) => row.pressId)).toEqual([early.id]);
    const ticket = (await orderOf(one, bought.orderId)).tickets[0]!;
    expect(ticket.days[0]!.duplicates).toMatchObject([{ id: late.id, door: 'Garage', by: 'Tom' }]);

    expect((await sync(one, [settle(late)])).body.refused).toHaveLength(1);
    expect((await sync(await aPhone('supervisor'), [settle(late)])).body.refused).toEqual([]);
    expect((await orderOf(one, bought.orderId)).tickets[0]!.days[0]!.duplicates).toEqual([]);
    expect(await current(bought)).toHaveLength(1);
  });

  test('can be settled at the desk, too', async () => {
    const bought = await buy();
    const phone = await aPhone();
    const twice = [admit(bought), admit(bought)];
    await sync(phone, twice);
    const settled = await stage.staff.post(`/api/admin/door/scans/${twice[1]!.id}/settle`, {
      outcome: 'two_people',
    });
    expect(settled.status).toBe(200);
    expect((await orderOf(phone, bought.orderId)).tickets[0]!.days[0]!.duplicates).toEqual([]);
    for (const id of [randomUUID(), '1', "'"]) {
      const response = await stage.staff.post(`/api/admin/door/scans/${encodeURIComponent(id)}/settle`, {
        outcome: 'two_people',
      });
      expect((await response.json()).code).toBe('scan_not_found');
    }
  });

  test("a steward's undo counts for the steward's own scans alone", async () => {
    const bought = await buy();
    const [own, other] = [await aPhone(), await aPhone()];
    const scan = admit(bought);
    await sync(own, [scan]);
    await sync(other, [undo(scan)]);
    expect(await current(bought)).toHaveLength(1);
    await sync(own, [undo(scan)]);
    expect(await current(bought)).toEqual([]);
    await sync(own, [admit(bought)]);
    expect(await current(bought)).toHaveLength(1);
  });

  describe.each(['after', 'before'])('on the next day, arriving %s what they refer to', (when) => {
    const both = () => buy(checkout({ eventType: 'both', amount: 1500, finalAmount: 1500 }));
    const inOrder = (admits: SentScan[], about: SentScan) =>
      when === 'after' ? [admits, [about]] : [[about], admits];

    test('settle a duplicate of the day before (R-DOOR-6)', async () => {
      const bought = await both();
      const phone = await aPhone('supervisor');
      const [early, late] = ['2025-09-19T14:00:00Z', '2025-09-19T14:05:00Z'].map((at) =>
        admit(bought, 0, { at }),
      ) as [SentScan, SentScan];
      const settled = settle(late, { at: '2025-09-20T13:30:00Z' });
      for (const rows of inOrder([early, late], settled)) await sync(phone, rows);
      expect((await orderOf(phone, bought.orderId)).tickets[0]!.days).toMatchObject([
        { day: '2025-09-19', admitted: { id: early.id }, duplicates: [] },
      ]);
      expect((await current(bought)).map((row) => [row.pressId, row.admittedOn])).toEqual([
        [early.id, '2025-09-19'],
      ]);
    });

    test('undo an admission of the day before, and no other day’s (R-DOOR-6)', async () => {
      const bought = await both();
      const phone = await aPhone();
      const mistake = admit(bought, 0, { at: '2025-09-19T14:00:00Z' });
      for (const rows of inOrder([mistake], undo(mistake, { at: '2025-09-20T13:30:00Z' })))
        await sync(phone, rows);
      const ticket = await stage.world.database.db
        .select({ isIn: registrations.checkedIn })
        .from(registrations)
        .where(eq(registrations.id, bought.people[0]!.id));
      expect([await current(bought), ticket]).toEqual([[], [{ isIn: false }]]);
      expect((await orderOf(phone, bought.orderId)).tickets[0]!.days).toEqual([
        { day: '2025-09-19', admitted: null, duplicates: [] },
      ]);
      const today = admit(bought, 0, { at: '2025-09-20T13:40:00Z' });
      await sync(phone, [today]);
      expect((await current(bought)).map((row) => row.pressId)).toEqual([today.id]);
    });
  });

  test('undone just before midnight by a phone whose clock is ahead are undone for the desk, too', async () => {
    const bought = await buy(checkout({ eventType: 'both', amount: 1500, finalAmount: 1500 }));
    stage.world.moveClock('2025-09-20T05:59:50Z');
    const phone = await aPhone();
    const scan = admit(bought, 0, { at: '2025-09-20T05:59:00Z' });
    await sync(phone, [scan, undo(scan, { at: '2025-09-20T06:00:10Z' })]);
    const { id } = bought.people[0]!;
    const undone = await stage.staff.post(`/api/admin/check-in/${id}/undo`, {});
    expect((await undone.json()).code).toBe('not_checked_in');
    const again = await stage.staff.post('/api/admin/check-in', {
      registrationId: id,
      method: 'manual_lookup',
    });
    expect(again.status).toBe(200);
  });

  test('do not count in practice mode', async () => {
    const bought = await buy();
    const phone = await aPhone();
    await sync(phone, [{ ...admit(bought), practice: true }]);
    expect(await current(bought)).toEqual([]);
    expect((await orderOf(phone, bought.orderId)).tickets[0]!.days).toEqual([]);
    const scan = admit(bought, 0, { at: '2025-09-19T14:00:00Z' });
    await sync(phone, [scan, { ...undo(scan), practice: true }]);
    expect(await current(bought)).toHaveLength(1);
  });

  test('count for the day on which they were decided, whenever they arrive', async () => {
    const bought = await buy(checkout({ eventType: 'both', amount: 1500, finalAmount: 1500 }));
    const phone = await aPhone();
    await sync(phone, [admit(bought, 0, { at: '2025-09-20T05:59:59Z' })]);
    expect((await current(bought)).map((row) => row.admittedOn)).toEqual(['2025-09-19']);
  });

  test.each(['2025-09-20T23:00:00Z', '2026-09-20T14:00:00Z'])(
    'with a future time, even after the invitation’s end, get the current time: %s',
    async (at) => {
      const bought = await buy();
      expect((await sync(await aPhone(), [admit(bought, 0, { at })])).body.refused).toEqual([]);
      const [row] = await current(bought);
      expect(row!.checkedInAt.getTime()).toBeLessThanOrEqual(Date.parse('2025-09-20T14:02:00Z'));
    },
  );

  test('for another order’s ticket, or for nobody, are refused with a sentence while the rest are stored', async () => {
    const [one, other] = [await buy(), await buy()];
    const phone = await aPhone();
    const good = admit(one);
    const wrong = { ...admit(one), order: other.orderId } as SentScan;
    const nobody = { ...admit(one), registration: null } as SentScan;
    const { body } = await sync(phone, [wrong, good, nobody]);
    expect(body.stored).toEqual([good.id]);
    expect(body.refused).toEqual(
      [wrong, nobody].map(({ id }) => ({ id, message: 'No one on the list matches this scan.' })),
    );
  });

  test('with the id of a stored scan change nothing, whomever they are about', async () => {
    const [one, other] = [await buy(), await buy()];
    const scan = admit(one);
    await sync(await aPhone(), [scan]);
    const phone = await aPhone();
    await sync(phone, [admit(other, 0, { id: scan.id })]);
    await sync(phone, [{ ...undo(scan), id: scan.id }]);
    expect((await current(one)).map((row) => row.pressId)).toEqual([scan.id]);
    expect(await current(other)).toEqual([]);
  });

  test('with one id twice in a call count for the first person alone', async () => {
    const [one, other] = [await buy(), await buy()];
    const scan = admit(one);
    const { status, body } = await sync(await aPhone(), [scan, admit(other, 0, { id: scan.id })]);
    expect([status, body.refused]).toEqual([200, []]);
    expect((await current(one)).map((row) => row.pressId)).toEqual([scan.id]);
    expect(await current(other)).toEqual([]);
  });

  test('stay in the log, which is append-only', async () => {
    const bought = await buy();
    await sync(await aPhone(), [admit(bought)]);
    for (const change of ['UPDATE scans SET day = now()', 'DELETE FROM scans', 'TRUNCATE scans']) {
      await expect(stage.world.database.pool.query(change)).rejects.toThrow('append-only');
    }
  });
});

describe('a seat without a name', () => {
  test('can be named at the door, which creates a ticket and admits the person by the seat', async () => {
    const team = await buy(teamOfTen());
    const phone = await aPhone();
    const named = name(team.orderId, 'Sample');
    // The admission arrives before its name.
    await sync(phone, [admitSeat(team.orderId, named.id)]);
    await sync(phone, [named]);
    const order = await orderOf(phone, team.orderId);
    expect([order.freeSeats, order.over]).toEqual([6, []]);
    const person = order.tickets.find((one) => one.seat === named.id)!;
    expect(person).toMatchObject({ firstName: 'Ada', lastName: 'Sample', code: expect.any(String) });
    expect(person.days).toMatchObject([{ admitted: { by: 'Maria' } }]);
    const [row] = await stage.world.database.db
      .select()
      .from(checkIns)
      .where(eq(checkIns.registrationId, person.registration));
    expect(row!.undoneAt).toBeNull();
    // At the desk, this is an attendee like any other.
    const undone = await stage.staff.post(`/api/admin/check-in/${person.registration}/undo`, {});
    expect(undone.status).toBe(200);
    expect(
      (await orderOf(phone, team.orderId)).tickets.find((one) => one.seat === named.id)!.days,
    ).toMatchObject([{ admitted: null }]);
    const again = await stage.staff.post('/api/admin/check-in', {
      registrationId: person.registration,
      method: 'manual_lookup',
    });
    expect(again.status).toBe(200);
    expect(
      (await orderOf(phone, team.orderId)).tickets.find((one) => one.seat === named.id)!.days,
    ).toMatchObject([{ admitted: { device: null } }]);
  });

  test.each(['in order', 'the other way round'])(
    'goes to the earliest names, arriving %s; an excess name is shown, not dropped',
    async (direction) => {
      const team = await buy(teamOfTen());
      const phone = await aPhone();
      const names = Array.from({ length: 8 }, (_, index) =>
        name(team.orderId, `Guest ${index}`, `2025-09-20T13:0${index}:00Z`),
      );
      const admits = names.map(({ id }) => admitSeat(team.orderId, id));
      const rows = [...names, ...admits];
      for (const row of direction === 'in order' ? rows : rows.toReversed()) await sync(phone, [row]);
      const order = await orderOf(phone, team.orderId);
      expect([order.freeSeats, order.over.map((one) => one.lastName)]).toEqual([0, ['Guest 7']]);
      const seated = order.tickets.filter((one) => one.seat);
      expect(seated.map((one) => one.lastName).toSorted()).toEqual(
        Array.from({ length: 7 }, (_, index) => `Guest ${index}`),
      );
      expect(seated.map((one) => one.days[0]!.admitted?.id).toSorted()).toEqual(
        admits
          .slice(0, 7)
          .map((one) => one.id)
          .toSorted(),
      );
      const ids = seated.map((one) => one.registration);
      const { rows: stored } = await stage.world.database.pool.query(
        'SELECT press_id FROM check_ins WHERE registration_id = ANY($1) AND undone_at IS NULL',
        [ids],
      );
      expect(stored.map((one) => one.press_id).toSorted()).toEqual(
        admits
          .slice(0, 7)
          .map((one) => one.id)
          .toSorted(),
      );
    },
  );

  test('is free again when its name is withdrawn', async () => {
    const team = await buy(teamOfTen());
    const phone = await aPhone();
    const named = name(team.orderId, 'Sample');
    await sync(phone, [named]);
    expect((await orderOf(phone, team.orderId)).freeSeats).toBe(6);
    const withdrawn = { kind: 'undo', ...made(), order: team.orderId, registration: null, seat: named.id };
    await sync(phone, [{ ...withdrawn, refersTo: named.id } as SentScan]);
    expect((await orderOf(phone, team.orderId)).freeSeats).toBe(7);
  });

  test.each([
    ['freed at the desk', (id: number) => stage.staff.post(`/api/admin/registrations/${id}/free-seat`, {})],
    [
      'deleted at the desk',
      (id: number) => stage.staff.request(`/api/admin/registrations/${id}`, { method: 'DELETE' }),
    ],
  ])(
    'that was named at the door and then %s can be named again; the earlier person does not return',
    async (_how, end) => {
      const team = await buy(teamOfTen());
      const phone = await aPhone();
      const named = name(team.orderId, 'Sample');
      await sync(phone, [named]);
      const person = (await orderOf(phone, team.orderId)).tickets.find((one) => one.seat === named.id)!;
      expect((await end(person.registration)).status).toBe(200);
      const names = Array.from({ length: 7 }, (_, index) => name(team.orderId, `Guest ${index}`));
      expect((await sync(phone, [...names, admitSeat(team.orderId, named.id)])).status).toBe(200);
      const order = await orderOf(phone, team.orderId);
      expect([order.freeSeats, order.over]).toEqual([0, []]);
      const seated = order.tickets.filter((one) => one.seat && !one.isVoided);
      expect(seated.map((one) => one.lastName).toSorted()).toEqual(names.map((_, index) => `Guest ${index}`));
    },
  );

  test('of an order that was deleted meanwhile stays in the log, and the rest of the batch counts', async () => {
    const [team, one] = [await buy(teamOfTen()), await buy()];
    const phone = await aPhone();
    const named = name(team.orderId, 'Sample');
    const deleted = await stage.staff.request(`/api/admin/orders/${team.orderId}`, {
      method: 'DELETE',
    });
    expect(deleted.status).toBe(200);
    const brought = [
      admit(team),
      named,
      admitSeat(team.orderId, named.id),
      admit(one),
      name(999_999, 'Guess'),
    ];
    const { status, body } = await sync(phone, brought);
    expect(status).toBe(200);
    expect(body.stored).toEqual(brought.map(({ id }) => id));
    expect(await current(one)).toHaveLength(1);
  });

  describe('all taken when an earlier name arrives late', () => {
    /** Staff change the last guest's registration; then the late name arrives. */
    async function arriveLate(changes: Record<string, unknown>) {
      const team = await buy(teamOfTen());
      const phone = await aPhone();
      const names = Array.from({ length: 7 }, (_, index) =>
        name(team.orderId, `Guest ${index}`, `2025-09-20T13:1${index}:00Z`),
      );
      await sync(phone, [...names, ...names.map(({ id }) => admitSeat(team.orderId, id))]);
      const before = await personIn(names[6]!.id);
      const { firstName, lastName, email, track, dietaryRestrictions } = before.person!;
      const seen = { firstName, lastName, email, track, dietaryRestrictions };
      const changed = { ...seen, ...changes, seen };
      const { status } = await stage.staff.post(`/api/admin/registrations/${before.person!.id}`, changed);
      expect(status).toBe(200);
      await stage.world.database.db
        .update(registrations)
        .set({ ticketOpenedAt: new Date() })
        .where(eq(registrations.id, before.person!.id));
      const late = name(team.orderId, 'Early', '2025-09-20T13:00:00Z');
      await sync(phone, [late, admitSeat(team.orderId, late.id)]);
      return { team, phone, before, late, last: names[6]! };
    }

    async function personIn(seat: string) {
      const { db } = stage.world.database;
      const [person] = await db.select().from(registrations).where(eq(registrations.seat, seat));
      const codes = person
        ? await db
            .select()
            .from(qrCodes)
            .where(eq(qrCodes.registrationId, person.id))
            .orderBy(asc(qrCodes.id))
        : [];
      return { person, codes };
    }

    const overOnBoard = async (order: number) => {
      const { over } = (await (await stage.staff.get('/api/admin/live')).json()) as Board;
      return over.filter((one) => one.order === order).map((one) => one.name);
    };

    test('goes to that person with nothing of the last one: a new code, and the old one ended (R-CODE-4)', async () => {
      const { team, phone, before, late } = await arriveLate({
        track: 'caregivers',
        dietaryRestrictions: 'Nuts',
      });
      const { person, codes } = await personIn(late.id);
      expect(person).toMatchObject({
        id: before.person!.id,
        firstName: 'Ada',
        lastName: 'Early',
        email: 'jane@example.org',
        track: null,
        dietaryRestrictions: null,
        ticketOpenedAt: null,
      });
      expect(codes.map((one) => [one.id === before.codes[0]!.id, one.replacedBecause])).toEqual([
        [true, 'another_person'],
        [false, null],
      ]);
      const transfers = and(
        eq(registrationAudit.registrationId, person!.id),
        eq(registrationAudit.action, 'ticket_transferred'),
      );
      const audit = await stage.world.database.db.select().from(registrationAudit).where(transfers);
      expect(audit.map((one) => [one.actor, one.actorKind, one.details])).toEqual([
        ['Maria', 'door', { atDoor: true }],
      ]);
      const token = before.codes[0]!.qrCodeData;
      const verdict = await (await stage.staff.post('/api/admin/validate-qr', { qrToken: token })).json();
      expect(verdict.message).toBe('This ticket was replaced on September 20. Ask the team’s organizer.');
      expect((await orderOf(phone, team.orderId)).over.map((one) => one.lastName)).toEqual(['Guest 6']);
      expect(await overOnBoard(team.orderId)).toEqual(['Ada Guest 6']);
    });

    test.each([{ lastName: 'Sample' }, { email: 'ada@example.org' }])(
      'stays with its holder if somebody corrected them since, and the late name is shown: %j',
      async (corrected) => {
        const { team, phone, before, late, last } = await arriveLate({ ...corrected, track: 'caregivers' });
        // Another scan of the order changes nothing.
        await sync(phone, [admitSeat(team.orderId, late.id)]);
        const { person, codes } = await personIn(last.id);
        expect(person).toMatchObject({ id: before.person!.id, ...corrected, track: 'caregivers' });
        expect(codes.map((one) => [one.id, one.replacedAt])).toEqual([[before.codes[0]!.id, null]]);
        expect((await personIn(late.id)).person).toBeUndefined();
        expect((await orderOf(phone, team.orderId)).over.map((one) => one.lastName)).toEqual(['Early']);
        expect(await overOnBoard(team.orderId)).toEqual(['Ada Early']);
      },
    );

    test('is free again if a corrected holder’s name is withdrawn', async () => {
      const { team, phone, late, last } = await arriveLate({ email: 'ada@example.org' });
      const withdrawn = { kind: 'undo', ...made(), order: team.orderId, registration: null, seat: last.id };
      await sync(phone, [{ ...withdrawn, refersTo: last.id } as SentScan]);
      expect((await personIn(last.id)).person).toBeUndefined();
      expect((await personIn(late.id)).person).toMatchObject({
        lastName: 'Early',
        email: 'jane@example.org',
      });
      expect((await orderOf(phone, team.orderId)).over).toEqual([]);
    });
  });
});
