/** Keeps the screen on until the returned function is called, in browsers that can. */
export function keepAwake(): () => void {
  let held: Promise<WakeLockSentinel | null> | undefined;
  const hold = () => {
    if (document.visibilityState !== 'visible') return;
    // Refused to save the battery: everything works with a screen that sleeps, too.
    held = navigator.wakeLock?.request('screen').catch(() => null);
  };
  hold();
  // The browser takes the lock back while the page is hidden.
  document.addEventListener('visibilitychange', hold);
  return () => {
    document.removeEventListener('visibilitychange', hold);
    void held?.then((lock) => lock?.release());
  };
}
