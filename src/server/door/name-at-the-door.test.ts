import { randomUUID } from 'node:crypto';
import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import type { DoorOrder, SentScan } from '#contract/door.ts';
import type { Board } from '#contract/door-day.ts';
import { shortCode } from '#domain/short-code.ts';
import { admit, admitSeat, made, name, setDoorStage } from '#test/door-stage.ts';
import { eventually } from '#test/eventually.ts';
import { teamOfTen } from '#test/factories.ts';
import { correct } from '#test/pass-updates.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { checkIns, qrCodes, refunds, registrations } from '../db/tables.ts';

const stage = setDoorStage();
const { aPhone, buy, current, orderOf, sync } = stage;

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

  test.each(['in order', 'the other way around'])(
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
      expect(order.over[0]!.days).toMatchObject([{ admitted: { id: admits[7]!.id }, duplicates: [] }]);
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

  test('that passed to somebody else does not count its former holder’s late admission for them', async () => {
    const team = await buy(teamOfTen());
    const phone = await aPhone();
    const named = name(team.orderId, 'Sample');
    await sync(phone, [named]);
    const { registration, code } = (await orderOf(phone, team.orderId)).tickets.find(
      (one) => one.seat === named.id,
    )!;
    const { db } = stage.world.database;
    const [holder] = await db.select().from(registrations).where(eq(registrations.id, registration));
    const eve = { firstName: 'Eve', lastName: 'New', email: 'eve@example.org' };
    await correct(stage.world, holder!, eve);
    await sync(phone, [admitSeat(team.orderId, named.id, code)]);
    const checked = await db.select().from(checkIns).where(eq(checkIns.registrationId, registration));
    expect(checked.map((one) => one.undoneAt)).toEqual([expect.any(Date)]);
  });

  test.each([
    ['on a paper list', 'paper'],
    ['on a phone that does not have the code yet', 'phone'],
  ])(
    'that passed to somebody else does not count for them that its former holder was admitted %s',
    async (_how, where) => {
      const { db } = stage.world.database;
      const team = await buy(teamOfTen());
      const phone = await aPhone();
      const named = name(team.orderId, 'Sample');
      await sync(phone, [named]);
      const [holder] = await db.select().from(registrations).where(eq(registrations.seat, named.id));
      await correct(stage.world, holder!, { firstName: 'Eve', lastName: 'New', email: 'eve@example.org' });
      stage.world.moveClock('2025-09-20T14:10:00Z');
      const id = randomUUID();
      const admission =
        where === 'paper'
          ? stage.staff.post('/api/admin/door/paper', {
              entries: [{ id, shortCode: shortCode(holder!.id) }],
              door: 'Garage',
              collectedAt: '2025-09-20T13:50:00Z',
            })
          : sync(phone, [{ ...admitSeat(team.orderId, named.id), id } as SentScan]);
      expect((await admission).status).toBe(200);
      const checked = await db.select().from(checkIns).where(eq(checkIns.registrationId, holder!.id));
      expect(checked.map((one) => [one.pressId, one.undoneAt])).toEqual([[id, expect.any(Date)]]);
      const { ended } = (await (await stage.staff.get('/api/admin/live')).json()) as Board;
      expect(ended.filter((one) => one.order === team.orderId)).toMatchObject([
        { name: 'Eve New', isPassedOn: true, admitted: { id } },
      ]);
    },
  );

  test('that an earlier name took does not count a mark on paper from before that for whoever has it now', async () => {
    const { db } = stage.world.database;
    const team = await buy(teamOfTen());
    const phone = await aPhone();
    const names = Array.from({ length: 7 }, (_, index) =>
      name(team.orderId, `Guest ${index}`, `2025-09-20T13:1${index}:00Z`),
    );
    await sync(phone, names);
    const [last] = await db.select().from(registrations).where(eq(registrations.seat, names[6]!.id));
    const early = name(team.orderId, 'Early', '2025-09-20T13:00:00Z');
    await sync(phone, [early]);
    stage.world.moveClock('2025-09-20T14:10:00Z');
    const id = randomUUID();
    await stage.staff.post('/api/admin/door/paper', {
      entries: [{ id, shortCode: shortCode(last!.id) }],
      door: 'Garage',
      collectedAt: '2025-09-20T13:50:00Z',
    });
    const [now] = await db.select().from(registrations).where(eq(registrations.id, last!.id));
    expect([now!.lastName, now!.checkedIn]).toEqual(['Early', false]);
  });

  test('that becomes free hides no excess name, and goes to it once it is settled', async () => {
    const team = await buy(teamOfTen());
    const phone = await aPhone();
    const names = Array.from({ length: 8 }, (_, index) => name(team.orderId, `Guest ${index}`));
    await sync(phone, names);
    const { id, ...seen } = team.people[1]!;
    const freed = await stage.staff.post(`/api/admin/registrations/${id}/free-seat`, { seen });
    expect(freed.status).toBe(200);
    const waiting = await orderOf(phone, team.orderId);
    expect([waiting.freeSeats, waiting.over.map((one) => one.lastName)]).toEqual([1, ['Guest 7']]);
    const { over } = (await (await stage.staff.get('/api/admin/live')).json()) as Board;
    expect(over.filter((one) => one.order === team.orderId).map((one) => one.name)).toEqual(['Ada Guest 7']);

    const settled = await stage.staff.post(`/api/admin/door/scans/${names[7]!.id}/settle`, {
      outcome: 'two_people',
    });
    expect(settled.status).toBe(200);
    const order = await orderOf(phone, team.orderId);
    expect([order.freeSeats, order.over]).toEqual([0, []]);
    expect(order.tickets.map((one) => one.lastName)).toContain('Guest 7');
  });

  test('does not go to a name that a supervisor settled as given twice', async () => {
    const team = await buy(teamOfTen());
    const phone = await aPhone();
    const names = Array.from({ length: 8 }, (_, index) => name(team.orderId, `Guest ${index}`));
    await sync(phone, names);
    const path = `/api/admin/door/scans/${names[7]!.id}/settle`;
    expect((await stage.staff.post(path, { outcome: 'same_person' })).status).toBe(200);
    const { id, ...seen } = team.people[1]!;
    expect((await stage.staff.post(`/api/admin/registrations/${id}/free-seat`, { seen })).status).toBe(200);
    const late = name(team.orderId, 'Late');
    expect((await orderOf(phone, team.orderId)).freeSeats).toBe(1);
    await sync(phone, [late]);
    const order = await orderOf(phone, team.orderId);
    const seated = order.tickets.filter((one) => one.seat).map((one) => one.lastName);
    expect([order.freeSeats, order.over, seated.includes('Late'), seated.includes('Guest 7')]).toEqual([
      ...[0, [], true, false],
    ]);
  });

  test('is taken once, even if the name’s id returns in capital letters', async () => {
    const team = await buy(teamOfTen());
    const phone = await aPhone();
    const named = name(team.orderId, 'Sample');
    await sync(phone, [named]);
    expect((await sync(phone, [{ ...named, id: named.id.toUpperCase() }])).status).toBe(200);
    expect((await orderOf(phone, team.orderId)).freeSeats).toBe(6);
  });

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
    ['no name waits', 1],
    ['another name waits', 8],
  ])(
    'that staff gave to somebody else stays theirs when the name from the door is withdrawn and %s',
    async (_case, count) => {
      const { db } = stage.world.database;
      const team = await buy(teamOfTen());
      const phone = await aPhone();
      const names = Array.from({ length: count }, (_, index) => name(team.orderId, `Guest ${index}`));
      await sync(phone, names);
      const ticketOf = () =>
        db
          .select({ id: registrations.id, lastName: registrations.lastName, code: qrCodes.qrCodeData })
          .from(registrations)
          .innerJoin(qrCodes, and(eq(qrCodes.registrationId, registrations.id), isNull(qrCodes.replacedAt)))
          .where(eq(registrations.seat, names[0]!.id));
      const [nina] = await db.select().from(registrations).where(eq(registrations.seat, names[0]!.id));
      const { firstName, lastName, email, track, dietaryRestrictions } = nina!;
      const seen = { firstName, lastName, email, track, dietaryRestrictions };
      const otto = { ...seen, firstName: 'Otto', lastName: 'Other', email: 'otto@example.org', seen };
      expect((await stage.staff.post(`/api/admin/registrations/${nina!.id}`, otto)).status).toBe(200);
      const given = await ticketOf();
      expect(given).toMatchObject([{ id: nina!.id, lastName: 'Other' }]);

      const withdrawn = { kind: 'undo', ...made(), order: team.orderId, registration: null };
      await sync(phone, [{ ...withdrawn, seat: names[0]!.id, refersTo: names[0]!.id } as SentScan]);
      expect(await ticketOf()).toEqual(given);
      const order = await orderOf(phone, team.orderId);
      expect([order.freeSeats, order.over.map((one) => one.lastName)]).toEqual(
        count === 1 ? [6, []] : [0, ['Guest 7']],
      );
    },
  );

  test('is taken by a pending refund, and free again once that fails, on phones, board, paper list and the order’s page', async () => {
    const { db } = stage.world.database;
    const team = await buy(teamOfTen());
    const phone = await aPhone();
    await sync(phone, [admit(team)]);
    const since = await stage.cursorAfter(phone, team);
    const number = `DSS${String(team.orderId).padStart(6, '0')}`;
    const onPaper = async () => {
      const list = await (await stage.staff.get('/api/admin/door/list')).arrayBuffer();
      const { text } = await extractText(new Uint8Array(list), { mergePages: true });
      return new RegExp(`${number}, (\\d+) free seats`).exec(text.replaceAll(/\s+/g, ' '))?.[1];
    };
    const onBoard = async () => {
      const { teams } = (await (await stage.staff.get('/api/admin/live')).json()) as Board;
      return teams.find(({ order }) => order === team.orderId)?.freeSeats;
    };
    const onPage = async () => {
      const address = `/api/order/${team.transactionId}/confirmation`;
      return (await (await stage.world.visitor().get(address)).json()).order.freeSeats;
    };
    /** In the changes since the cursor. */
    const seeFreeSeats = (seats: number, cursor: string) =>
      eventually(async () => {
        const { orders } = (await sync(phone, [], cursor)).body as { orders: DoorOrder[] };
        expect(orders.find(({ order }) => order === team.orderId)?.freeSeats).toBe(seats);
      });
    const [refund] = await db
      .insert(refunds)
      .values({
        id: randomUUID(),
        orderId: team.orderId,
        provider: 'stripe',
        moneyRef: 'pi_1',
        amount: 40_00,
        currency: 'USD',
        reason: 'buyer',
        state: 'pending',
        seats: 2,
        requestedBy: 'staff',
        createdAt: new Date(),
      })
      .returning();
    await seeFreeSeats(5, since);
    expect([await onBoard(), await onPaper(), await onPage()]).toEqual([5, '5', 5]);
    const later = await stage.cursorAfter(phone, team);
    await db.update(refunds).set({ state: 'failed' }).where(eq(refunds.id, refund!.id));
    await seeFreeSeats(7, later);
    expect([await onBoard(), await onPaper(), await onPage()]).toEqual([7, '7', 7]);
  });

  test('that a pending refund takes from a ticket that is deleted meanwhile is not free, on phones as on the board', async () => {
    const { db } = stage.world.database;
    const team = await buy(teamOfTen());
    const phone = await aPhone();
    await sync(phone, [admit(team)]);
    const gone = team.people[1]!.id;
    await db.insert(refunds).values({
      id: randomUUID(),
      orderId: team.orderId,
      provider: 'stripe',
      moneyRef: 'pi_1',
      amount: 160_00,
      currency: 'USD',
      reason: 'buyer',
      state: 'pending',
      registrationIds: [gone],
      seats: 8,
      requestedBy: 'staff',
      createdAt: new Date(),
    });
    expect((await orderOf(phone, team.orderId)).freeSeats).toBe(0);
    await db.delete(registrations).where(eq(registrations.id, gone));
    const { teams } = (await (await stage.staff.get('/api/admin/live')).json()) as Board;
    expect([
      (await orderOf(phone, team.orderId)).freeSeats,
      teams.find(({ order }) => order === team.orderId)?.freeSeats,
    ]).toEqual([0, 0]);
  });

  test.each([
    [
      'freed at the desk',
      async (id: number, orderId: number) => {
        const people = await (await stage.staff.get(`/api/admin/orders/${orderId}/attendees`)).json();
        const seen = people.find((one: { id: number }) => one.id === id);
        return stage.staff.post(`/api/admin/registrations/${id}/free-seat`, { seen });
      },
    ],
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
      expect((await end(person.registration, team.orderId)).status).toBe(200);
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
    const deleted = await stage.staff.request(`/api/admin/orders/${team.orderId}`, { method: 'DELETE' });
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
});
