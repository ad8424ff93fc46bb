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
  // The server's time is at least this.
  let floor = { tick: anchor.tick, time: kept?.lastTime ?? 0 };
  let offset = kept?.offset ?? 0;
  let latest = 0;
  let hidden: { readonly wall: number; readonly tick: number } | null = null;

  /** The server's time, as this phone estimates it. */
  const now = () => {
    latest = Math.max(latest, timeAt(anchor, monotonic()));
    return latest;
  };
  /** Takes the time of the phone's clock, which was set right. Returns the error of the time until now. */
  const trustWall = () => {
    const before = now();
    anchor = { tick: monotonic(), time: wall() };
    latest = 0;
    return anchor.time - before;
  };
  return {
    now,
    /** The phone's own clock. */
    raw: wall,
    /** For `measure`: monotonic, whatever happens to the phone's clock. */
    tick: monotonic,
    /** Nothing that depends on a clock that was set, because it may be set right while the page is closed. */
    kept: (): KeptClock =>
      wasSet ? { offset, lastTime: timeAt(floor, monotonic()) } : { offset: now() - wall(), lastTime: now() },
    /** Whether the time is the server's: there was a response since the page was opened, and since any sleep. */
    isMeasured: () => isMeasured,
    /** Whether the phone's clock was set and no response has corrected it yet. */
    hasProblem: () => wasSet,
    /** Takes the server's time, measured between two ticks. Returns the error of the corrected time. */
    measure(sentAt: number, answeredAt: number, serverTime: number): number {
      const tick = (sentAt + answeredAt) / 2;
      const wrongBy = serverTime - timeAt(anchor, tick);
      anchor = { tick, time: serverTime };
      floor = anchor;
      offset = timeAt(anchor, monotonic()) - wall();
      // Any sleep until now is part of the server's time.
      if (hidden) hidden = { wall: wall(), tick: monotonic() };
      if (Math.abs(wrongBy) > SET_MS) latest = 0;
      isMeasured = true;
      wasSet = false;
      return wrongBy;
    },
    /**
     * Call when the page is hidden or shown: the phone may sleep in between. Returns the error of the corrected time if
     * the clock was wrong and has been set right, as the page asks for, otherwise 0.
     */
    setHidden(isHidden: boolean): number {
      if (isHidden) {
        hidden ??= { wall: wall(), tick: monotonic() };
        return 0;
      }
      if (!hidden) return 0;
      const slept = wall() - hidden.wall - (monotonic() - hidden.tick);
      const wasWrong = Math.abs(hidden.wall - timeAt(anchor, hidden.tick)) > SET_MS;
      hidden = null;
      // It slept, or its clock was set: until a response, nothing tells which.
      if (Math.abs(slept) > SET_MS) isMeasured = false;
      const wasSetAgain = wasSet && (slept < -SET_MS || (wasWrong && slept > SET_MS));
      if (wasSetAgain && wall() > timeAt(floor, monotonic()) - SET_MS) return trustWall();
      const isTooLong = slept > LONGEST_SLEEP_MS;
      if (slept > 0 && !(wasSetAgain && isTooLong)) anchor = { ...anchor, time: anchor.time + slept };
      if (isTooLong) wasSet = true;
      return 0;
    },
  };
}

function timeAt(from: { readonly tick: number; readonly time: number }, tick: number): number {
  return from.time + tick - from.tick;
}

export type PhoneClock = ReturnType<typeof startClock>;
