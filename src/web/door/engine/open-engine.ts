import { event } from '#content/event.ts';
import { findDoorTicket, joinDoor, MAX_SCANS, type SentScan, syncDoor } from '#contract/door.ts';
import { getDoorBoard } from '#contract/door-day.ts';
import { API_PATHS } from '#contract/paths.ts';
import { dayIn } from '#domain/calendar.ts';
import { parseQrToken } from '#domain/codes.ts';
import { parsePracticeTicket } from '#domain/practice.ts';
import type { SettledAs } from '#domain/standing.ts';
import { ApiError, call } from '../../api.ts';
import { type ChangeStream, openChangeStream } from '../../change-stream.ts';
import { type ContactLoop, startContacts } from './contact-loop.ts';
import { DoorCopy, type Found, keyOf } from './door-copy.ts';
import { type Change, type Facts, type KeptScan, NO_FACTS, openStore } from './door-store.ts';
import type { DoorEngine, DoorState, DoorVerdict, PersonKey, ScanMethod } from './engine.ts';
import { hashToken } from './hash-token.ts';
import { type Keeper, keepChanges } from './keep-changes.ts';
import { leadTabs } from './lead-tabs.ts';
import { makeScanId } from './make-scan-id.ts';
import { forgetFiles, keepFiles } from './page-files.ts';
import { type PhoneClock, startClock } from './phone-clock.ts';
import { takeAnswer } from './take-answer.ts';

/** While the stream tells of changes, an answer now and then shows that the phone is well. */
const PAUSE_WITH_STREAM_MS = 15_000;
const PAUSE_MS = 5_000;
const TIME_LIMIT_MS = 15_000;
/** The whole list, over a bad network. */
const LIST_TIME_LIMIT_MS = 120_000;
/** An unknown code keeps a queue waiting no longer. */
const ASK_TIME_LIMIT_MS = 1_500;
/** What changes with every answer is stored this often. */
const KEEP_FACTS_MS = 30_000;
const SET_CLOCK_MS = 10_000;

interface Network {
  readonly isOnline: boolean;
  readonly syncedAt: number | null;
  readonly offlineSince: number | null;
  readonly progress: number | null;
}

/** What one tab tells the others. */
interface Told {
  readonly change: Change;
  readonly network: Network;
  /** The server's time minus the phone's, if this tab knows it. */
  readonly offset: number | null;
}

/** The engine of this tab. It starts at once; `state().phase` says how far it is. `close` ends what this tab does. */
export function openEngine(name = 'door'): DoorEngine & { close(): void } {
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  const tabs = new BroadcastChannel(name);
  let copy = new DoorCopy(event, { orders: [], scans: [], facts: NO_FACTS });
  let clock: PhoneClock = startClock(null, SOURCES);
  let keeper: Keeper | null = null;
  let isKept = true;
  let network: Network = { isOnline: false, syncedAt: null, offlineSince: null, progress: null };
  let loop: ContactLoop | null = null;
  let stream: ChangeStream | null = null;
  let batchSize = MAX_SCANS;
  let factsKeptAt = 0;
  /** The page starts without a network from now on. */
  let hasFiles = false;
  /** Decided before the server said what time it is. */
  const untimed = new Set<string>();
  let current: DoorState = stateOf();

  const today = () => dayIn(event.zone, new Date(clock.now()));

  function stateOf(): DoorState {
    const { facts, waiting } = copy;
    const day = dayIn(event.zone, new Date(clock.now()));
    return {
      phase: phaseOf(facts),
      wipedBecause: facts.wiped,
      phone: facts.phone,
      tickets: copy.tickets,
      progress: network.progress,
      isOnline: network.isOnline,
      syncedAt: network.syncedAt ?? facts.syncedAt,
      offlineSince: network.offlineSince,
      waiting: waiting.length,
      storage: storageOf(),
      clockProblem: clock.hasProblem(),
      practice: facts.practice,
      counts: copy.counts(day),
      news: copy.news(day),
      refused: copy.scans.flatMap(({ scan, person, refusal }) =>
        refusal === null ? [] : [{ scan: scan.id, person, message: refusal }],
      ),
    };
  }
  function phaseOf(facts: Facts): DoorState['phase'] {
    if (facts.wiped) return 'wiped';
    if (!keeper) return 'starting';
    if (!facts.phone) return 'joining';
    return facts.cursor === null ? 'loading' : 'working';
  }
  function storageOf(): DoorState['storage'] {
    if (!isKept) return 'none';
    return keeper?.isFull() ? 'full' : 'kept';
  }
  function tell(): void {
    current = stateOf();
    for (const listener of listeners) listener();
  }
  function setNetwork(next: Partial<Network>): void {
    network = { ...network, ...next };
    tell();
  }

  /** In memory at once, on the disk when it resolves, and in the other tabs. */
  async function commit(change: Change, onProgress?: (part: number) => void): Promise<void> {
    copy.apply(change);
    await keeper?.keep(change, onProgress);
    post(change);
    tell();
  }
  function post(change: Change): void {
    if (closing.signal.aborted) return;
    const offset = clock.isMeasured() ? clock.kept().offset : null;
    tabs.postMessage({ change, network, offset } satisfies Told);
  }

  async function start(): Promise<void> {
    // A page of a newer build can't wait for this one.
    const store = await openStore({ name, onOutdated: () => location.reload() });
    const kept = await store.load();
    copy = new DoorCopy(event, kept);
    clock = startClock(kept.facts.clock, SOURCES);
    clock.setHidden(document.visibilityState === 'hidden');
    isKept = store.isKept;
    keeper = keepChanges(store, copy);
    tabs.onmessage = ({ data }: MessageEvent<Told>) => {
      copy.apply(data.change);
      if (data.offset !== null) clock.measure(clock.tick(), clock.tick(), clock.raw() + data.offset);
      // The tab that leads knows best.
      if (!loop) network = data.network;
      tell();
      if (loop && needsContact()) loop.now();
    };
    if (closing.signal.aborted) return;
    const { signal } = closing;
    const look = () => {
      clock.setHidden(document.visibilityState === 'hidden');
      if (document.visibilityState === 'visible') loop?.now();
    };
    document.addEventListener('visibilitychange', look, { signal });
    addEventListener('online', () => loop?.now(), { signal });
    addEventListener('offline', setOffline, { signal });
    const warn = (leaving: Event) => {
      if (keeper?.unkept() || (!isKept && copy.facts.phone)) leaving.preventDefault();
    };
    addEventListener('beforeunload', warn, { signal });
    const timer = setInterval(everySecond, 1000);
    signal.addEventListener('abort', () => clearInterval(timer));
    tell();
    everySecond();
    if (copy.facts.phone) keepPage();
    const stepDown = leadTabs(`${name}-sync`, () => {
      loop = startContacts(contact, () => (stream?.isOpen() ? PAUSE_WITH_STREAM_MS : PAUSE_MS));
      return () => {
        loop?.stop();
        stream?.close();
        loop = null;
        stream = null;
      };
    });
    signal.addEventListener('abort', stepDown);
  }

  let lastDay = '';
  function everySecond(): void {
    const { phone, wiped } = copy.facts;
    if (phone && !wiped && clock.now() >= Date.parse(phone.endsAt)) void wipe('ended');
    if (lastDay !== today()) tell();
    lastDay = today();
    copy.prepareSearch();
  }

  // The network.

  const needsContact = () => copy.waiting.length > 0 || copy.facts.cursor === null;

  async function contact(): Promise<boolean> {
    if (!copy.facts.phone && copy.waiting.length === 0) {
      stream?.close();
      stream = null;
      return true;
    }
    let batch: readonly KeptScan[] = [];
    try {
      // Nothing is sent with a time that nobody has checked.
      if (!clock.isMeasured()) await sync([]);
      do {
        batch = copy.waiting.slice(0, batchSize);
        await sync(batch);
        if (batch.some((one) => copy.scan(one.scan.id)?.state === 'waiting')) return false;
      } while (copy.waiting.length > 0);
    } catch (error) {
      return takeFailure(error, batch);
    }
    // Another tab may have taken over meanwhile.
    if (loop && copy.facts.phone) stream ??= openChangeStream(API_PATHS.doorStream, () => loop?.now());
    return true;
  }

  async function sync(batch: readonly KeptScan[]): Promise<void> {
    const { cursor, isReady, wiped } = copy.facts;
    const isFirst = cursor === null && !wiped;
    if (isFirst) setNetwork({ progress: 0 });
    const sentAt = clock.tick();
    const answer = await call(syncDoor, {
      body: {
        scans: batch.map((one) => one.scan),
        since: cursor,
        status: {
          tickets: copy.tickets,
          waiting: copy.waiting.length - batch.length,
          isReady: isReady && hasFiles,
        },
      },
      timeLimitMs: isFirst ? LIST_TIME_LIMIT_MS : TIME_LIMIT_MS,
    });
    setTime(sentAt, answer.now);
    const change = takeAnswer(answer, copy.scans);
    network = { ...network, isOnline: true, syncedAt: clock.now(), offlineSince: null };
    if (answer.isRevoked || wiped) {
      await commit({ scans: change.scans ?? [] });
      const ended = clock.now() >= Date.parse(copy.facts.phone?.endsAt ?? '');
      return wipe(wiped ?? (ended ? 'ended' : 'revoked'));
    }
    const facts = { ...change.facts, syncedAt: network.syncedAt, clock: clock.kept() };
    const onProgress = (part: number) => isFirst && setNetwork({ progress: (1 + part) / 2 });
    const isNothing = [change.orders, change.gone, change.scans].every((one) => one?.length === 0);
    network = { ...network, progress: null };
    if (isNothing && !isFirst && clock.tick() - factsKeptAt < KEEP_FACTS_MS) {
      copy.apply({ facts });
      post({ facts });
      return tell();
    }
    factsKeptAt = clock.tick();
    await commit({ ...change, facts }, onProgress);
    setNetwork({ progress: null });
  }

  /** Scans with a wrong time are corrected before they leave. */
  function setTime(sentAt: number, serverTime: string): void {
    const wrongBy = clock.measure(sentAt, clock.tick(), Date.parse(serverTime));
    const scans = copy.waiting.filter((one) => untimed.has(one.scan.id));
    untimed.clear();
    if (Math.abs(wrongBy) < SET_CLOCK_MS || scans.length === 0) return;
    void commit({ scans: scans.map((one) => moved(one, wrongBy)) });
  }

  async function takeFailure(error: unknown, batch: readonly KeptScan[]): Promise<boolean> {
    const { status = 0, code = null, sentence = '' } = error instanceof ApiError ? error : {};
    if (code === 'door_phone_ended') await wipe('revoked');
    else if (code === 'door_phone_needed' && copy.facts.phone) {
      // The cookie is gone: what waits leaves once the phone has joined again.
      await commit({ isWhole: true, orders: [], facts: { phone: null, cursor: null } });
    } else if ((status === 400 || status === 413) && batch.length > 1) {
      // One scan that the server can't read must not hold up the others.
      batchSize = 1;
      loop?.now();
      return true;
    } else if (status === 400 && batch.length === 1) {
      await commit({ scans: batch.map((one) => ({ ...one, state: 'refused', refusal: sentence })) });
      loop?.now();
      return true;
    } else setOffline();
    return false;
  }

  function keepPage(): void {
    keepFiles().then(
      () => {
        hasFiles = true;
        loop?.now();
      },
      // Blocked, or without a network; the phone works on, and does not say that it is ready.
      () => {},
    );
  }

  function setOffline(): void {
    if (!network.isOnline && network.offlineSince !== null) return;
    setNetwork({ isOnline: false, offlineSince: clock.now(), progress: null });
  }

  /** Everything but what still has to be sent. */
  async function wipe(why: 'revoked' | 'ended'): Promise<void> {
    stream?.close();
    stream = null;
    await commit({
      isWhole: true,
      orders: [],
      onlyScans: copy.waiting,
      facts: { ...NO_FACTS, clock: clock.kept(), wiped: why },
    });
    hasFiles = false;
    await forgetFiles();
  }

  // What a volunteer does.

  function make(scan: Unsigned, { order, person }: Found): KeptScan {
    const now = clock.now();
    const id = makeScanId(now);
    if (!clock.isMeasured()) untimed.add(id);
    const at = new Date(now).toISOString();
    return {
      scan: {
        practice: copy.facts.practice,
        ...scan,
        id,
        order: order.order,
        decidedAt: at,
        phoneClock: new Date(clock.raw()).toISOString(),
        listVersion: copy.facts.cursor,
      } as SentScan,
      day: today(),
      person: `${person.firstName} ${person.lastName}`.trim(),
      state: 'waiting',
      refusal: null,
    };
  }
  async function record(scans: readonly KeptScan[]): Promise<void> {
    await commit({ scans, facts: { clock: clock.kept() } });
    loop?.now();
  }
  const find = (key: PersonKey): Found => {
    const found = copy.findPerson(key);
    if (!found) throw new Error('This person is not in the copy.');
    return found;
  };
  const about = (scanId: string): Found => {
    const found = copy.findByScan(scanId);
    if (!found) throw new Error('This scan is not in the copy.');
    return found;
  };

  async function judge(text: string): Promise<DoorVerdict> {
    const practice = parsePracticeTicket(text);
    if (practice) return { kind: 'practice', of: practice };
    const token = parseQrToken(text);
    const unknown = { kind: 'unknown', syncedAt: current.syncedAt } as const;
    if (!token) return { ...unknown, wasAsked: false };
    const hash = await hashToken(token);
    const found = copy.findCode(hash);
    if (found) return copy.verdict(found, today());
    if (!network.isOnline) return { ...unknown, wasAsked: false };
    try {
      const { order, isRemoved } = await call(findDoorTicket, {
        body: { qrToken: token },
        timeLimitMs: ASK_TIME_LIMIT_MS,
      });
      if (order) await commit({ orders: [order] });
      const late = copy.findCode(hash);
      return late ? copy.verdict(late, today()) : { ...unknown, wasAsked: true, isRemoved };
    } catch {
      return { ...unknown, wasAsked: false };
    }
  }

  void start();

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => current,
    async join(invitation, person, door) {
      const sentAt = clock.tick();
      const { phone, now } = await call(joinDoor, { body: { invitation, person, door } });
      clock.measure(sentAt, clock.tick(), Date.parse(now));
      void navigator.storage?.persist?.();
      keepPage();
      await commit({
        isWhole: true,
        orders: [],
        // What an earlier volunteer left behind still leaves.
        onlyScans: copy.waiting,
        facts: { ...NO_FACTS, phone, clock: clock.kept() },
      });
      loop?.now();
    },
    judge,
    judgePerson: (key) => copy.verdict(find(key), today()),
    async admit(keys, method: ScanMethod, notes) {
      const scans = keys.flatMap((key) => {
        const found = find(key);
        if (copy.verdict(found, today()).kind !== 'admit') return [];
        return [make({ kind: 'admit', ...whom(found), method, ...(notes && { notes }) }, found)];
      });
      await record(scans);
      return scans.map((one) => one.scan.id);
    },
    async undo(scanId) {
      if (copy.own().some((one) => one.id === scanId && one.isUndone)) return;
      const found = about(scanId);
      const practice = copy.scan(scanId)?.scan.practice ?? false;
      await record([make({ kind: 'undo', ...whom(found), refersTo: scanId, practice }, found)]);
    },
    async nameSeat(order, firstName, lastName) {
      const found = {
        order: copy.orders.find((one) => one.order === order)!,
        person: { firstName, lastName },
      };
      const named = make({ kind: 'name', firstName, lastName }, found as Found);
      await record([named]);
      return { seat: named.scan.id };
    },
    async settle(scanId, outcome: SettledAs) {
      const found = about(scanId);
      await record([
        make({ kind: 'settle', ...whom(found), refersTo: scanId, outcome, practice: false }, found),
      ]);
    },
    find: (query) => copy.find(query, today()),
    team: (order) => copy.team(order, today()),
    own: () => copy.own(),
    setPractice(on) {
      void commit({ facts: { practice: on } });
    },
    reportReady(isReady) {
      void commit({ facts: { isReady } }).then(() => loop?.now());
    },
    board: () => call(getDoorBoard),
    close() {
      closing.abort();
      tabs.close();
    },
  };
}

const SOURCES = { wall: () => Date.now(), monotonic: () => performance.now() };

type Unsigned = SentScan extends infer S
  ? S extends SentScan
    ? Omit<S, 'id' | 'order' | 'decidedAt' | 'phoneClock' | 'listVersion'>
    : never
  : never;

function whom({ person }: Found) {
  const key = keyOf(person);
  return 'seat' in key
    ? { registration: null, seat: key.seat }
    : { registration: key.registration, seat: null };
}

function moved(one: KeptScan, byMs: number): KeptScan {
  const at = new Date(Date.parse(one.scan.decidedAt) + byMs);
  return {
    ...one,
    scan: { ...one.scan, decidedAt: at.toISOString() },
    day: dayIn(event.zone, at),
  };
}
