import { setImmediate } from 'node:timers';
import { vi } from 'vitest';

/**
 * How often another request could have been served while `work` went on, on a clock that each reading advances by a
 * millisecond.
 */
export async function servedDuring(work: () => Promise<unknown>): Promise<number> {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1;
    return now;
  });
  let served = 0;
  let isDone = false;
  const serve = () => {
    served += 1;
    if (!isDone) setImmediate(serve);
  };
  serve();
  try {
    await work();
    return served;
  } finally {
    isDone = true;
    clock.mockRestore();
  }
}
