import { afterEach, expect, test, vi } from 'vitest';
import { API_PATHS } from '#contract/paths.ts';

vi.mock('./boot.ts', () => ({ boot: { now: '2025-08-01T12:00:00.000Z', closedByBuild: false } }));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** How often that page has asked for the time at once, after 29 seconds, and after three more. */
async function countRequests(
  pathname: string,
  visit: { type: string; transferSize: number },
): Promise<number[]> {
  vi.useFakeTimers();
  vi.stubGlobal('location', { pathname });
  vi.stubGlobal('document', { hidden: false, querySelector: () => null, querySelectorAll: () => [] });
  const fetched = vi.fn(
    async (_path: string) => new Response(null, { headers: { 'x-now': String(Date.now()) } }),
  );
  vi.stubGlobal('fetch', fetched);
  const entry = { ...visit, responseStart: performance.now() } as unknown as PerformanceEntry;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
  vi.resetModules();
  const { followTime } = await import('./follow-time.ts');
  followTime(() => {});
  const counts: number[] = [];
  for (const seconds of [0, 29, 3]) {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    counts.push(fetched.mock.calls.filter(([path]) => path === API_PATHS.capacityStatus).length);
  }
  return counts;
}

test.each([
  ['the network', { type: 'navigate', transferSize: 9000 }, [0, 0, 1]],
  ['the cache', { type: 'navigate', transferSize: 0 }, [1, 1, 2]],
  ['the history', { type: 'back_forward', transferSize: 9000 }, [1, 1, 2]],
])('a page from %s asks for the time as soon as its own may be old', async (_, visit, expected) => {
  expect(await countRequests('/', visit)).toEqual(expected);
});

test('the privacy policy never asks for the time', async () => {
  expect(await countRequests('/privacy', { type: 'back_forward', transferSize: 0 })).toEqual([0, 0, 0]);
});
