/**
 * Elects the tab that contacts the server: the last visible one, because others may sleep. Calls `lead` when this tab
 * is elected, and the function it returned when it no longer is. In a browser without locks every tab leads, which is
 * harmless. Returns a function that steps down for good.
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
    // The request for the lock was aborted.
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
