import { describe, expect, test, vi } from 'vitest';
import { type DoorOrder, findDoorTicket } from '#contract/door.ts';
import { ada, orderOf, phone, START, setPhone, token, until } from '#test/door-site.ts';
import type { DoorVerdict } from './engine.ts';
import { hashToken } from './hash-token.ts';

const on = setPhone();
const { goOffline, joined, kill, openPage } = on;

describe('a phone that joins', () => {
  test('gets the list, and next time starts with it offline', async () => {
    const engine = await joined();
    expect(engine.state()).toMatchObject({ tickets: 3, isOnline: true, counts: { in: 0, expected: 3 } });
    kill();
    on.site.reach = 'down';
    const again = openPage();
    expect(await until(again, ({ phase }) => phase === 'working')).toMatchObject({ tickets: 3, phone });
    expect(await again.judge(token('1'))).toMatchObject({ kind: 'admit', person: { firstName: 'Ada' } });
    const { offlineSince } = await until(again, (state) => state.offlineSince !== null);
    expect(offlineSince).toBeGreaterThanOrEqual(START);
  });

  test('tries again as the same phone if the response was lost, even if the page was closed in between', async () => {
    const first = openPage();
    await until(first, ({ phase }) => phase === 'joining');
    on.site.reach = 'responses get lost';
    for (const person of ['Maria', 'Marie'])
      await expect(first.join('secret', person, 'Garage')).rejects.toMatchObject({ code: 'unreachable' });
    kill();
    on.site.reach = 'up';
    const engine = await joined();
    const [id] = on.site.asked;
    expect(on.site.asked).toEqual([expect.any(String), id, id]);
    // Another invitation, or the same one later, is another phone's.
    await engine.join('another', 'Jo', 'Garage');
    await engine.join('secret', 'Maria', 'Garage');
    expect(new Set(on.site.asked).size).toBe(3);
  });
});

test('search and teams tell what scanning each ticket would show', async () => {
  on.site.orders = [
    await orderOf(1, ['Ada'], { eventType: 'trainer' }),
    await orderOf(2, ['Bo', 'Cy']),
    await orderOf(3, ['Dee'], { paymentStatus: 'refunded' }),
  ];
  const engine = await joined();
  await engine.admit([{ registration: 20 }], 'qr_scan');
  const verdicts = [1, 2, 3].flatMap((order) => engine.team(order)!.people.map(({ verdict }) => verdict));
  expect(verdicts).toEqual(['wrong_day', 'already_in', 'admit', 'not_paid']);
  expect([1, 2, 3].map((order) => engine.team(order)!.isWelcome)).toEqual([false, true, false]);
  expect(engine.find('ada')).toMatchObject([{ verdict: 'wrong_day', inSince: null }]);
});

describe('scans', () => {
  test('made offline survive a restart and are sent automatically, each once', async () => {
    const engine = await joined();
    await goOffline(engine);
    const [id] = await engine.admit([ada], 'qr_scan');
    expect(await engine.judge(token('1'))).toMatchObject({ kind: 'already_in', isOwn: true, door: 'Garage' });
    // The server stores it, but the response is lost.
    on.site.reach = 'responses get lost';
    await until(engine, () => on.site.log.size === 1);
    kill();
    on.site.reach = 'down';
    const again = openPage();
    await until(again, ({ waiting }) => waiting === 1);
    expect(again.state().counts).toEqual({ in: 1, expected: 3 });
    on.site.reach = 'up';
    await until(again, ({ waiting }) => waiting === 0);
    expect(on.site.sent()).toMatchObject([
      { id, kind: 'admit', order: 1, registration: 10, seat: null, method: 'qr_scan' },
    ]);
    expect(on.site.calls.flatMap((one) => one.scans).length).toBeGreaterThan(1);
    expect(again.own()).toMatchObject([{ id, isSent: true, person: 'Ada Sample' }]);
  });

  test('are on disk before the verdict is shown', async () => {
    const engine = await joined();
    await goOffline(engine);
    await engine.admit([ada, { registration: 20 }], 'party');
    kill();
    expect((await until(openPage(), ({ phase }) => phase === 'working')).waiting).toBe(2);
  });

  test('are sent two hundred at a time', async () => {
    on.site.orders = await Promise.all(
      Array.from({ length: 9 }, (_, at) =>
        orderOf(
          at + 1,
          Array.from({ length: 10 }, (_one, seat) => `P${seat}`),
        ),
      ),
    );
    const engine = await joined();
    await goOffline(engine);
    for (let round = 0; round < 3; round += 1) {
      for (const { tickets } of on.site.orders) {
        const keys = tickets.map(({ registration }) => ({ registration }));
        for (const id of await engine.admit(keys, 'party')) await engine.undo(id);
      }
    }
    expect(engine.state().waiting).toBe(540);
    on.site.reach = 'up';
    await until(engine, ({ waiting }) => waiting === 0);
    expect(on.site.sent()).toHaveLength(540);
    expect(Math.max(...on.site.calls.map((one) => one.scans.length))).toBe(200);
  });

  test('that the server refuses are shown with its sentence and block nothing', async () => {
    const engine = await joined();
    await goOffline(engine);
    const [bad] = await engine.admit([ada], 'qr_scan');
    const [good] = await engine.admit([{ registration: 20 }], 'qr_scan');
    on.site.refuses = ({ id }) => (id === bad ? 'This phone had ended' : null);
    on.site.reach = 'up';
    const { refused } = await until(engine, ({ waiting }) => waiting === 0);
    expect(refused).toEqual([{ scan: bad, person: 'Ada Sample', message: 'This phone had ended' }]);
    expect(on.site.sent().map(({ id }) => id)).toEqual([good]);
    expect(await engine.judge(token('1'))).toMatchObject({ kind: 'admit' });
  });

  test('that the server refused are sent once more when the page is opened again', async () => {
    const engine = await joined();
    on.site.refuses = () => 'Try again tomorrow';
    const [id] = await engine.admit([ada], 'qr_scan');
    await until(engine, ({ refused }) => refused.length === 1);
    const send = async () => {
      kill();
      const asked = on.site.calls.length;
      const again = openPage();
      // Two contacts, so that a scan sent with each would show.
      await until(again, ({ waiting }) => waiting === 0 && on.site.calls.length > asked + 2);
      return { again, sent: on.site.calls.slice(asked).flatMap(({ scans }) => scans.map((one) => one.id)) };
    };
    const before = await send();
    expect(before.sent).toEqual([id]);
    expect(before.again.state().refused).toMatchObject([{ scan: id, message: 'Try again tomorrow' }]);
    on.site.refuses = () => null;
    const { again } = await send();
    expect([again.state().refused, on.site.sent().map((one) => one.id)]).toEqual([[], [id]]);
    expect(await again.judge(token('1'))).toMatchObject({ kind: 'already_in' });
  });

  test('that the server cannot read do not block the others', async () => {
    const engine = await joined();
    await goOffline(engine);
    const [bad] = await engine.admit([ada], 'qr_scan');
    const [good] = await engine.admit([{ registration: 20 }], 'qr_scan');
    on.site.cannotRead = ({ id }) => id === bad;
    on.site.reach = 'up';
    const { refused } = await until(engine, ({ waiting }) => waiting === 0);
    expect(refused).toMatchObject([{ scan: bad, message: 'This scan cannot be read' }]);
    expect(on.site.sent().map(({ id }) => id)).toEqual([good]);
  });

  test('that the server fails with wait, are tried again, and hold up neither others nor the list', async () => {
    const engine = await joined();
    await goOffline(engine);
    const [bad] = await engine.admit([ada], 'qr_scan');
    const [good] = await engine.admit([{ registration: 20 }], 'qr_scan');
    on.site.failsWith = ({ id }) => id === bad;
    on.site.reach = 'up';
    await until(engine, ({ waiting, isOnline }) => waiting === 1 && isOnline);
    expect(on.site.sent().map(({ id }) => id)).toEqual([good]);
    const asked = on.site.calls.length;
    await until(
      engine,
      () => on.site.calls.slice(asked).filter(({ scans }) => scans.length === 0).length > 1,
    );
    expect(engine.state()).toMatchObject({ isOnline: true, refused: [], waiting: 1 });
    on.site.failsWith = () => false;
    await until(engine, ({ waiting }) => waiting === 0);
    expect(on.site.sent().map(({ id }) => id)).toEqual([good, bad]);
  });

  test('that the server fails with are tried in turn, so that the first does not hold up the second', async () => {
    const engine = await joined();
    await goOffline(engine);
    await engine.admit([ada], 'qr_scan');
    const [second] = await engine.admit([{ registration: 20 }], 'qr_scan');
    const tried = new Set<string>();
    on.site.failsWith = ({ id }) => {
      tried.add(id);
      return true;
    };
    on.site.reach = 'up';
    await until(engine, ({ isOnline }) => isOnline && tried.size === 2);
    on.site.failsWith = ({ id }) => id !== second;
    await until(engine, ({ waiting }) => waiting === 1);
    expect(on.site.sent().map(({ id }) => id)).toEqual([second]);
  });

  test('of practice count for nothing', async () => {
    const engine = await joined();
    engine.setPractice(true);
    await engine.admit([ada], 'qr_scan');
    expect(await engine.judge(token('1'))).toMatchObject({ kind: 'admit' });
    await until(engine, ({ waiting }) => waiting === 0);
    expect([engine.state().counts.in, on.site.sent()[0]!.practice]).toEqual([0, true]);
  });

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
    const tickets = given.map((firstName) => ({
      ...order.tickets[0]!,
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
    await until(engine, ({ counts }) => counts.in === 0);
    expect(await engine.judge(token('1'))).toMatchObject({ kind: 'admit' });
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
    const tell = (duplicates: readonly (typeof other)[], settled: readonly string[] = []) => {
      const [order] = on.site.orders;
      const days = [
        { day: '2025-09-20', admitted: other, duplicates: [...duplicates], settled: [...settled] },
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
    tell([], [third.id]);
    await until(engine, (state) => state.news.length === 0);
    expect(await engine.judge(token('1'))).toMatchObject({ scan: other.id, others: [third.id] });
    await engine.undo(third.id);
    const undone = () => on.site.calls.flatMap(({ scans }) => scans).filter(({ kind }) => kind === 'undo');
    await expect.poll(() => undone().at(-1)).toMatchObject({ refersTo: third.id });
    // Somebody else undid this one since it was shown: the rest is undone all the same.
    const before = undone().length;
    await engine.undo('00000000-0000-4000-8000-0000000000d1');
    expect([undone().length, engine.state().waiting]).toEqual([before, 0]);
  });
});

describe('a code that the copy does not know', () => {
  const unknown = token('9');

  test('is looked up at the server', async () => {
    const engine = await joined();
    on.site.orders = [await orderOf(9, ['New'])];
    expect(await engine.judge(unknown)).toMatchObject({ kind: 'admit', person: { firstName: 'New' } });
    on.site.orders = [];
    expect(await engine.judge(token('8'))).toMatchObject({
      kind: 'unknown',
      wasAsked: true,
      isRemoved: false,
    });
    on.site.removed = [token('7')];
    expect(await engine.judge(token('7'))).toMatchObject({ kind: 'unknown', isRemoved: true });
  });

  test('is judged by the newest copy, even if a contact brings it before the response', async () => {
    const engine = await joined();
    const [older, newer] = [await orderOf(9, ['New']), await orderOf(9, ['Newer'])];
    on.site.orders = [older];
    const send = fetch;
    let respond: (() => void) | null = null;
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const response = await send(address, init);
      if (address.endsWith(findDoorTicket.path)) await new Promise<void>((resolve) => (respond = resolve));
      return response;
    });
    const verdict = engine.judge(unknown);
    await until(engine, () => respond !== null);
    on.site.changed = [newer];
    await engine.admit([ada], 'qr_scan');
    await until(engine, () => engine.find('Newer').length === 1);
    respond!();
    expect(await verdict).toMatchObject({ kind: 'admit', person: { firstName: 'Newer' } });
  });

  test('is known as the code of a deleted ticket, without a network too', async () => {
    const engine = await joined();
    on.site.ended = [await hashToken(token('6')), await hashToken(token('7'))];
    await until(engine, () => on.site.ended === null);
    // Responses without them leave them as they are, and so does a new page.
    on.site.changed = [on.site.orders[0]!];
    await until(engine, () => on.site.changed.length === 0);
    kill();
    on.site.reach = 'down';
    const again = openPage();
    await until(again, ({ phase }) => phase === 'working');
    for (const ended of ['6', '7'])
      expect(await again.judge(token(ended))).toMatchObject({ kind: 'unknown', isRemoved: true });
    expect(await again.judge(unknown)).not.toHaveProperty('isRemoved');
  });

  test('is unknown after a second and a half without a response', async () => {
    const engine = await joined();
    const send = fetch;
    let waited = 0;
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      // The phone also syncs meanwhile, if its hash of the code takes long.
      if (!address.endsWith(findDoorTicket.path)) return send(address, init);
      const from = Date.now();
      await new Promise((resolve) => init.signal!.addEventListener('abort', resolve));
      waited = Date.now() - from;
      throw init.signal!.reason;
    });
    let verdict: DoorVerdict | undefined;
    void engine.judge(unknown).then((told) => {
      verdict = told;
    });
    await until(engine, () => verdict !== undefined);
    expect(verdict).toMatchObject({ kind: 'unknown', wasAsked: false });
    expect(waited).toBe(1500);
  });

  test('is not looked up offline, or if it cannot be a ticket', async () => {
    const engine = await joined();
    expect(await engine.judge('https://example.org')).toMatchObject({ kind: 'unknown', wasAsked: false });
    await goOffline(engine);
    const asked = vi.spyOn(on.site, 'respond');
    on.site.reach = 'responses get lost';
    expect(await engine.judge(unknown)).toMatchObject({ kind: 'unknown', wasAsked: false });
    expect(asked).not.toHaveBeenCalled();
  });

  test('may be a practice ticket, which stands for a verdict in practice mode only', async () => {
    const engine = await joined();
    expect(await engine.judge('PRACTICE VALID')).toEqual({ kind: 'practice_ticket' });
    engine.setPractice(true);
    expect(await engine.judge('PRACTICE OTHER DAY')).toEqual({ kind: 'practice', of: 'wrong_day' });
  });
});
