import { event } from '#content/event.ts';
import { type Day, dayIn } from '#domain/calendar.ts';
import { DAY } from '#domain/durations.ts';
import { DoorCopy } from './door-copy.ts';
import type { DoorState } from './door-engine.ts';
import type { Change, DoorStore, KeptScan } from './door-store.ts';
import { type Keeper, keepChanges } from './keep-changes.ts';
import { toSendAgain } from './own-scans.ts';
import { type PhoneClock, startClock } from './phone-clock.ts';

type Network = Pick<DoorState, 'isOnline' | 'syncedAt' | 'offlineSince' | 'progress'>;

/** A message between tabs. */
interface Told {
  readonly change: Change;
  readonly network: Network;
  /** The server's time minus the phone's, if this tab knows it. */
  readonly offset: number | null;
}

/** Smaller errors may come from the network. */
const WRONG_MS = 10_000;
/** How far the phone's own clock must be past an end before it counts. As long after it, the phone's cookie expires. */
const MARGIN_MS = 7 * DAY;

const SOURCES = { wall: () => Date.now(), monotonic: () => performance.now() };

/** A tab's state: in memory, on disk, and in sync with the other tabs. */
export class PhoneTab {
  readonly copy = new DoorCopy();
  clock: PhoneClock = startClock(null, SOURCES);
  network: Network = { isOnline: false, syncedAt: null, offlineSince: null, progress: null };
  readonly #listeners = new Set<() => void>();
  readonly #others: BroadcastChannel;
  readonly #closing = new AbortController();
  /** Aborted once the tab is closed. */
  readonly signal = this.#closing.signal;
  #keeper: Keeper | null = null;
  #isKept = true;
  #state: DoorState;

  constructor(name: string) {
    this.#others = new BroadcastChannel(name);
    this.#state = this.#stateNow();
  }

  /** Takes the stored state; changes are stored from now on. */
  load(store: DoorStore): void {
    const { kept, isKept } = store;
    // The server may have been wrong: what it refused is sent once more each time the page is opened, unless the phone
    // was wiped.
    const isRetried = ({ state }: KeptScan) => state === 'refused' && !kept.facts.wiped;
    const scans = kept.scans.map((one) => (isRetried(one) ? toSendAgain(one) : one));
    this.copy.apply({ ...kept, scans });
    this.clock = startClock(kept.facts.clock, SOURCES);
    this.#isKept = isKept;
    this.#keeper = keepChanges(store, this.copy, () => this.tell());
  }

  /** Listens to the other tabs. `leads` tells whether this tab contacts the server and so knows the network's state. */
  listen(leads: () => boolean, onChange: () => void): void {
    this.#others.onmessage = ({ data }: MessageEvent<Told>) => {
      this.copy.apply(data.change);
      const { clock } = this;
      if (data.offset !== null) clock.measure(clock.tick(), clock.tick(), clock.raw() + data.offset);
      if (!leads()) this.network = data.network;
      this.tell();
      onChange();
    };
  }

  close(): void {
    this.#closing.abort();
    this.#others.close();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The same object until something changes. */
  get state(): DoorState {
    return this.#state;
  }

  /** The event's day by the corrected time. */
  today(): Day {
    return dayIn(event.zone, new Date(this.clock.now()));
  }

  /** Whether data may be deleted that is kept until `end`: by the server's time then, by the phone's a week later. */
  isPast(end: string): boolean {
    return this.clock.now() >= Date.parse(end) + (this.clock.isMeasured() ? 0 : MARGIN_MS);
  }

  isEventOver(): boolean {
    return this.isPast(event.closesAt);
  }

  /** Whether data would be lost with the page, or would wait in vain, because nobody opens this page again. */
  isUnsafe(): boolean {
    const { facts, waiting } = this.copy;
    if (waiting.length > 0 && (this.#keeper?.isSlow() || !facts.phone)) return true;
    return Boolean(this.#keeper?.unkept()) || (!this.#isKept && facts.phone !== null);
  }

  /** Applies a change in memory at once, and in the other tabs when it is stored or `storage` says why not; then resolves. */
  async commit(change: Change, onProgress?: (part: number) => void): Promise<void> {
    this.copy.apply(change);
    await this.#keeper?.keep(change, onProgress);
    this.#post(change);
    this.tell();
  }

  /** Applies a change in memory and in the other tabs only, because it will come again. */
  mention(change: Change): void {
    this.copy.apply(change);
    this.#post(change);
    this.tell();
  }

  /** Takes the server's time from the response to a call made at a tick, and corrects waiting scans made without it. */
  setTime(sentAt: number, serverTime: string): void {
    const error = this.clock.measure(sentAt, this.clock.tick(), Date.parse(serverTime));
    this.#correctScans(Math.abs(error) < WRONG_MS ? 0 : error, { isUntimed: false });
  }

  /** Call when the page is hidden or shown. A clock that was set right meanwhile corrects these scans, too. */
  setHidden(isHidden: boolean): void {
    const error = this.clock.setHidden(isHidden);
    if (error !== 0) this.#correctScans(error, { isUntimed: true });
  }

  #correctScans(byMs: number, corrected: Pick<KeptScan, 'isUntimed'>): void {
    const untimed = this.copy.waiting.filter((one) => one.isUntimed);
    const scans = untimed.map((one) => ({ ...moveScan(one, byMs), ...corrected }));
    if (scans.length > 0) void this.commit({ scans });
  }

  setNetwork(next: Partial<Network>): void {
    this.network = { ...this.network, ...next };
    this.tell();
  }

  tell(): void {
    this.#state = this.#stateNow();
    for (const listener of this.#listeners) listener();
  }

  #post(change: Change): void {
    if (this.signal.aborted) return;
    const offset = this.clock.isMeasured() ? this.clock.kept().offset : null;
    this.#others.postMessage({ change, network: this.network, offset } satisfies Told);
  }

  #stateNow(): DoorState {
    const { facts, waiting, tickets } = this.copy;
    const { progress, isOnline, offlineSince } = this.network;
    const today = this.today();
    const isPastEnd = this.clock.now() >= Date.parse(facts.phone?.endsAt ?? '');
    return {
      phase: this.#phase(),
      wipedBecause: facts.wiped,
      phone: facts.phone,
      tickets,
      progress,
      isOnline,
      syncedAt: this.network.syncedAt ?? facts.syncedAt,
      offlineSince,
      waiting: waiting.length,
      storage: this.#storage(),
      clockProblem: this.clock.hasProblem() && !isPastEnd,
      // Once the server's time confirms it, the phone is wiped.
      mayHaveEnded: isPastEnd,
      practice: facts.practice,
      today,
      counts: this.copy.counts(today),
      news: this.copy.news(today),
      refused: this.copy.refused.map(({ scan, person, refusal }) => ({
        scan: scan.id,
        person,
        message: refusal!,
      })),
    };
  }

  #phase(): DoorState['phase'] {
    const { facts } = this.copy;
    if (facts.wiped) return 'wiped';
    if (!this.#keeper) return 'starting';
    if (!facts.phone) return 'joining';
    return facts.cursor === null ? 'loading' : 'working';
  }

  #storage(): DoorState['storage'] {
    if (!this.#isKept) return 'none';
    if (this.#keeper?.isFull()) return 'full';
    return this.#keeper?.isSlow() ? 'slow' : 'kept';
  }
}

function moveScan(one: KeptScan, byMs: number): KeptScan {
  const at = new Date(Date.parse(one.scan.decidedAt) + byMs);
  return { ...one, scan: { ...one.scan, decidedAt: at.toISOString() }, day: dayIn(event.zone, at) };
}
