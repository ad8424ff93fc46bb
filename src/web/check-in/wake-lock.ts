/** Keeps the screen on until the returned function is called. Browsers let go when the page is hidden, so it asks again. */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => {};
  let ended = false;
  let held: WakeLockSentinel | null = null;
  const ask = async () => {
    if (ended || document.visibilityState !== 'visible') return;
    try {
      held = await navigator.wakeLock.request('screen');
    } catch {
      // Refused to save the battery: the door works with a screen that sleeps, too.
      held = null;
    }
    if (ended) await held?.release();
  };
  document.addEventListener('visibilitychange', ask);
  void ask();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', ask);
    void held?.release();
  };
}
