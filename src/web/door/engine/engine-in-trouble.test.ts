import { openDB } from 'idb';
import { describe, expect, test, vi } from 'vitest';
import { event } from '#content/event.ts';
import { ada, DAY_MS, orderOf, phone, START, setPhone, token, until } from '#test/door-site.ts';
import { openStore } from './door-store.ts';
import type { DoorEngine } from './engine.ts';

const on = setPhone();
const { goOffline, joined, kill, openPage } = on;

function show(visibilityState: DocumentVisibilityState): void {
  Object.assign(document, { visibilityState });
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a phone whose clock is wrong', () => {
  test('decides by the server’s time', async () => {
    on.site.phoneIsAhead = DAY_MS;
    vi.setSystemTime(START + DAY_MS);
    const engine = await joined();
    await engine.admit([ada], 'qr_scan');
    await until(engine, ({ waiting }) => waiting === 0);
    const [sent] = on.site.sent();
    expect([sent!.decidedAt.slice(0, 13), sent!.phoneClock.slice(0, 13)]).toEqual([
      '2025-09-20T14',
      '2025-09-21T14',
    ]);
  });

  test.each([
    ['less than', 3],
    ['more than', 13],
  ])(
    'because it was set while the page was hidden, by %s a phone sleeps, corrects scans before they are sent',
    async (_, by) => {
      const hours = by * 3_600_000;
      const engine = await joined();
      await goOffline(engine);
      show('hidden');
      vi.setSystemTime(Date.now() + hours);
      on.site.phoneIsAhead = hours;
      show('visible');
      await engine.admit([ada], 'qr_scan');
      expect(engine.own()[0]!.at).toBeGreaterThanOrEqual(START + hours);
      on.site.reach = 'up';
      await until(engine, ({ waiting }) => waiting === 0);
      const [sent] = on.site.sent();
      expect([sent!.decidedAt.slice(0, 13), sent!.phoneClock.slice(0, 13)]).toEqual([
        '2025-09-20T14',
        new Date(START + hours).toISOString().slice(0, 13),
      ]);
    },
  );

  describe('because it was set while the page was closed', () => {
    const hours = 3 * 3_600_000;

    /** A scan that is three hours late, made without a network. */
    async function withLateScan() {
      await joined();
      kill();
      on.site.reach = 'down';
      vi.setSystemTime(START + hours);
      on.site.phoneIsAhead = hours;
      const engine = openPage();
      await until(engine, ({ phase }) => phase === 'working');
      await engine.admit([ada], 'qr_scan');
      expect(engine.own()[0]!.at).toBeGreaterThanOrEqual(START + hours);
      return engine;
    }

    async function expectCorrected(engine: DoorEngine) {
      await until(engine, ({ phase, waiting }) => phase === 'working' && waiting === 0);
      const [sent] = on.site.sent();
      expect([sent!.decidedAt.slice(0, 13), sent!.phoneClock.slice(0, 13)]).toEqual([
        '2025-09-20T14',
        '2025-09-20T17',
      ]);
    }

    test('corrects scans before they are sent', async () => {
      const engine = await withLateScan();
      on.site.reach = 'up';
      await expectCorrected(engine);
    });

    test('corrects them if the page was closed again, too', async () => {
      await withLateScan();
      kill();
      const again = openPage();
      await until(again, ({ waiting }) => waiting === 1);
      on.site.reach = 'up';
      await expectCorrected(again);
    });

    test('corrects them if another tab sends them, too', async () => {
      await withLateScan();
      const second = openPage();
      await until(second, ({ waiting }) => waiting === 1);
      on.site.reach = 'up';
      await expectCorrected(second);
    });

    test('corrects them if the phone has to join again first, too', async () => {
      const engine = await withLateScan();
      on.site.knowsPhone = false;
      on.site.reach = 'up';
      await until(engine, ({ phase }) => phase === 'joining');
      on.site.knowsPhone = true;
      await engine.join('secret', 'Maria', 'Garage');
      await expectCorrected(engine);
    });

    test('corrects each scan once, even if the clock is set again before the scan is accepted', async () => {
      const engine = await withLateScan();
      on.site.failsWith = () => true;
      on.site.reach = 'up';
      await until(engine, ({ isOnline }) => isOnline);
      on.site.reach = 'down';
      kill();
      vi.setSystemTime(Date.now() + hours);
      on.site.phoneIsAhead += hours;
      on.site.failsWith = () => false;
      const again = openPage();
      await until(again, ({ waiting }) => waiting === 1);
      on.site.reach = 'up';
      await expectCorrected(again);
    });

    test('leaves scans of the previous version of the page as they are', async () => {
      const engine = await withLateScan();
      const [{ name }] = (await indexedDB.databases()) as [{ name: string }];
      const store = await openStore({ name });
      const { isUntimed: _, ...before } = store.kept.scans[0]!;
      await store.write({ scans: [before] });
      const { at } = engine.own()[0]!;
      kill();
      const again = openPage();
      on.site.reach = 'up';
      await until(again, ({ phase, waiting }) => phase === 'working' && waiting === 0);
      expect(on.site.sent().map((one) => Date.parse(one.decidedAt))).toEqual([at]);
    });
  });
});

describe('a phone whose clock is past the end of its invitation', () => {
  const toEnd = Date.parse(phone.endsAt) - START;

  function setClock(ahead: number) {
    vi.setSystemTime(Date.now() + ahead);
    on.site.phoneIsAhead = ahead;
  }

  async function expectItWorks(engine: DoorEngine) {
    on.site.reach = 'up';
    const { phase, tickets, clockProblem } = await until(engine, ({ waiting }) => waiting === 0);
    expect([phase, tickets, clockProblem]).toEqual(['working', 3, false]);
    expect(on.site.sent().map((one) => one.decidedAt.slice(0, 13))).toEqual(['2025-09-20T14']);
  }

  test('because it was set while the page was closed keeps the list', async () => {
    await goOffline(await joined());
    kill();
    setClock(toEnd + 6 * DAY_MS);
    const again = openPage();
    await until(again, ({ offlineSince }) => offlineSince !== null);
    const from = Date.now();
    await until(again, () => Date.now() > from + 2000);
    expect(again.state()).toMatchObject({ phase: 'working', tickets: 3, clockProblem: true });
    await again.admit([ada], 'qr_scan');
    await expectItWorks(again);
  });

  test('because it was set while the page was hidden keeps the list', async () => {
    const engine = await joined();
    await goOffline(engine);
    show('hidden');
    setClock(toEnd);
    show('visible');
    const from = Date.now();
    await until(engine, () => Date.now() > from + 2000);
    expect(engine.state()).toMatchObject({ phase: 'working', tickets: 3 });
    await engine.admit([ada], 'qr_scan');
    await expectItWorks(engine);
  });

  test('by however much asks the server first, if it can', async () => {
    await joined();
    kill();
    setClock(365 * DAY_MS);
    const again = openPage();
    await until(again, ({ isOnline }) => isOnline);
    await again.admit([ada], 'qr_scan');
    await expectItWorks(again);
  });
});

describe('a phone that lost access', () => {
  test('sends its scans and wipes itself when it is revoked', async () => {
    const engine = await joined();
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
    await engine.admit([ada], 'qr_scan');
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
    on.site.knowsPhone = true;
    await engine.join('secret', 'Maria', 'Garage');
    await until(engine, ({ phase, waiting }) => phase === 'working' && waiting === 0);
    expect(on.site.sent()).toHaveLength(1);
  });
});

describe('a phone that cannot store', () => {
  test('without IndexedDB works in memory and says so', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const engine = openPage();
    await until(engine, ({ phase }) => phase === 'joining');
    await engine.join('secret', 'Maria', 'Garage');
    expect((await until(engine, ({ phase }) => phase === 'working')).storage).toBe('none');
    await engine.admit([ada], 'qr_scan');
    await until(engine, ({ waiting }) => waiting === 0);
    expect(on.site.sent()).toHaveLength(1);
  });

  test('because its store cannot be read works in memory and says so; stored scans wait for the next start', async () => {
    const engine = await joined();
    await goOffline(engine);
    await engine.admit([ada], 'qr_scan');
    kill();
    on.site.reach = 'up';
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Internal error.', 'UnknownError');
    });
    const unread = openPage();
    expect((await until(unread, ({ phase }) => phase === 'joining')).storage).toBe('none');
    await unread.join('secret', 'Maria', 'Garage');
    await until(unread, ({ phase }) => phase === 'working');
    read.mockRestore();
    kill();
    await until(openPage(), ({ phase, waiting }) => phase === 'working' && waiting === 0);
    expect(on.site.sent()).toHaveLength(1);
  });

  test('with a full disk says so, sends from memory, and stores the rest once there is room', async () => {
    const engine = await joined();
    await goOffline(engine);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    await engine.admit([ada], 'qr_scan');
    expect(engine.state()).toMatchObject({ storage: 'full', waiting: 1 });
    put.mockRestore();
    await engine.admit([{ registration: 20 }], 'qr_scan');
    expect(engine.state()).toMatchObject({ storage: 'kept', waiting: 2 });
    kill();
    expect((await until(openPage(), ({ phase }) => phase === 'working')).waiting).toBe(2);
  });
});

describe('a phone whose disk does not answer', () => {
  /** Another program's write holds up this phone's, until the returned function is called. */
  async function blockDisk() {
    const [{ name }] = (await indexedDB.databases()) as [{ name: string }];
    const { store } = (await openDB(name)).transaction('scans', 'readwrite');
    let isBlocked = true;
    const hold = async () => {
      while (isBlocked) await store.get('');
    };
    void hold();
    return () => {
      isBlocked = false;
    };
  }

  /** Two scans made without a network; only the first waits for the disk. */
  async function withTwoScans() {
    const engine = await joined();
    await goOffline(engine);
    const goOn = await blockDisk();
    const from = Date.now();
    const isShown = vi.fn();
    void engine.admit([ada], 'qr_scan').then(isShown);
    await until(engine, () => isShown.mock.calls.length > 0);
    expect(Date.now() - from).toBe(3000);
    await engine.admit([{ registration: 20 }], 'qr_scan');
    expect(engine.state()).toMatchObject({ storage: 'slow', waiting: 2, counts: { in: 2 } });
    return { engine, goOn };
  }

  test('shows its verdicts, says so, and sends from memory', async () => {
    const { engine, goOn } = await withTwoScans();
    const leave = new Event('beforeunload', { cancelable: true });
    dispatchEvent(leave);
    expect(leave.defaultPrevented).toBe(true);
    on.site.reach = 'up';
    await until(engine, ({ waiting, isOnline }) => waiting === 0 && isOnline);
    expect([on.site.sent().length, engine.state().storage]).toEqual([2, 'slow']);
    goOn();
  });

  test('stores them once it answers', async () => {
    const { engine, goOn } = await withTwoScans();
    goOn();
    await until(engine, ({ storage }) => storage === 'kept');
    kill();
    expect((await until(openPage(), ({ phase }) => phase === 'working')).waiting).toBe(2);
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
