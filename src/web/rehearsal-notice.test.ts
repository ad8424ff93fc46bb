import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import { RehearsalNotice } from './rehearsal-notice.tsx';

let today = '';
let tick = () => {};
vi.mock('./clock.ts', () => ({
  syncClock: () => {},
  now: () => new Date(today),
  everySecond: (look: () => void) => {
    tick = look;
    return () => {};
  },
}));

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['2025-09-18T18:00:00Z', true],
  ['2025-09-19T18:00:00Z', false],
  ['2025-09-20T18:00:00Z', false],
  ['2025-09-21T18:00:00Z', true],
])('on %s, check-in is a rehearsal: %s', async (at, isRehearsal) => {
  today = at;
  expect((await mount(RehearsalNotice)).result !== null).toBe(isRehearsal);
});

test('a desk that is left open overnight counts from the first minute of the event day', async () => {
  today = '2025-09-19T05:59:59Z';
  const page = await mount(RehearsalNotice);
  expect(page.result).not.toBeNull();
  today = '2025-09-19T06:00:00Z';
  await page.act(() => tick());
  expect(page.result).toBeNull();
});
