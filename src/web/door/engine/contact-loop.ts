const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;

export interface ContactLoop {
  /** Contacts without waiting; during a contact, once more after it. */
  now(): void;
  /** The same once the network is back: the backoff starts over. */
  afresh(): void;
  stop(): void;
}

/** Makes contact repeatedly, one at a time: `pauseMs` after a success, with backoff while contacts fail. */
export function startContacts(contact: () => Promise<boolean>, pauseMs: () => number): ContactLoop {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUnderWay = false;
  let isAsked = false;
  let isStopped = false;
  let failures = 0;

  const run = async () => {
    clearTimeout(timer);
    isUnderWay = true;
    isAsked = false;
    const hasSucceeded = await contact();
    isUnderWay = false;
    if (isStopped) return;
    failures = hasSucceeded ? 0 : failures + 1;
    if (isAsked && hasSucceeded) void run();
    else timer = setTimeout(run, hasSucceeded ? pauseMs() : retryMs(failures));
  };
  const now = () => {
    isAsked = true;
    if (!isUnderWay && !isStopped) void run();
  };
  void run();
  return {
    now,
    afresh() {
      failures = 0;
      now();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function retryMs(failures: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
}
