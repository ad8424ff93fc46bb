import { beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '#test/stub-storage.ts';

let presses: typeof import('./presses.ts');

beforeEach(async () => {
  stubStorage();
  vi.stubGlobal('window', { name: '' });
  presses = await import('./presses.ts');
});

test('a press keeps its id until it is answered', () => {
  const first = presses.pressFor(7, 0);
  expect([presses.pressFor(7, 5_000), presses.pressFor(8, 5_000)]).toEqual([
    first,
    expect.not.stringMatching(first),
  ]);
  presses.settlePress(7);
  expect(presses.pressFor(7, 6_000)).not.toBe(first);
});

test('a lost press is recognized within a minute of its last try', () => {
  const id = presses.pressFor(7, 0);
  expect([59_999, 60_000].map((now) => presses.lostPressFor(7, now))).toEqual([id, null]);
  presses.pressFor(7, 50_000);
  expect(presses.lostPressFor(7, 100_000)).toBe(id);
  expect(presses.lostPressFor(8, 0)).toBeNull();
  presses.settlePress(7);
  expect(presses.lostPressFor(7, 50_000)).toBeNull();
});
