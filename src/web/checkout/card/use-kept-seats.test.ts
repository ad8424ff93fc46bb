import { afterEach, expect, test, vi } from 'vitest';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { mount } from '#test/mount.ts';
import { useKeptSeats } from './use-kept-seats.ts';

afterEach(() => vi.unstubAllGlobals());

test('the server is told at once, and then at most once a minute', async () => {
  const fetch = vi.fn(async () => Response.json({ keptUntil: '2025-07-15T16:30:00.000Z' }));
  vi.stubGlobal('fetch', fetch);
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const page = await mount(() => useKeptSeats('t'.repeat(28), () => {}));
  expect(page.result.keptUntil).toBe('2025-07-15T16:30:00.000Z');
  now.mockReturnValue(59_999);
  await page.act(() => page.result.keep());
  expect(fetch).toHaveBeenCalledTimes(1);
  now.mockReturnValue(60_000);
  await page.act(() => page.result.keep());
  expect(fetch).toHaveBeenCalledTimes(2);
  now.mockRestore();
});

test.each([
  ['payment_not_open', 409, 1],
  ['internal', 500, 0],
] as const)('a refusal with %s, status %i, ends the form %i times', async (code, status, times) => {
  vi.stubGlobal('fetch', async () => Response.json({ code, message: ERROR_WORDS[code] }, { status }));
  const onEnded = vi.fn();
  await mount(() => useKeptSeats('t'.repeat(28), onEnded));
  expect(onEnded).toHaveBeenCalledTimes(times);
});
