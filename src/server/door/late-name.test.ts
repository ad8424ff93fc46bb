import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SentScan } from '#contract/door.ts';
import type { Board } from '#contract/door-day.ts';
import { auditRows } from '#test/audit-rows.ts';
import { admitSeat, made, name, setDoorStage } from '#test/door-stage.ts';
import { teamOfTen } from '#test/factories.ts';
import { asc, eq } from '../db/drizzle.ts';
import { qrCodes, registrations, scans } from '../db/tables.ts';
import { hashSecret } from './find-phone.ts';

const stage = setDoorStage();
const { aPhone, buy, orderOf, sync } = stage;

describe('a seat that is taken when an earlier name arrives late', () => {
  /** Staff change the last guest's registration; then the late name arrives. */
  async function arriveLate(
    changes: Record<string, unknown>,
    meanwhile?: (orderId: number, id: number) => Promise<void>,
  ) {
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
    await meanwhile?.(team.orderId, before.person!.id);
    const late = name(team.orderId, 'Early', '2025-09-20T13:00:00Z');
    await sync(phone, [late, admitSeat(team.orderId, late.id)]);
    return { team, phone, before, late, last: names[6]! };
  }

  async function personIn(seat: string) {
    const { db } = stage.world.database;
    const [person] = await db.select().from(registrations).where(eq(registrations.seat, seat));
    const codes = person
      ? await db.select().from(qrCodes).where(eq(qrCodes.registrationId, person.id)).orderBy(asc(qrCodes.id))
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
    const audit = await auditRows(stage.world, {
      registrationId: person!.id,
      action: 'ticket_transferred',
    });
    expect(audit.map((one) => [one.actor, one.actorKind, one.details])).toEqual([
      ['Maria', 'door', { atDoor: true }],
    ]);
    const token = before.codes[0]!.qrCodeData;
    const verdict = await (await stage.staff.post('/api/admin/validate-qr', { qrToken: token })).json();
    expect(verdict.message).toBe(
      'This ticket was replaced on September 20. Please send the guest to the help desk.',
    );
    expect((await orderOf(phone, team.orderId)).over.map((one) => one.lastName)).toEqual(['Guest 6']);
    expect(await overOnBoard(team.orderId)).toEqual(['Ada Guest 6']);
  });

  test.each([
    ['its own seat back', 0],
    ['another seat', 1],
  ] as const)(
    'counts a late admission by the first code of whoever lost it to the earlier name and then got %s',
    async (_, freed) => {
      const { team, phone, before, late, last } = await arriveLate({});
      const first = hashSecret(before.codes[0]!.qrCodeData).toString('base64url');
      const { seat } = (await orderOf(phone, team.orderId)).tickets.find(
        (one) => one.seat && (one.seat === late.id) === (freed === 0),
      )!;
      const whose = { order: team.orderId, registration: null, seat };
      await sync(phone, [{ kind: 'undo', ...made(), ...whose, refersTo: seat } as SentScan]);
      const { codes } = await personIn(last.id);
      expect(codes.at(-1)!.qrCodeData).not.toBe(before.codes[0]!.qrCodeData);
      const scan = admitSeat(team.orderId, last.id, first);
      await sync(phone, [scan]);
      const { db } = stage.world.database;
      expect(await db.select().from(scans).where(eq(scans.refersTo, scan.id))).toEqual([]);
    },
  );

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

  test('stays with its holder while that ticket is being refunded, and the next-latest gives way', async () => {
    const { faults } = stage.world.sandbox.stripe;
    faults.set({
      failNext: { method: 'POST', path: '/v1/refunds', when: 'before', kind: '500', times: 10 },
    });
    const { team, phone, before, late, last } = await arriveLate({}, async (orderId, id) => {
      const refundId = randomUUID();
      const wish = { refundId, amount: 20_00, registrationIds: [id], freeSeats: 0 };
      expect((await stage.staff.post(`/api/admin/orders/${orderId}/refund`, wish)).status).toBe(200);
    });
    faults.clear();
    expect((await personIn(last.id)).person).toMatchObject({ id: before.person!.id, lastName: 'Guest 6' });
    // The next-latest of those who stay gives way.
    expect((await orderOf(phone, team.orderId)).over.map((one) => one.lastName)).toEqual(['Guest 5']);
    expect((await personIn(late.id)).person).toMatchObject({ lastName: 'Early' });
  });

  test('does not make that person the organizer, even if the last one was (R-ATTENDEE-1)', async () => {
    const team = await buy(teamOfTen());
    const phone = await aPhone();
    const [{ id, ...seen }] = team.people as [(typeof team.people)[0]];
    expect((await stage.staff.post(`/api/admin/registrations/${id}/free-seat`, { seen })).status).toBe(200);
    const guests = Array.from({ length: 7 }, (_, index) =>
      name(team.orderId, `Guest ${index}`, `2025-09-20T13:1${index}:00Z`),
    );
    const buyer = { ...name(team.orderId, 'Sample', '2025-09-20T13:20:00Z'), firstName: 'Jane' } as SentScan;
    await sync(phone, [...guests, buyer]);
    const marked = await stage.staff.post(`/api/admin/orders/${team.orderId}/ensure-organizer`, {});
    expect(await marked.json()).toMatchObject({ firstName: 'Jane', isOrganizer: true });
    const late = name(team.orderId, 'Early', '2025-09-20T13:00:00Z');
    await sync(phone, [late]);
    expect((await personIn(late.id)).person).toMatchObject({ lastName: 'Early', isOrganizer: false });
  });

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
