import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { pauses } from './pauses.ts';

afterEach(() => vi.restoreAllMocks());

test('after eight milliseconds of work, and not before, other requests run', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const pause = pauses();
  const order: string[] = [];
  const other = setImmediate().then(() => order.push('somebody else'));
  now = 7;
  await pause();
  order.push('at 7');
  now = 8;
  await pause();
  order.push('at 8');
  await other;
  expect(order).toEqual(['at 7', 'somebody else', 'at 8']);
});
