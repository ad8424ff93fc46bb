import { setImmediate } from 'node:timers/promises';

/** In milliseconds. */
const AT_MOST = 8;

/** For work on many pages: awaited between its steps, it lets the process serve everybody else every few milliseconds. */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_MOST) return;
    await setImmediate();
    since = performance.now();
  };
}
