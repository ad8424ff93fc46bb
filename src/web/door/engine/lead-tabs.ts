/**
 * One tab of a phone speaks with the server: the one that was looked at last, as others may sleep. Calls `lead` when that is
 * this one, and what it returned when it no longer is. In a browser without locks each tab speaks for itself, which does
 * no harm. Returns how to step down for good.
 */
export function leadTabs(name: string, lead: () => () => void): () => void {
  if (!('locks' in navigator)) return lead();
  let end: (() => void) | null = null;
  let queued: AbortController | null = null;
  let release = () => {};

  const begin = () => {
    end = lead();
    // Held until another tab takes it.
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  const lose = () => {
    // A place in the queue was given up.
    if (!end) return;
    end();
    end = null;
    queued = new AbortController();
    navigator.locks.request(name, { signal: queued.signal }, begin).catch(lose);
  };
  const take = () => {
    queued?.abort();
    navigator.locks.request(name, { steal: true }, begin).catch(lose);
  };
  const look = () => {
    if (document.visibilityState === 'visible' && !end) take();
  };
  take();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    queued?.abort();
    end?.();
    end = null;
    release();
  };
}
