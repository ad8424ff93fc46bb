/** Keeps the screen on until the returned function is called, if the browser can. */
export function keepAwake(): () => void {
  // Null if refused to save the battery: the door works with a screen that sleeps, too.
  const held = navigator.wakeLock?.request('screen').catch(() => null);
  return () => void held?.then((lock) => lock?.release());
}
