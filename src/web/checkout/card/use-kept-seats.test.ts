import { afterEach, expect, test, vi } from 'vitest';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { mount } from '#test/mount.ts';
import { useKeptSeats } from './use-kept-seats.ts';

const clock = vi.hoisted(() => ({ now: new Date('2025-07-15T16:15:00Z'), tick: () => {} }));
vi.mock('../../clock.ts', () => ({
  syncClock: () => {},
  now: () => clock.now,
  everySecond: (look: () => void) => {
    clock.tick = look;
    return () => {};
  },
}));

const HELD = { keptUntil: '2025-07-15T16:30:00.000Z', isFinal: false };

afterEach(() => vi.unstubAllGlobals());

test('the server is told at once, and then at most once a minute', async () => {
  const fetch = vi.fn(async () => Response.json(HELD));
  vi.stubGlobal('fetch', fetch);
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const page = await mount(() => useKeptSeats('t'.repeat(28), () => {}));
  expect(page.result.held).toEqual(HELD);
  now.mockReturnValue(59_999);
  await page.act(() => page.result.keep());
  expect(fetch).toHaveBeenCalledTimes(1);
  now.mockReturnValue(60_000);
  await page.act(() => page.result.keep());
  expect(fetch).toHaveBeenCalledTimes(2);
  now.mockRestore();
});

test.each([
  ['payment_not_open', 409, 'ends the form', { ended: 1, calls: 1 }],
  ['internal', 500, 'is tried again when the form is used ten seconds later', { ended: 0, calls: 2 }],
] as const)('a refusal with %s, status %i, %s', async (code, status, _what, expected) => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const fetch = vi.fn(async () => Response.json({ code, message: ERROR_WORDS[code] }, { status }));
  vi.stubGlobal('fetch', fetch);
  const onEnded = vi.fn();
  const page = await mount(() => useKeptSeats('t'.repeat(28), onEnded));
  now.mockReturnValue(9_999);
  await page.act(() => page.result.keep());
  expect(fetch).toHaveBeenCalledTimes(1);
  now.mockReturnValue(10_000);
  await page.act(() => page.result.keep());
  now.mockRestore();
  expect({ ended: onEnded.mock.calls.length, calls: fetch.mock.calls.length }).toEqual(expected);
});

test('the end of the hold is announced three minutes ahead, and then the server is asked whether it has come', async () => {
  const ended = { code: 'payment_not_open', message: ERROR_WORDS.payment_not_open };
  const fetch = vi.fn(async () => Response.json(ended, { status: 409 }));
  fetch.mockResolvedValueOnce(Response.json(HELD));
  vi.stubGlobal('fetch', fetch);
  const onEnded = vi.fn();
  const page = await mount(() => useKeptSeats('t'.repeat(28), onEnded));
  const isEndingAt = async (time: string) => {
    clock.now = new Date(`2025-07-15T${time}Z`);
    await page.act(() => clock.tick());
    return page.result.isEnding;
  };
  expect(await isEndingAt('16:26:59')).toBe(false);
  expect(await isEndingAt('16:27:00')).toBe(true);
  expect(await isEndingAt('16:29:59')).toBe(true);
  expect(fetch).toHaveBeenCalledTimes(1);
  // Even less than a minute after the form was last used.
  expect(await isEndingAt('16:30:00')).toBe(false);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(onEnded).toHaveBeenCalledTimes(1);
});
