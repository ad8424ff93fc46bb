import { setImmediate } from 'node:timers/promises';

/** In milliseconds. */
const AT_MOST = 8;

/** For work on many pages: await it between steps, so that other requests run every few milliseconds. */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_MOST) return;
    await setImmediate();
    since = performance.now();
  };
}
