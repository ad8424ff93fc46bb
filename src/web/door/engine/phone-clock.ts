/** The clock's state while the page is closed. */
export interface KeptClock {
  /** Offset from the phone's clock to the server's. */
  readonly offset: number;
  /** The last corrected time that was stored. */
  readonly lastTime: number;
}

/** Responses are accurate to about a second; a larger difference means that the clock was set. */
const SET_MS = 10_000;
/** A page that is left open the evening before sleeps no longer than this until the doors open. */
const LONGEST_SLEEP_MS = 20 * 3_600_000;

interface Sources {
  readonly wall: () => number;
  /** Monotonic milliseconds; they may stop while the phone sleeps. */
  readonly monotonic: () => number;
}

/** The phone's clock, corrected by the server's last response. */
export function startClock(kept: KeptClock | null, { wall, monotonic }: Sources) {
  const reopened = wall() + (kept?.offset ?? 0);
  let isMeasured = false;
  // Time does not run backward: the phone's clock was turned back while the page was closed.
  let wasSet = kept !== null && reopened < kept.lastTime - SET_MS;
  let anchor = { tick: monotonic(), time: Math.max(reopened, kept?.lastTime ?? 0) };
  let latest = 0;
  let hidden: { readonly wall: number; readonly tick: number } | null = null;

  /** The server's time, as this phone estimates it. */
  const now = () => {
    latest = Math.max(latest, anchor.time + monotonic() - anchor.tick);
    return latest;
  };
  return {
    now,
    /** The phone's own clock. */
    raw: wall,
    /** For `measure`: monotonic, whatever happens to the phone's clock. */
    tick: monotonic,
    kept: (): KeptClock => ({ offset: now() - wall(), lastTime: now() }),
    /** Whether the time is the server's: there was a response since the page was opened, and since any sleep. */
    isMeasured: () => isMeasured,
    /** Whether the phone's clock was set and no response has corrected it yet. */
    hasProblem: () => wasSet,
    /** Takes the server's time, measured between two ticks. Returns the error of the corrected time. */
    measure(sentAt: number, answeredAt: number, serverTime: number): number {
      const tick = (sentAt + answeredAt) / 2;
      const wrongBy = serverTime - (anchor.time + tick - anchor.tick);
      anchor = { tick, time: serverTime };
      // Any sleep until now is part of the server's time.
      if (hidden) hidden = { wall: wall(), tick: monotonic() };
      if (Math.abs(wrongBy) > SET_MS) latest = 0;
      isMeasured = true;
      wasSet = false;
      return wrongBy;
    },
    /** Call when the page is hidden or shown: the phone may sleep in between. */
    setHidden(isHidden: boolean): void {
      if (isHidden) {
        hidden ??= { wall: wall(), tick: monotonic() };
        return;
      }
      if (!hidden) return;
      const slept = wall() - hidden.wall - (monotonic() - hidden.tick);
      hidden = null;
      // It slept, or its clock was set: until a response, nothing tells which.
      if (Math.abs(slept) > SET_MS) isMeasured = false;
      anchor = { ...anchor, time: anchor.time + Math.max(0, slept) };
      if (slept > LONGEST_SLEEP_MS) wasSet = true;
    },
  };
}

export type PhoneClock = ReturnType<typeof startClock>;
