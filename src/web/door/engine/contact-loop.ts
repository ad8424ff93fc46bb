const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;

/** Makes contact repeatedly, one at a time: `pauseMs` after a success, with backoff while contacts fail. */
export function startContacts(contact: () => Promise<boolean>, pauseMs: () => number) {
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
  /** Contacts without waiting; during a contact, once more after it. */
  const now = () => {
    isAsked = true;
    if (!isUnderWay && !isStopped) void run();
  };
  void run();
  return {
    now,
    /** The same once the network is back: the backoff starts over. */
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

export type ContactLoop = ReturnType<typeof startContacts>;

function retryMs(failures: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
}
