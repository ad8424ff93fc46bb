import { afterEach, expect, test, vi } from 'vitest';

vi.mock('./boot.ts', () => ({ boot: { now: '2025-08-01T12:00:00.000Z', closedByBuild: false } }));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  ['the network', { type: 'navigate', transferSize: 9000 }, [0, 0, 1]],
  ['the cache', { type: 'navigate', transferSize: 0 }, [1, 1, 2]],
  ['the history', { type: 'back_forward', transferSize: 9000 }, [1, 1, 2]],
])('a page from %s asks for the time as soon as its own may be old', async (_, visit, expected) => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false, querySelector: () => null, querySelectorAll: () => [] });
  const fetched = vi.fn(async () => new Response(null, { headers: { 'x-now': String(Date.now()) } }));
  vi.stubGlobal('fetch', fetched);
  const entry = { ...visit, responseStart: performance.now() } as unknown as PerformanceEntry;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
  vi.resetModules();
  const { followTime } = await import('./follow-time.ts');
  followTime(() => {});
  const counts: number[] = [];
  for (const seconds of [0, 29, 3]) {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    counts.push(fetched.mock.calls.length);
  }
  expect(counts).toEqual(expected);
});
