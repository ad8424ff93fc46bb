import { describe, expect, test } from 'vitest';
import type { DoorOrder } from '#contract/door.ts';
import { ada, phone, START, setPhone, token, until } from '#test/door-site.ts';

const on = setPhone();
const { goOffline, joined } = on;

describe('scans', () => {
  test('can be undone once, and named seats become people', async () => {
    const engine = await joined();
    const [id] = await engine.admit([ada], 'qr_scan');
    await engine.undo(id!);
    await engine.undo(id!);
    expect(await engine.judge(token('1'))).toMatchObject({ kind: 'admit' });
    expect(engine.find('late')).toEqual([]);
    const key = await engine.nameSeat(2, 'Dee', 'Late');
    expect(engine.find('late')).toMatchObject([
      { person: { key, firstName: 'Dee', freeSeats: 0, teamSize: 3 } },
    ]);
    await engine.admit([key], 'manual_lookup');
    expect(engine.team(2)).toMatchObject({ size: 3, in: 1, freeSeats: 0, isWelcome: true });
    await until(engine, ({ waiting }) => waiting === 0);
    const named = on.site.sent().find((one) => one.kind === 'name')!;
    expect(on.site.sent().map((one) => [one.kind, 'seat' in one ? one.seat : null])).toEqual([
      ['admit', null],
      ['undo', null],
      ['name', null],
      ['admit', named.id],
    ]);
  });

  test.each([
    ['can be withdrawn offline once the copy has the name', 'Dee', ['Bo', 'Cy'], 1],
    ['hide nobody else to whom staff have given the seat', 'Otto', ['Bo', 'Cy', 'Otto'], 0],
  ])('that named a seat %s', async (_, firstName, people, freeSeats) => {
    const engine = await joined();
    const { seat } = (await engine.nameSeat(2, 'Dee', 'Late')) as { seat: string };
    await until(engine, ({ waiting }) => waiting === 0);
    const order = on.site.orders[1]!;
    const person = { ...order.tickets[0]!, registration: 22, seat, firstName, lastName: 'Late', code: null };
    on.site.changed = [{ ...order, freeSeats: 0, tickets: [...order.tickets, person] }];
    await until(engine, ({ tickets }) => tickets === 4);
    await goOffline(engine);
    await engine.undo(seat);
    const team = engine.team(2)!;
    expect([team.people.map((one) => one.person.firstName), team.freeSeats]).toEqual([people, freeSeats]);
  });

  test('of a name without a free seat can be withdrawn offline', async () => {
    const engine = await joined();
    const { seat } = (await engine.nameSeat(2, 'Dee', 'Late')) as { seat: string };
    await until(engine, ({ waiting }) => waiting === 0);
    const over = [{ seat, firstName: 'Dee', lastName: 'Late', days: [] }];
    on.site.changed = [{ ...on.site.orders[1]!, freeSeats: 0, over }];
    await until(engine, () => on.site.changed.length === 0);
    await goOffline(engine);
    expect(engine.find('late')).toHaveLength(1);
    await engine.undo(seat);
    expect(engine.find('late')).toEqual([]);
  });

  test('count or not as they did when they were made, when they are undone in or after practice', async () => {
    const engine = await joined();
    const [real] = await engine.admit([ada], 'qr_scan');
    engine.setPractice(true);
    await engine.undo(real!);
    const [practiced] = await engine.admit([ada], 'qr_scan');
    engine.setPractice(false);
    await engine.undo(practiced!);
    await until(engine, ({ waiting }) => waiting === 0);
    const undone = on.site.sent().filter((one) => one.kind === 'undo');
    expect(undone.map((one) => [one.refersTo, one.practice])).toEqual([
      [real, false],
      [practiced, true],
    ]);
  });

  test('can be undone after their person has left the list', async () => {
    const engine = await joined();
    const seat = (await engine.nameSeat(2, 'Dee', 'Late')) as { seat: string };
    const admits = [...(await engine.admit([seat], 'party')), ...(await engine.admit([ada], 'qr_scan'))];
    await until(engine, ({ waiting }) => waiting === 0);
    // A supervisor withdrew the name, and Ada's ticket was deleted.
    on.site.changed = [{ ...on.site.orders[0]!, tickets: [] }, on.site.orders[1]!];
    await until(engine, ({ tickets }) => tickets === 2 && engine.find('late').length === 0);
    for (const id of admits) await engine.undo(id);
    await until(engine, ({ waiting }) => waiting === 0);
    expect(on.site.sent().slice(-2)).toMatchObject([
      { kind: 'undo', order: 2, registration: null, seat: seat.seat, refersTo: admits[0] },
      { kind: 'undo', order: 1, registration: 10, seat: null, refersTo: admits[1] },
    ]);
    expect(engine.own().slice(0, 2)).toMatchObject([{ person: 'Ada Sample' }, { person: 'Dee Late' }]);
    expect(engine.own().filter((one) => one.kind === 'admit' && !one.isUndone)).toEqual([]);
  });

  test.each([
    ['count as undone', [], true],
    ['stand if staff have given the seat to somebody else', ['Otto'], false],
  ])('of a person whose name is withdrawn %s', async (_, given, isUndone) => {
    const engine = await joined();
    const { seat } = (await engine.nameSeat(2, 'Dee', 'Late')) as { seat: string };
    const [id] = await engine.admit([{ seat }], 'party');
    await until(engine, ({ waiting }) => waiting === 0);
    const order = on.site.orders[1]!;
    const admitted = { id: id!, at: new Date(START).toISOString(), door: null, by: '', device: phone.id };
    const tickets = given.map((firstName) => ({
      ...order.tickets[0]!,
      days: [{ day: '2025-09-20', admitted, duplicates: [] }],
      ...{ registration: 22, seat, firstName, lastName: 'Late', code: null },
    }));
    on.site.changed = [{ ...order, freeSeats: 0, tickets: [...order.tickets, ...tickets] }];
    await until(engine, (state) => state.tickets === 3 + tickets.length);
    await engine.undo(seat);
    expect(engine.own().map((one) => [one.kind, one.id === id && one.isUndone])).toEqual([
      ['withdraw', false],
      ['admit', isUndone],
      ['name', false],
    ]);
    await engine.undo(id!);
    await until(engine, ({ waiting }) => waiting === 0);
    const undos = on.site.sent().filter((one) => one.kind === 'undo');
    expect(undos.map((one) => one.refersTo)).toEqual(isUndone ? [seat] : [seat, id]);
  });

  test('match the copy once the server has them, including other people’s undos', async () => {
    const engine = await joined();
    await engine.admit([ada], 'qr_scan');
    await until(engine, ({ waiting }) => waiting === 0);
    expect(await engine.judge(token('1'))).toMatchObject({ kind: 'already_in' });
    // A supervisor undid it before it reached this phone's list.
    on.site.changed = [on.site.orders[0]!];
    expect(engine.own()).toMatchObject([{ kind: 'admit', isUndone: false }]);
    await until(engine, ({ counts }) => counts.in === 0);
    expect(await engine.judge(token('1'))).toMatchObject({ kind: 'admit' });
    expect(engine.own()).toMatchObject([{ kind: 'admit', isUndone: true }]);
  });

  test.each([
    ['order', (order: DoorOrder) => ({ ...order, paymentStatus: 'refunded' as const })],
    ['ticket', (order: DoorOrder) => ({ ...order, tickets: [{ ...order.tickets[0]!, isVoided: true }] })],
  ])('no longer count once the %s is refunded', async (_, refund) => {
    const engine = await joined();
    const [id] = await engine.admit([ada, { registration: 20 }], 'qr_scan');
    await until(engine, ({ waiting }) => waiting === 0);
    expect(engine.state().counts).toEqual({ in: 2, expected: 3 });
    const [order] = on.site.orders;
    const at = new Date(START).toISOString();
    const admitted = { id: id!, at, door: 'Garage', by: 'Maria', device: phone.id };
    const days = [{ day: '2025-09-20', admitted, duplicates: [] }];
    on.site.changed = [refund({ ...order!, tickets: [{ ...order!.tickets[0]!, days }] })];
    const { counts } = await until(engine, (state) => state.counts.expected === 2);
    expect(counts.in).toBe(1);
  });

  test('by other doors of the same person show a notice each', async () => {
    const engine = await joined();
    const [id] = await engine.admit([ada], 'qr_scan');
    await until(engine, ({ waiting }) => waiting === 0);
    const own = {
      id: id!,
      at: new Date(START + 1000).toISOString(),
      door: 'Garage',
      by: 'Maria',
      device: phone.id,
    };
    const other = {
      id: '00000000-0000-4000-8000-0000000000b1',
      at: new Date(START - 60_000).toISOString(),
      door: 'Main entrance',
      by: 'Luis',
      device: '00000000-0000-4000-8000-00000000000b',
    };
    const third = {
      ...other,
      id: '00000000-0000-4000-8000-0000000000c1',
      at: new Date(START + 60_000).toISOString(),
      by: 'Kim',
    };
    const tell = (duplicates: readonly (typeof other)[], settledAdmits: readonly (typeof other)[] = []) => {
      const [order] = on.site.orders;
      const days = [
        {
          day: '2025-09-20',
          admitted: other,
          duplicates: [...duplicates],
          settledAdmits: [...settledAdmits],
        },
      ];
      on.site.changed = [{ ...order!, tickets: [{ ...order!.tickets[0]!, days }] }];
    };
    tell([own]);
    const { news } = await until(engine, (state) => state.news.length > 0);
    expect(news).toEqual([
      { id: expect.any(String), person: 'Ada Sample', at: START - 60_000, door: 'Main entrance', by: 'Luis' },
    ]);
    // The first notice may have been read, so the second is another one.
    tell([own, third]);
    const { news: later } = await until(engine, (state) => state.news.length > 1);
    expect(later.map((one) => one.by)).toEqual(['Luis', 'Kim']);
    expect(later[0]!.id).toBe(news[0]!.id);
    expect(later[1]!.id).not.toBe(news[0]!.id);
    // Without this phone's, the others count, in their order.
    expect(await engine.judge(token('1'))).toMatchObject({ scan: other.id, others: [own.id, third.id] });
    await engine.undo(own.id);
    expect([engine.isAdmitted(own.id), await engine.judge(token('1'))]).toMatchObject([
      true,
      { scan: other.id, others: [third.id] },
    ]);
    // A settled one counts again once the others are undone.
    tell([], [third]);
    await until(engine, (state) => state.news.length === 0);
    expect(await engine.judge(token('1'))).toMatchObject({ scan: other.id, others: [third.id] });
    // Nobody gets in twice while the settled one stands.
    expect(engine.isAdmitted(third.id)).toBe(true);
    await engine.undo(third.id);
    const undone = () => on.site.calls.flatMap(({ scans }) => scans).filter(({ kind }) => kind === 'undo');
    await expect.poll(() => undone().at(-1)).toMatchObject({ refersTo: third.id });
    // Somebody else has undone this one since the phone showed it, which needs no undo of this phone's.
    await until(engine, (state) => state.waiting === 0);
    await engine.undo('00000000-0000-4000-8000-0000000000d1');
    expect(engine.state().waiting).toBe(0);
  });
});
