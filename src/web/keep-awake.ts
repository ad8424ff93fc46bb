/** Keeps the screen on until the returned function is called, in browsers that support it. */
export function keepAwake(): () => void {
  let held: Promise<WakeLockSentinel | null> | undefined;
  const hold = () => {
    if (document.visibilityState !== 'visible') return;
    // Refused to save battery. Everything still works.
    held = navigator.wakeLock?.request('screen').catch(() => null);
  };
  hold();
  // The browser releases the lock while the page is hidden.
  document.addEventListener('visibilitychange', hold);
  return () => {
    document.removeEventListener('visibilitychange', hold);
    void held?.then((lock) => lock?.release());
  };
}
