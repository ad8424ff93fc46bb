import { describe, expect, test, vi } from 'vitest';
import { event } from '#content/event.ts';
import { ada, DAY_MS, orderOf, phone, START, setPhone, token, until } from '#test/door-site.ts';
import { stubStorage } from '#test/stub-storage.ts';
import { VOLUNTEER } from './keep-contact.ts';

const on = setPhone();
const { goOffline, joined, kill, openPage } = on;

function isAskedOnClose(): boolean {
  const leave = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leave);
  return leave.defaultPrevented;
}

describe('a phone that lost access', () => {
  test('sends its scans and wipes itself when it is revoked', async () => {
    const kept = stubStorage();
    const engine = await joined();
    kept.set(VOLUNTEER, 'Maria');
    await goOffline(engine);
    await engine.admit([ada], 'qr_scan');
    on.site.isRevoked = true;
    on.site.reach = 'up';
    expect(await until(engine, ({ phase }) => phase === 'wiped')).toMatchObject({
      wipedBecause: 'revoked',
      tickets: 0,
      waiting: 0,
      phone: null,
    });
    expect(on.site.sent()).toHaveLength(1);
    expect(kept.has(VOLUNTEER)).toBe(false);
    kill();
    const again = openPage();
    expect(await until(again, ({ phase }) => phase === 'wiped')).toMatchObject({
      tickets: 0,
      wipedBecause: 'revoked',
    });
    expect([again.own(), again.find('ada')]).toEqual([[], []]);
  });

  /** Staff revoked it while it was offline, and it has admitted somebody since. */
  async function revokedOffline() {
    const engine = await joined();
    await goOffline(engine);
    const [id] = await engine.admit([ada], 'qr_scan');
    engine.setPractice(true);
    expect(await engine.admit([{ registration: 20 }], 'qr_scan')).toHaveLength(1);
    on.site.isRevoked = true;
    on.site.refuses = () => 'The phone had lost access';
    on.site.reach = 'up';
    await until(engine, ({ phase, waiting }) => phase === 'wiped' && waiting === 0);
    return { engine, id };
  }

  test('keeps what the server refused, without practice, and sends it when it has joined again', async () => {
    const { engine, id } = await revokedOffline();
    const kept = [{ id, person: 'Ada Sample', refused: 'The phone had lost access' }];
    expect(engine.own()).toMatchObject(kept);
    kill();
    on.site.reach = 'down';
    const again = openPage();
    await until(again, ({ phase, waiting }) => phase === 'wiped' && waiting === 0);
    expect(again.find('ada')).toEqual([]);
    expect(again.own()).toMatchObject(kept);

    on.site.reach = 'up';
    on.site.isRevoked = false;
    on.site.refuses = () => null;
    await again.join('another', 'Maria', 'Garage');
    await until(again, ({ phase, waiting }) => phase === 'working' && waiting === 0);
    expect(on.site.sent().map((one) => one.id)).toEqual([id]);
  });

  test('forgets that, too, when the event is over', async () => {
    const end = Date.parse(event.closesAt);
    vi.setSystemTime(end - 30_000);
    const { engine } = await revokedOffline();
    expect(engine.own()).toHaveLength(1);
    await until(engine, () => Date.now() > end + 2000);
    expect(engine.own()).toEqual([]);
    kill();
    const later = openPage();
    await until(later, ({ phase }) => phase === 'wiped');
    expect(later.own()).toEqual([]);
  });

  test('forgets that a week later if only its own clock says so', async () => {
    await revokedOffline();
    kill();
    const end = Date.parse(event.closesAt) + 7 * DAY_MS;
    vi.setSystemTime(end - 10_000);
    const again = openPage();
    await until(again, ({ phase, waiting }) => phase === 'wiped' && waiting === 0);
    expect(again.own()).toHaveLength(1);
    await until(again, () => Date.now() > end + 2000);
    expect(again.own()).toEqual([]);
  });

  test('deletes the list at its end, even if it lost its network since the server told the time', async () => {
    const end = Date.parse(phone.endsAt);
    vi.setSystemTime(end - 30_000);
    const engine = await joined();
    await goOffline(engine);
    await engine.admit([ada], 'qr_scan');
    await until(engine, ({ phase }) => phase === 'wiped');
    expect(Math.abs(Date.now() - end)).toBeLessThan(2000);
    expect(engine.state()).toMatchObject({ wipedBecause: 'ended', tickets: 0, waiting: 1 });
  });

  test('and has unsent scans asks before its page is closed, and sends them when it has a network again', async () => {
    vi.setSystemTime(Date.parse(phone.endsAt) - 30_000);
    const engine = await joined();
    await goOffline(engine);
    await engine.admit([ada], 'qr_scan');
    expect(isAskedOnClose()).toBe(false);
    await until(engine, ({ phase }) => phase === 'wiped');
    expect(isAskedOnClose()).toBe(true);
    on.site.isRevoked = true;
    on.site.reach = 'up';
    await until(engine, ({ waiting }) => waiting === 0);
    expect(isAskedOnClose()).toBe(false);
    expect(on.site.sent()).toHaveLength(1);
  });

  test('deletes the list a week after its end, even if it stays offline, and keeps unsent scans', async () => {
    const engine = await joined();
    await goOffline(engine);
    await engine.admit([ada], 'qr_scan');
    kill();
    vi.setSystemTime(Date.parse(phone.endsAt) + 7 * DAY_MS);
    const again = openPage();
    expect(await until(again, ({ phase }) => phase === 'wiped')).toMatchObject({
      wipedBecause: 'ended',
      tickets: 0,
      waiting: 1,
    });
    on.site.isRevoked = true;
    on.site.reach = 'up';
    expect(await until(again, ({ waiting }) => waiting === 0)).toMatchObject({ phase: 'wiped' });
    expect(on.site.sent()).toHaveLength(1);
  });
});

describe('a phone that loses its network', () => {
  test('says since when it had no contact, even if the page was opened again since', async () => {
    const engine = await joined();
    const { syncedAt } = engine.state();
    expect(syncedAt).toBeGreaterThanOrEqual(START);
    kill();
    on.site.reach = 'down';
    vi.setSystemTime(START + 600_000);
    const again = openPage();
    expect(await until(again, (state) => state.offlineSince !== null)).toMatchObject({
      isOnline: false,
      offlineSince: syncedAt,
    });
  });

  test('says since when it noticed if the last contact was the day before, because only the time is shown', async () => {
    vi.setSystemTime(START - 86_400_000);
    await joined();
    kill();
    on.site.reach = 'down';
    vi.setSystemTime(START);
    const again = await until(openPage(), (state) => state.offlineSince !== null);
    expect(again.syncedAt).toBeLessThan(START);
    expect(again.offlineSince).toBeGreaterThanOrEqual(START);
  });

  test('says since when it noticed if it never had contact', async () => {
    on.site.reach = 'down';
    const engine = openPage();
    await until(engine, ({ phase }) => phase === 'joining');
    dispatchEvent(new Event('offline'));
    expect(engine.state().offlineSince).toBeGreaterThanOrEqual(START);
  });

  test('says so even if a response still arrives, without waiting for the next contact', async () => {
    const engine = await joined();
    let arrive = () => {};
    on.site.held = new Promise((resolve) => {
      arrive = resolve;
    });
    await engine.admit([ada], 'qr_scan');
    on.site.reach = 'down';
    dispatchEvent(new Event('offline'));
    expect(engine.state()).toMatchObject({ isOnline: false });
    const before = on.site.calls.length;
    on.site.held = null;
    arrive();
    const lostAt = Date.now();
    await until(engine, ({ waiting }) => waiting === 0);
    await until(engine, ({ isOnline }) => !isOnline);
    expect(Date.now() - lostAt).toBeLessThan(1000);
    expect(on.site.calls).toHaveLength(before);
  });
});

describe('a 400 that is not about a scan', () => {
  const proxy = () => new Response('<h1>Bad Request</h1>', { status: 400 });
  const newer = () =>
    Response.json(
      { code: 'invalid', message: 'Invalid input', fields: { 'status.battery': 'Invalid input' } },
      { status: 400 },
    );

  async function withTwoWaiting() {
    const engine = await joined();
    await goOffline(engine);
    await engine.admit([ada], 'qr_scan');
    await engine.admit([{ registration: 20 }], 'qr_scan');
    return engine;
  }

  test.each([
    ['a proxy’s page', proxy],
    ['the site’s, which wants another status', newer],
  ])('is a failing contact: all scans wait (%s)', async (_, answer) => {
    const engine = await withTwoWaiting();
    const askedAt: number[] = [];
    const respond = vi.spyOn(on.site, 'respond').mockImplementation(() => {
      askedAt.push(Date.now());
      return answer();
    });
    on.site.reach = 'up';
    await until(engine, () => askedAt.length > 4);
    expect(engine.state()).toMatchObject({ isOnline: false, waiting: 2, refused: [], counts: { in: 2 } });
    const pauses = askedAt.slice(1).map((at, call) => at - askedAt[call]!);
    // The first failure may be a scan's, which the second call shows not to be so.
    expect(pauses.slice(1, 4).map((ms) => Math.floor(ms / 1000))).toEqual([1, 2, 4]);
    respond.mockRestore();
    await until(engine, ({ waiting, isOnline }) => waiting === 0 && isOnline);
    expect(on.site.sent()).toHaveLength(2);
  });

  test('although only calls with scans get it: they wait and hold up nothing', async () => {
    const engine = await withTwoWaiting();
    const pass = on.site.respond.bind(on.site);
    const respond = vi
      .spyOn(on.site, 'respond')
      .mockImplementation((path, body) =>
        (body as { scans: unknown[] }).scans.length > 0 ? proxy() : pass(path, body),
      );
    on.site.reach = 'up';
    on.site.changed = [{ ...on.site.orders[0]!, organization: 'Sample Inc' }];
    const isUpdated = () => engine.find('ada')[0]?.person.organization === 'Sample Inc';
    await until(engine, ({ isOnline }) => isUpdated() && isOnline);
    const asked = on.site.calls.length;
    await until(engine, () => on.site.calls.length > asked + 1);
    expect(engine.state()).toMatchObject({ isOnline: true, waiting: 2, refused: [], counts: { in: 2 } });
    respond.mockRestore();
    await until(engine, ({ waiting }) => waiting === 0);
    expect(on.site.sent()).toHaveLength(2);
  });
});

describe('a phone whose site lost its database', () => {
  /** Scans of yesterday, today and practice that the site stored, and one that it refused. */
  async function withSentScans() {
    on.site.orders = [await orderOf(1, ['Ada'], { eventType: 'both' }), await orderOf(2, ['Bo', 'Cy'])];
    vi.setSystemTime(START - DAY_MS);
    const engine = await joined();
    await engine.admit([ada], 'qr_scan');
    await until(engine, ({ waiting }) => waiting === 0);
    vi.setSystemTime(START);
    const { length } = on.site.calls;
    await until(engine, () => on.site.calls.length > length + 1);
    await engine.admit([{ registration: 20 }], 'qr_scan');
    engine.setPractice(true);
    await engine.admit([ada], 'qr_scan');
    engine.setPractice(false);
    await until(engine, ({ waiting }) => waiting === 0);
    on.site.refuses = () => 'Try again tomorrow';
    await engine.admit([{ registration: 21 }], 'qr_scan');
    await until(engine, ({ refused }) => refused.length === 1);
    on.site.refuses = () => null;
    const sent = on.site.sent();
    expect(sent.map((one) => [one.decidedAt.slice(0, 10), one.practice])).toEqual([
      ['2025-09-19', false],
      ['2025-09-20', false],
      ['2025-09-20', true],
    ]);
    on.site.loseDatabase();
    return { engine, sent };
  }

  test('sends again what had been stored there', async () => {
    const { engine, sent } = await withSentScans();
    await until(engine, ({ waiting }) => on.site.log.size > 0 && waiting === 0);
    expect(on.site.sent()).toEqual(sent);
    expect(engine.state()).toMatchObject({ phase: 'working', counts: { in: 1 }, refused: [{}] });
  });

  test('and the phone with it does so once it has joined again', async () => {
    const { engine, sent } = await withSentScans();
    on.site.knowsPhone = false;
    await until(engine, ({ phase }) => phase === 'joining');
    on.site.knowsPhone = true;
    await engine.join('another', 'Maria', 'Garage');
    await until(engine, ({ phase, waiting }) => phase === 'working' && waiting === 0);
    // What the former one refused may count now.
    expect(on.site.sent()).toEqual([...sent, expect.objectContaining({ registration: 21 })]);
  });
});

describe('a phone that lost its cookie', () => {
  test('joins again, then sends its stored scans', async () => {
    const engine = await joined();
    await goOffline(engine);
    await engine.admit([ada], 'qr_scan');
    on.site.knowsPhone = false;
    on.site.reach = 'up';
    expect(await until(engine, ({ phase }) => phase === 'joining')).toMatchObject({ tickets: 0, waiting: 1 });
    expect(isAskedOnClose()).toBe(true);
    on.site.knowsPhone = true;
    await engine.join('secret', 'Maria', 'Garage');
    await until(engine, ({ phase, waiting }) => phase === 'working' && waiting === 0);
    expect(on.site.sent()).toHaveLength(1);
  });
});

describe('several tabs', () => {
  test('share one store, and only one sends', async () => {
    const first = await joined();
    const second = openPage();
    await until(second, ({ phase }) => phase === 'working');
    await first.admit([ada], 'qr_scan');
    await until(second, ({ counts }) => counts.in === 1);
    await until(first, ({ waiting }) => waiting === 0);
    expect(await second.judge(token('1'))).toMatchObject({ kind: 'already_in', isOwn: true });
    expect(on.site.calls.filter((one) => one.scans.length > 0)).toHaveLength(1);
  });

  test('share the server’s time', async () => {
    on.site.phoneIsAhead = DAY_MS;
    vi.setSystemTime(START + DAY_MS);
    const first = openPage();
    await until(first, ({ phase }) => phase === 'joining');
    const second = openPage();
    await until(second, ({ phase }) => phase === 'joining');
    await second.join('secret', 'Maria', 'Garage');
    // This tab has neither joined nor fetched anything.
    await until(first, ({ phase }) => phase === 'working');
    await first.admit([ada], 'qr_scan');
    expect(new Date(first.own()[0]!.at).toISOString().slice(0, 13)).toBe('2025-09-20T14');
    await until(first, ({ waiting }) => waiting === 0);
    expect(on.site.sent()).toHaveLength(1);
  });
});
