import './door-page.ts';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, vi } from 'vitest';
import type { DoorOrder, Phone, SentScan } from '#contract/door.ts';
import type { DoorEngine, DoorState } from '#web/door/engine/door-engine.ts';
import { hashToken } from '#web/door/engine/hash-token.ts';
import { openEngine } from '#web/door/engine/open-engine.ts';

export const START = Date.parse('2025-09-20T14:00:00Z');
export const DAY_MS = 86_400_000;
/** A code. */
export const token = (digit: string) => `T${digit.repeat(28)}`;

export const phone: Phone = {
  id: '00000000-0000-4000-8000-00000000000a',
  person: 'Maria',
  door: 'Garage',
  role: 'steward',
  endsAt: '2025-09-21T06:00:00.000Z',
};

/** A paid order with these people. */
export async function orderOf(
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

/** The site as seen by a phone: requests received and responses. */
class Site {
  orders: DoorOrder[] = [];
  readonly log = new Map<string, SentScan>();
  readonly calls: SyncBody[] = [];
  /** Part of each cursor. */
  #database = 1;
  /** The ids with which phones asked to join. */
  readonly asked: string[] = [];
  /** Phones that have joined, newest last, and the phone whose cookie each scan was sent with. */
  readonly joined: Phone[] = [];
  readonly sentBy = new Map<string, string>();
  /** Responses to syncs wait for it. */
  held: Promise<void> | null = null;
  reach: 'up' | 'down' | 'responses get lost' = 'up';
  isRevoked = false;
  knowsPhone = true;
  /** How far the phone's clock is ahead. */
  phoneIsAhead = 0;
  refuses: (scan: SentScan) => string | null = () => null;
  cannotRead: (scan: SentScan) => boolean = () => false;
  failsWith: (scan: SentScan) => boolean = () => false;
  changed: DoorOrder[] = [];
  /** Codes of deleted tickets. */
  removed: string[] = [];
  /** Their hashes, in the next response. */
  ended: string[] | null = null;

  /** Another database has the list of this one, but none of the scans. */
  loseDatabase() {
    this.#database += 1;
    this.log.clear();
  }

  now = () => new Date(Date.now() - this.phoneIsAhead).toISOString();

  fetch = async (path: string, { body }: { body?: string } = {}): Promise<Response> => {
    if (this.reach === 'down') throw new TypeError('Failed to fetch');
    const response = this.respond(path, body ? JSON.parse(body) : undefined);
    if (path === '/api/door/sync') await this.held;
    if (this.reach === 'responses get lost') throw new TypeError('Failed to fetch');
    return response;
  };

  respond(path: string, body: unknown): Response {
    if (path === '/api/door/join') {
      const { id, person, door } = body as Phone;
      this.asked.push(id);
      this.joined.push({ ...phone, id: phone.id.replace(/.$/, 'abcdef'[this.joined.length]!), person, door });
      return Response.json({ phone: this.joined.at(-1), now: this.now() });
    }
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
    if (call.scans.some(this.failsWith))
      return Response.json({ code: 'internal', message: 'Something went wrong' }, { status: 500 });
    const refused = call.scans.flatMap((one) => {
      const message = this.refuses(one);
      return message === null ? [] : [{ id: one.id, message }];
    });
    const stored = call.scans.filter((one) => !refused.some(({ id }) => id === one.id));
    for (const one of stored) {
      this.log.set(one.id, one);
      this.sentBy.set(one.id, this.joined.at(-1)?.person ?? '');
    }
    const isWhole = !call.since?.startsWith(`${this.#database}:`);
    const orders = this.isRevoked ? [] : isWhole ? this.orders : this.changed;
    this.changed = [];
    const { ended } = this;
    this.ended = null;
    return Response.json({
      cursor: `${this.#database}:${this.calls.length}`,
      now: this.now(),
      isRevoked: this.isRevoked,
      stored: stored.map((one) => one.id),
      refused,
      isWhole: isWhole && !this.isRevoked,
      orders,
      gone: [],
      ended: this.isRevoked ? null : ended,
    });
  }

  sent = () => [...this.log.values()];
}

/** A phone and its site, for one file's tests. Time passes only while they wait. */
export function setPhone() {
  let site: Site;
  let phones = 0;
  /** One test's store and tabs. */
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
  });

  /** The page, opened. */
  function openPage(): DoorEngine {
    const engine = openEngine(name);
    open.push(engine);
    return engine;
  }

  /** Kills the browser. */
  function kill(): void {
    for (const one of open) one.close();
    open = [];
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

  return {
    get site() {
      return site;
    },
    openPage,
    kill,
    joined,
    goOffline,
  };
}

/** A stream that a proxy has blocked. */
class NoStream extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readonly readyState = 0;
  onerror: (() => void) | null = null;
  close() {}
}

/** Lets time pass until the phone is in that state. */
export async function until(engine: DoorEngine, isSo: (state: DoorState) => boolean): Promise<DoorState> {
  for (let turn = 0; turn < 2000; turn += 1) {
    if (isSo(engine.state())) return engine.state();
    await vi.advanceTimersByTimeAsync(20);
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`the phone never reached that state: ${JSON.stringify(engine.state())}`);
}

export const ada = { registration: 10 };
