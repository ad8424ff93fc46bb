import { describe, expect, test, vi } from 'vitest';
import { ada, orderOf, phone, START, setPhone, token, until } from '#test/door-site.ts';
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

test('a board that does not come within ten seconds is given up, so that requests do not pile up', async () => {
  const engine = await joined();
  const hang = (_address: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('fetch', hang);
  let refusal: unknown = null;
  engine.board().catch((error) => (refusal = error));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(refusal).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(refusal).toMatchObject({ code: 'unreachable' });
});

test('the code of somebody who was erased is unknown once the phone has fetched the order again', async () => {
  const engine = await joined();
  expect(await engine.judge(token('1'))).toMatchObject({ kind: 'admit' });
  const [order] = on.site.orders;
  const erased = { ...order!, tickets: order!.tickets.map((one) => ({ ...one, code: null })) };
  [on.site.orders, on.site.changed] = [[erased], [erased]];
  await until(engine, () => on.site.changed.length === 0);
  const asked = on.site.calls.length;
  await until(engine, () => on.site.calls.length > asked);
  expect(await engine.judge(token('1'))).toMatchObject({ kind: 'unknown' });
});

describe('scans', () => {
  test('admit nobody who is in already, or whose ticket is not valid', async () => {
    on.site.orders = [
      await orderOf(1, ['Ada', 'Bo']),
      await orderOf(2, ['Cy'], { paymentStatus: 'refunded' }),
    ];
    const engine = await joined();
    await engine.admit([ada], 'qr_scan');
    const all = [ada, { registration: 11 }, { registration: 20 }];
    expect(await engine.admit(all, 'party')).toHaveLength(1);
    await until(engine, ({ waiting }) => waiting === 0);
    expect(on.site.sent()).toMatchObject([{ registration: 10 }, { registration: 11 }]);
  });

  test('whose undo the server refuses still stand, and can be undone again', async () => {
    const engine = await joined();
    const [id] = await engine.admit([ada], 'qr_scan');
    on.site.refuses = ({ kind }) => (kind === 'undo' ? 'Not now' : null);
    await engine.undo(id!);
    await until(engine, ({ waiting, refused }) => waiting === 0 && refused.length === 1);
    expect(engine.own().find((one) => one.id === id)).toMatchObject({ isUndone: false });
    on.site.refuses = () => null;
    await engine.undo(id!);
    await until(engine, ({ waiting }) => waiting === 0);
    expect(engine.judgePerson(ada)).toMatchObject({ kind: 'admit' });
  });

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
    const code = await hashToken(token('1'));
    expect(on.site.sent()).toMatchObject([
      { id, kind: 'admit', order: 1, registration: 10, seat: null, code, method: 'qr_scan' },
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
    on.site.refuses = () => 'This phone had ended';
    const [refused] = await engine.admit([ada], 'qr_scan');
    await until(engine, ({ waiting }) => waiting === 0);
    expect(engine.own()).toMatchObject([{ id: refused, refused: 'This phone had ended' }, {}]);
    expect(engine.state().refused).toEqual([]);
  });
});
