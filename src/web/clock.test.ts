import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('./boot.ts', () => ({ boot: { now: '2025-08-01T12:00:00.000Z' } }));
const { everySecond, syncClock, now } = await import('./clock.ts');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('all watchers share one timer, which ends with the last of them', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const leaveFirst = everySecond(first);
  const leaveSecond = everySecond(second);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2000);
  leaveFirst();
  vi.advanceTimersByTime(1000);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 3]);
  leaveSecond();
  expect(vi.getTimerCount()).toBe(0);
  const leaveAgain = everySecond(first);
  vi.advanceTimersByTime(1000);
  expect(first).toHaveBeenCalledTimes(3);
  leaveAgain();
});

test("the time is the server's, counted on from what it said last", () => {
  syncClock(String(Date.parse('2025-09-20T15:00:00Z')));
  vi.advanceTimersByTime(1500);
  expect(now().toISOString()).toBe('2025-09-20T15:00:01.500Z');
  syncClock('soon');
  syncClock(null);
  expect(now().toISOString()).toBe('2025-09-20T15:00:01.500Z');
});
