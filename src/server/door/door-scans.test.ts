import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { DoorOrder, SentScan } from '#contract/door.ts';
import type { Board } from '#contract/door-day.ts';
import { auditRows } from '#test/audit-rows.ts';
import { admit, setDoorStage, settle, undo } from '#test/door-stage.ts';
import { checkout } from '#test/factories.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { registrations, scans } from '../db/tables.ts';

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
    expect(verdict.message).toBe('Already checked in at 7:42 AM, Main entrance, by Maria.');
    expect(verdict.registration).toMatchObject({ checkedInBy: 'Maria', checkedInDoor: 'Main entrance' });
    const people = await stage.staff.get(`/api/admin/orders/${bought.orderId}/attendees`);
    expect((await people.json())[0].checkIns).toEqual([
      { at: '2025-09-20T13:42:00.000Z', door: 'Main entrance', by: 'Maria', notes: null },
    ]);
    const audit = await auditRows(stage.world, { registrationId: id, action: 'checked_in' });
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
    const { duplicates, settledAdmits } = (await orderOf(one, bought.orderId)).tickets[0]!.days[0]!;
    expect([duplicates, settledAdmits?.map(({ id }) => id)]).toEqual([[], [late.id]]);
    expect(await current(bought)).toHaveLength(1);
  });

  test('that duplicate a check-in made at the desk show “the help desk” as its maker, not an email address; the log and the desk keep the address', async () => {
    const bought = await buy();
    const phone = await aPhone('supervisor');
    const { id } = bought.people[0]!;
    const press = { registrationId: id, method: 'manual_lookup' };
    expect((await stage.staff.post('/api/admin/check-in', press)).status).toBe(200);
    await sync(phone, [admit(bought, 0, { at: '2025-09-20T13:40:00Z' })]);
    const [ticket] = (await orderOf(phone, bought.orderId)).tickets;
    expect(ticket!.days[0]).toMatchObject({
      admitted: { by: 'Maria' },
      duplicates: [{ by: 'the help desk' }],
    });
    const duplicateOn = async (board: Promise<Response>) => {
      const { duplicates } = (await (await board).json()) as Board;
      return duplicates.find(({ order }) => order === bought.orderId)!.duplicate.by;
    };
    expect(await duplicateOn(phone.get('/api/door/board'))).toBe('the help desk');
    const [logged] = await stage.world.database.db
      .select()
      .from(scans)
      .where(and(eq(scans.registrationId, id), isNull(scans.device)));
    expect(logged!.madeBy).toContain('@');
    expect(await duplicateOn(stage.staff.get('/api/admin/live'))).toBe(logged!.madeBy);
  });

  test('are all undone at the desk, even a settled one', async () => {
    const bought = await buy();
    const phone = await aPhone('supervisor');
    const twice = [admit(bought), admit(bought)];
    await sync(phone, [...twice, settle(twice[1]!)]);
    const undone = await stage.staff.post(`/api/admin/check-in/${bought.people[0]!.id}/undo`, {});
    expect(undone.status).toBe(200);
    expect(await current(bought)).toEqual([]);
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

  test('from before 1970, where a reset clock starts, are refused', async () => {
    const bought = await buy();
    const phone = await aPhone();
    expect((await sync(phone, [admit(bought, 0, { at: '0025-09-20T17:30:00Z' })])).status).toBe(400);
    expect(await current(bought)).toEqual([]);
    const reset = { ...admit(bought), phoneClock: '1970-01-01T00:00:00Z' };
    expect((await sync(phone, [reset])).body.stored).toEqual([reset.id]);
  });

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

  test('sent again change nothing, and come back with their orders, so that a phone sees what became of them', async () => {
    const bought = await buy();
    const phone = await aPhone('supervisor');
    const scan = admit(bought);
    await sync(phone, [scan]);
    await sync(phone, [undo(scan)]);
    const since = await stage.cursorAfter(phone, bought);
    const { body } = await sync(phone, [scan], since);
    expect([body.isWhole, body.stored]).toEqual([false, [scan.id]]);
    const order = body.orders.find((one: DoorOrder) => one.order === bought.orderId);
    expect(order?.tickets).toMatchObject([{ days: [{ admitted: null }] }]);
    expect(await current(bought)).toEqual([]);
  });

  test('sent again are stored, whatever their phone may do by now, and no other phone learns of them', async () => {
    const bought = await buy();
    const [early, late] = [admit(bought), admit(bought)];
    const settled = settle(late);
    await sync(await aPhone('supervisor'), [early, late, settled]);
    // The phone lost its cookie and joined again.
    const again = await aPhone('steward');
    expect((await sync(again, [early, late, settled])).body).toMatchObject({
      stored: [early.id, late.id, settled.id],
      refused: [],
    });
    const guesses = [
      { ...settle(late), id: settled.id },
      { ...settled, outcome: 'two_people' },
      { ...settled, id: randomUUID() },
    ] as SentScan[];
    for (const guess of guesses) {
      expect((await sync(again, [guess])).body).toMatchObject({
        stored: [],
        refused: [{ id: guess.id, message: 'Only a supervisor can settle this.' }],
      });
    }
    const kinds = await stage.world.database.db
      .select({ kind: scans.kind })
      .from(scans)
      .where(eq(scans.orderId, bought.orderId));
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['admit', 'admit', 'settle']);
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
