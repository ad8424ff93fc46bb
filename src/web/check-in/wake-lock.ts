/** Keeps the screen on until the returned function is called, where the browser can. */
export function keepAwake(): () => void {
  // Refused to save the battery, it gives null: the door works with a screen that sleeps, too.
  const held = navigator.wakeLock?.request('screen').catch(() => null);
  return () => void held?.then((lock) => lock?.release());
}
