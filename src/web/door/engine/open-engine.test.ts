import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DoorOrder, Phone, SentScan } from '#contract/door.ts';
import type { DoorEngine, DoorState } from './engine.ts';
import { hashToken } from './hash-token.ts';
import { openEngine } from './open-engine.ts';

vi.hoisted(() => {
  // What the page brings.
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    getElementById: () => ({ textContent: 'null' }),
  });
  Object.assign(globalThis, { document: page, ...bound(new EventTarget()) });
  function bound(target: EventTarget) {
    return {
      addEventListener: target.addEventListener.bind(target),
      removeEventListener: target.removeEventListener.bind(target),
      dispatchEvent: target.dispatchEvent.bind(target),
    };
  }
});

const START = Date.parse('2025-09-20T14:00:00Z');
const DAY_MS = 86_400_000;
const token = (digit: string) => `T${digit.repeat(28)}`;

const phone: Phone = {
  id: '00000000-0000-4000-8000-00000000000a',
  person: 'Maria',
  door: 'Garage',
  role: 'steward',
  endsAt: '2025-09-21T06:00:00.000Z',
};

async function orderOf(
  id: number,
  names: readonly string[],
  more: Partial<DoorOrder> = {},
): Promise<DoorOrder> {
  const tickets = await Promise.all(
    names.map(async (firstName, at) => ({
      registration: id * 10 + at,
      seat: null,
      firstName,
      lastName: 'Sample',
      track: null,
      shortCode: `AB${id}${at}`,
      code: await hashToken(token(`${id}`)),
      replaced: [],
      isVoided: false,
      days: [],
    })),
  );
  return {
    order: id,
    number: `DSS00000${id}`,
    organization: null,
    eventType: 'conference',
    packageLabel: 'Conference',
    paymentStatus: 'completed',
    phoneEnd: null,
    freeSeats: 0,
    over: [],
    tickets,
    ...more,
  };
}

interface SyncBody {
  readonly scans: readonly SentScan[];
  readonly since: string | null;
}

/** The site as a phone sees it: what arrives there, and what it answers. */
class Site {
  orders: DoorOrder[] = [];
  readonly log = new Map<string, SentScan>();
  readonly calls: SyncBody[] = [];
  reach: 'up' | 'down' | 'answers get lost' = 'up';
  isRevoked = false;
  knowsPhone = true;
  /** By how much the phone's clock is ahead. */
  phoneIsAhead = 0;
  refuses: (scan: SentScan) => string | null = () => null;
  cannotRead: (scan: SentScan) => boolean = () => false;
  changed: DoorOrder[] = [];
  /** Codes of deleted tickets. */
  removed: string[] = [];

  now = () => new Date(Date.now() - this.phoneIsAhead).toISOString();

  fetch = async (path: string, { body }: { body?: string } = {}): Promise<Response> => {
    if (this.reach === 'down') throw new TypeError('Failed to fetch');
    const answer = this.answer(path, body ? JSON.parse(body) : undefined);
    if (this.reach === 'answers get lost') throw new TypeError('Failed to fetch');
    return answer;
  };

  answer(path: string, body: unknown): Response {
    if (path === '/api/door/join') return Response.json({ phone, now: this.now() });
    if (path === '/api/door/ticket') {
      const { qrToken } = body as { qrToken: string };
      return Response.json({ order: this.orders[0] ?? null, isRemoved: this.removed.includes(qrToken) });
    }
    if (!this.knowsPhone)
      return Response.json({ code: 'door_phone_needed', message: 'Join first' }, { status: 401 });
    const call = body as SyncBody;
    this.calls.push(call);
    if (call.scans.some(this.cannotRead))
      return Response.json({ code: 'invalid', message: 'This scan cannot be read' }, { status: 400 });
    const refused = call.scans.flatMap((one) => {
      const message = this.refuses(one);
      return message === null ? [] : [{ id: one.id, message }];
    });
    const stored = call.scans.filter((one) => !refused.some(({ id }) => id === one.id));
    for (const one of stored) this.log.set(one.id, one);
    const isWhole = call.since === null;
    const orders = this.isRevoked ? [] : isWhole ? this.orders : this.changed;
    this.changed = [];
    return Response.json({
      cursor: String(this.calls.length),
      now: this.now(),
      isRevoked: this.isRevoked,
      stored: stored.map((one) => one.id),
      refused,
      isWhole: isWhole && !this.isRevoked,
      orders,
      gone: [],
    });
  }

  sent = () => [...this.log.values()];
}

let site: Site;
let phones = 0;
/** Of one test: its store, and the tabs on it. */
let name: string;
let open: { close(): void }[] = [];

beforeEach(async () => {
  // Only what the phone waits for; the store keeps its own pace.
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
  });
  vi.setSystemTime(START);
  vi.stubGlobal('indexedDB', new IDBFactory());
  phones += 1;
  name = `door-${phones}`;
  site = new Site();
  site.orders = [await orderOf(1, ['Ada']), await orderOf(2, ['Bo', 'Cy'], { freeSeats: 1 })];
  vi.stubGlobal('fetch', site.fetch);
  vi.stubGlobal('EventSource', NoStream);
  vi.stubGlobal('location', { reload: () => {} });
});
afterEach(() => {
  for (const one of open) one.close();
  open = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A stream that a proxy has blocked. */
class NoStream extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readonly readyState = 0;
  onerror: (() => void) | null = null;
  close() {}
}

/** The page, opened. */
function openPage(): DoorEngine {
  const engine = openEngine(name);
  open.push(engine);
  return engine;
}

/** As if the browser had been killed. */
function kill(): void {
  for (const one of open) one.close();
  open = [];
}

/** Time passes until the phone is so. */
async function until(engine: DoorEngine, isSo: (state: DoorState) => boolean): Promise<DoorState> {
  for (let turn = 0; turn < 2000; turn += 1) {
    if (isSo(engine.state())) return engine.state();
    await vi.advanceTimersByTimeAsync(20);
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`it never came to that: ${JSON.stringify(engine.state())}`);
}

async function joined(): Promise<DoorEngine> {
  const engine = openPage();
  await until(engine, ({ phase }) => phase === 'joining');
  await engine.join('secret', 'Maria', 'Garage');
  await until(engine, ({ phase, progress }) => phase === 'working' && progress === null);
  return engine;
}

const goOffline = async (engine: DoorEngine) => {
  site.reach = 'down';
  await until(engine, ({ isOnline }) => !isOnline);
};

const ada = { registration: 10 };

describe('a phone that joins', () => {
  test('gets the list, and starts with it the next time without a network', async () => {
    const engine = await joined();
    expect(engine.state()).toMatchObject({ tickets: 3, isOnline: true, counts: { in: 0, expected: 3 } });
    kill();
    site.reach = 'down';
    const again = openPage();
    expect(await until(again, ({ phase }) => phase === 'working')).toMatchObject({ tickets: 3, phone });
    expect(await again.judge(token('1'))).toMatchObject({ kind: 'admit', person: { firstName: 'Ada' } });
    const { offlineSince } = await until(again, (state) => state.offlineSince !== null);
    expect(offlineSince).toBeGreaterThanOrEqual(START);
  });
});

describe('scans', () => {
  test('made offline survive the browser and leave by themselves, each once', async () => {
    const engine = await joined();
    await goOffline(engine);
    const [id] = await engine.admit([ada], 'qr_scan', 'Has a dog');
    expect(await engine.judge(token('1'))).toMatchObject({ kind: 'already_in', isOwn: true, door: 'Garage' });
    // The server stores it, and the phone doesn't hear of that.
    site.reach = 'answers get lost';
    await until(engine, () => site.log.size === 1);
    kill();
    site.reach = 'down';
    const again = openPage();
    await until(again, ({ waiting }) => waiting === 1);
    expect(again.state().counts).toEqual({ in: 1, expected: 3 });
    site.reach = 'up';
    await until(again, ({ waiting }) => waiting === 0);
    expect(site.sent()).toMatchObject([
      { id, kind: 'admit', order: 1, registration: 10, seat: null, method: 'qr_scan', notes: 'Has a dog' },
    ]);
    expect(site.calls.flatMap((one) => one.scans).length).toBeGreaterThan(1);
    expect(again.own()).toMatchObject([{ id, isSent: true, person: 'Ada Sample' }]);
  });

  test('are safe on the disk when the verdict may be shown', async () => {
    const engine = await joined();
    await goOffline(engine);
    await engine.admit([ada, { registration: 20 }], 'party');
    kill();
    expect((await until(openPage(), ({ phase }) => phase === 'working')).waiting).toBe(2);
  });

  test('leave two hundred at a time', async () => {
    site.orders = await Promise.all(
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
      for (const { tickets } of site.orders) {
        const keys = tickets.map(({ registration }) => ({ registration }));
        for (const id of await engine.admit(keys, 'party')) await engine.undo(id);
      }
    }
    expect(engine.state().waiting).toBe(540);
    site.reach = 'up';
    await until(engine, ({ waiting }) => waiting === 0);
    expect(site.sent()).toHaveLength(540);
    expect(Math.max(...site.calls.map((one) => one.scans.length))).toBe(200);
  });

  test('that the server refuses are shown with its sentence and hold up nothing', async () => {
    const engine = await joined();
    await goOffline(engine);
    const [bad] = await engine.admit([ada], 'qr_scan');
    const [good] = await engine.admit([{ registration: 20 }], 'qr_scan');
    site.refuses = ({ id }) => (id === bad ? 'This phone had ended' : null);
    site.reach = 'up';
    const { refused } = await until(engine, ({ waiting }) => waiting === 0);
    expect(refused).toEqual([{ scan: bad, person: 'Ada Sample', message: 'This phone had ended' }]);
    expect(site.sent().map(({ id }) => id)).toEqual([good]);
    expect(await engine.judge(token('1'))).toMatchObject({ kind: 'admit' });
  });

  test('that the server cannot read hold up none of the others', async () => {
    const engine = await joined();
    await goOffline(engine);
    const [bad] = await engine.admit([ada], 'qr_scan');
    const [good] = await engine.admit([{ registration: 20 }], 'qr_scan');
    site.cannotRead = ({ id }) => id === bad;
    site.reach = 'up';
    const { refused } = await until(engine, ({ waiting }) => waiting === 0);
    expect(refused).toMatchObject([{ scan: bad, message: 'This scan cannot be read' }]);
    expect(site.sent().map(({ id }) => id)).toEqual([good]);
  });

  test('of practice count for nothing', async () => {
    const engine = await joined();
    engine.setPractice(true);
    await engine.admit([ada], 'qr_scan');
    expect(await engine.judge(token('1'))).toMatchObject({ kind: 'admit' });
    await until(engine, ({ waiting }) => waiting === 0);
    expect([engine.state().counts.in, site.sent()[0]!.practice]).toEqual([0, true]);
  });

  test('are undone, once, and named seats are people', async () => {
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
    expect(engine.team(2)).toMatchObject({ size: 3, in: 1, freeSeats: 0 });
    await until(engine, ({ waiting }) => waiting === 0);
    const named = site.sent().find((one) => one.kind === 'name')!;
    expect(site.sent().map((one) => [one.kind, 'seat' in one ? one.seat : null])).toEqual([
      ['admit', null],
      ['undo', null],
      ['name', null],
      ['admit', named.id],
    ]);
  });

  test('and the copy agree once the server shows them: what others undid is undone here', async () => {
    const engine = await joined();
    await engine.admit([ada], 'qr_scan');
    await until(engine, ({ waiting }) => waiting === 0);
    expect(await engine.judge(token('1'))).toMatchObject({ kind: 'already_in' });
    // A supervisor undid it before this phone saw it in the list.
    site.changed = [site.orders[0]!];
    await until(engine, ({ counts }) => counts.in === 0);
    expect(await engine.judge(token('1'))).toMatchObject({ kind: 'admit' });
  });

  test('of another door for the same person are news', async () => {
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
    const [order] = site.orders;
    const days = [{ day: '2025-09-20', admitted: other, duplicates: [own] }];
    site.changed = [{ ...order!, tickets: [{ ...order!.tickets[0]!, days }] }];
    const { news } = await until(engine, (state) => state.news.length > 0);
    expect(news).toEqual([
      { scan: id, person: 'Ada Sample', at: START - 60_000, door: 'Main entrance', by: 'Luis' },
    ]);
  });
});

describe('a code that the copy does not know', () => {
  const unknown = token('9');

  test('is asked of the server, which may know it', async () => {
    const engine = await joined();
    site.orders = [await orderOf(9, ['New'])];
    expect(await engine.judge(unknown)).toMatchObject({ kind: 'admit', person: { firstName: 'New' } });
    site.orders = [];
    expect(await engine.judge(token('8'))).toMatchObject({
      kind: 'unknown',
      wasAsked: true,
      isRemoved: false,
    });
    site.removed = [token('7')];
    expect(await engine.judge(token('7'))).toMatchObject({ kind: 'unknown', isRemoved: true });
  });

  test('is unknown after a second and a half without an answer', async () => {
    const engine = await joined();
    let waited = 0;
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
      const from = Date.now();
      await new Promise((resolve) => signal!.addEventListener('abort', resolve));
      waited = Date.now() - from;
      throw signal!.reason;
    });
    const verdict = engine.judge(unknown);
    await until(engine, () => waited > 0);
    expect(await verdict).toMatchObject({ kind: 'unknown', wasAsked: false });
    expect(waited).toBe(1500);
  });

  test('is not asked when there is no network, nor is what no ticket looks like', async () => {
    const engine = await joined();
    expect(await engine.judge('https://example.org')).toMatchObject({ kind: 'unknown', wasAsked: false });
    await goOffline(engine);
    const asked = vi.spyOn(site, 'answer');
    site.reach = 'answers get lost';
    expect(await engine.judge(unknown)).toMatchObject({ kind: 'unknown', wasAsked: false });
    expect(asked).not.toHaveBeenCalled();
  });

  test('may be one to practice with', async () => {
    const engine = await joined();
    expect(await engine.judge('PRACTICE OTHER DAY')).toEqual({ kind: 'practice', of: 'wrong_day' });
  });
});

describe('a phone whose clock is wrong', () => {
  test('decides by the time of the event', async () => {
    site.phoneIsAhead = DAY_MS;
    vi.setSystemTime(START + DAY_MS);
    const engine = await joined();
    await engine.admit([ada], 'qr_scan');
    await until(engine, ({ waiting }) => waiting === 0);
    const [sent] = site.sent();
    expect([sent!.decidedAt.slice(0, 13), sent!.phoneClock.slice(0, 13)]).toEqual([
      '2025-09-20T14',
      '2025-09-21T14',
    ]);
  });

  test('because it was set while the page was closed: scans get the right time before they leave', async () => {
    await joined();
    kill();
    site.reach = 'down';
    const hours = 3 * 3_600_000;
    vi.setSystemTime(START + hours);
    site.phoneIsAhead = hours;
    const again = openPage();
    await until(again, ({ phase }) => phase === 'working');
    await again.admit([ada], 'qr_scan');
    expect(again.own()[0]!.at).toBeGreaterThanOrEqual(START + hours);
    site.reach = 'up';
    await until(again, ({ waiting }) => waiting === 0);
    const [sent] = site.sent();
    expect([sent!.decidedAt.slice(0, 13), sent!.phoneClock.slice(0, 13)]).toEqual([
      '2025-09-20T14',
      '2025-09-20T17',
    ]);
  });
});

describe('a phone that may not go on', () => {
  test('sends what it has and forgets everything when it was revoked', async () => {
    const engine = await joined();
    await goOffline(engine);
    await engine.admit([ada], 'qr_scan');
    site.isRevoked = true;
    site.reach = 'up';
    expect(await until(engine, ({ phase }) => phase === 'wiped')).toMatchObject({
      wipedBecause: 'revoked',
      tickets: 0,
      waiting: 0,
      phone: null,
    });
    expect(site.sent()).toHaveLength(1);
    kill();
    const again = openPage();
    expect(await until(again, ({ phase }) => phase === 'wiped')).toMatchObject({
      tickets: 0,
      wipedBecause: 'revoked',
    });
    expect([again.own(), again.find('ada')]).toEqual([[], []]);
  });

  test('forgets the list at its end without a network, and keeps what it has to send', async () => {
    const engine = await joined();
    await goOffline(engine);
    await engine.admit([ada], 'qr_scan');
    kill();
    vi.setSystemTime(Date.parse(phone.endsAt) + 1000);
    const again = openPage();
    expect(await until(again, ({ phase }) => phase === 'wiped')).toMatchObject({
      wipedBecause: 'ended',
      tickets: 0,
      waiting: 1,
    });
    site.isRevoked = true;
    site.reach = 'up';
    expect(await until(again, ({ waiting }) => waiting === 0)).toMatchObject({ phase: 'wiped' });
    expect(site.sent()).toHaveLength(1);
  });
});

describe('a phone that lost its cookie', () => {
  test('joins again, and then sends what it kept', async () => {
    const engine = await joined();
    await goOffline(engine);
    await engine.admit([ada], 'qr_scan');
    site.knowsPhone = false;
    site.reach = 'up';
    expect(await until(engine, ({ phase }) => phase === 'joining')).toMatchObject({ tickets: 0, waiting: 1 });
    site.knowsPhone = true;
    await engine.join('secret', 'Maria', 'Garage');
    await until(engine, ({ phase, waiting }) => phase === 'working' && waiting === 0);
    expect(site.sent()).toHaveLength(1);
  });
});

describe('a phone that cannot store', () => {
  test('for want of IndexedDB works in memory and says so', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const engine = openPage();
    await until(engine, ({ phase }) => phase === 'joining');
    await engine.join('secret', 'Maria', 'Garage');
    expect((await until(engine, ({ phase }) => phase === 'working')).storage).toBe('none');
    await engine.admit([ada], 'qr_scan');
    await until(engine, ({ waiting }) => waiting === 0);
    expect(site.sent()).toHaveLength(1);
  });

  test('for want of room says so, sends from memory, and stores what it held once there is room', async () => {
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

describe('several tabs', () => {
  test('share one store, and one of them sends', async () => {
    const first = await joined();
    const second = openPage();
    await until(second, ({ phase }) => phase === 'working');
    await first.admit([ada], 'qr_scan');
    await until(second, ({ counts }) => counts.in === 1);
    await until(first, ({ waiting }) => waiting === 0);
    expect(await second.judge(token('1'))).toMatchObject({ kind: 'already_in', isOwn: true });
    expect(site.calls.filter((one) => one.scans.length > 0)).toHaveLength(1);
  });

  test('share the time: what one knows from the server is right in the others', async () => {
    site.phoneIsAhead = DAY_MS;
    vi.setSystemTime(START + DAY_MS);
    const first = openPage();
    await until(first, ({ phase }) => phase === 'joining');
    const second = openPage();
    await until(second, ({ phase }) => phase === 'joining');
    await second.join('secret', 'Maria', 'Garage');
    // It has neither joined nor fetched anything itself.
    await until(first, ({ phase }) => phase === 'working');
    await first.admit([ada], 'qr_scan');
    expect(new Date(first.own()[0]!.at).toISOString().slice(0, 13)).toBe('2025-09-20T14');
    await until(first, ({ waiting }) => waiting === 0);
    expect(site.sent()).toHaveLength(1);
  });
});
