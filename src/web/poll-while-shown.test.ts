import { afterEach, expect, test, vi } from 'vitest';
import { pollWhileShown } from './poll-while-shown.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a hidden page does not poll, and catches up when it is shown again', () => {
  vi.useFakeTimers();
  const page = Object.assign(new EventTarget(), { hidden: true });
  vi.stubGlobal('document', page);
  const show = (isShown: boolean) => {
    page.hidden = !isShown;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const look = vi.fn();
  const end = pollWhileShown(look, 30_000);
  const looksAfter = (ms: number) => {
    vi.advanceTimersByTime(ms);
    return look.mock.calls.length;
  };
  expect(looksAfter(60_000)).toBe(0);
  show(true);
  expect([looksAfter(0), looksAfter(60_000)]).toEqual([1, 3]);
  show(false);
  expect(looksAfter(60_000)).toBe(3);
  end();
  show(true);
  expect(looksAfter(60_000)).toBe(3);
});
