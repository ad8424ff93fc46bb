/** What is kept of the clock while the page is closed. */
export interface KeptClock {
  /** From the phone's clock to the server's. */
  readonly offset: number;
  /** The last corrected time that was stored. */
  readonly lastTime: number;
}

export interface PhoneClock {
  /** The server's time as far as this phone knows it. */
  now(): number;
  /** The phone's own clock. */
  raw(): number;
  /** For `measure`: counts evenly, whatever somebody does to the phone's clock. */
  tick(): number;
  kept(): KeptClock;
  /** The server has answered since the page was opened. */
  isMeasured(): boolean;
  /** The phone's clock was set, and no answer has corrected that yet. */
  hasProblem(): boolean;
  /** The server's time somewhere between two ticks. Returns by how much the corrected time was wrong. */
  measure(sentAt: number, answeredAt: number, serverTime: number): number;
  /** The page is hidden, or shown again: a phone may sleep in between. */
  setHidden(isHidden: boolean): void;
}

/** Answers are measured to about a second; more is a clock that was set. */
const SET_MS = 10_000;
/** No phone sleeps so long between two scans of a day. */
const LONGEST_SLEEP_MS = 12 * 3_600_000;

interface Sources {
  readonly wall: () => number;
  /** Milliseconds that never jump; they may stand still while the phone sleeps. */
  readonly monotonic: () => number;
}

/** The phone's clock, corrected by what the server said last. */
export function startClock(kept: KeptClock | null, { wall, monotonic }: Sources): PhoneClock {
  const reopened = wall() + (kept?.offset ?? 0);
  let isMeasured = false;
  // Time does not run backward: the phone's clock was turned back while the page was closed.
  let wasSet = kept !== null && reopened < kept.lastTime - SET_MS;
  let anchor = { tick: monotonic(), time: Math.max(reopened, kept?.lastTime ?? 0) };
  let latest = 0;
  let hidden: { readonly wall: number; readonly tick: number } | null = null;

  const now = () => {
    latest = Math.max(latest, anchor.time + monotonic() - anchor.tick);
    return latest;
  };
  return {
    now,
    raw: wall,
    tick: monotonic,
    kept: () => ({ offset: now() - wall(), lastTime: now() }),
    isMeasured: () => isMeasured,
    hasProblem: () => wasSet,
    measure(sentAt, answeredAt, serverTime) {
      const tick = (sentAt + answeredAt) / 2;
      const wrongBy = serverTime - (anchor.time + tick - anchor.tick);
      anchor = { tick, time: serverTime };
      if (Math.abs(wrongBy) > SET_MS) latest = 0;
      isMeasured = true;
      wasSet = false;
      return wrongBy;
    },
    setHidden(isHidden) {
      if (isHidden) {
        hidden ??= { wall: wall(), tick: monotonic() };
        return;
      }
      if (!hidden) return;
      const slept = wall() - hidden.wall - (monotonic() - hidden.tick);
      hidden = null;
      if (slept <= 0) return;
      anchor = { ...anchor, time: anchor.time + slept };
      if (slept > LONGEST_SLEEP_MS) wasSet = true;
    },
  };
}
