import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startContacts } from './contact-loop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that responds on command. */
function start() {
  const under: ((hasSucceeded: boolean) => void)[] = [];
  let count = 0;
  const loop = startContacts(
    () => {
      count += 1;
      return new Promise((resolve) => under.push(resolve));
    },
    () => 5_000,
  );
  return {
    loop,
    count: () => count,
    async answer(hasSucceeded: boolean) {
      under.shift()!(hasSucceeded);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('a phone makes contact at once, and again after the pause', async () => {
  const { answer, count } = start();
  await answer(true);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(count()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(count()).toBe(2);
});

test('a request during a contact causes one more contact right after it', async () => {
  const { loop, answer, count } = start();
  loop.now();
  loop.now();
  expect(count()).toBe(1);
  await answer(true);
  expect(count()).toBe(2);
  await answer(true);
  expect(count()).toBe(2);
});

test('a phone backs off after failures, up to fifteen seconds, until it succeeds', async () => {
  const { answer, count } = start();
  const waits: number[] = [];
  for (let failure = 0; failure < 6; failure += 1) {
    await answer(false);
    const [before, from] = [count(), Date.now()];
    while (count() === before) await vi.advanceTimersByTimeAsync(500);
    waits.push(Date.now() - from);
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  await answer(true);
  await vi.advanceTimersByTimeAsync(5_000);
  await answer(false);
  const before = count();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(count()).toBe(before + 1);
});

test('a request during a failing contact waits for the pause, so that it cannot spin', async () => {
  const { loop, answer, count } = start();
  loop.now();
  await answer(false);
  expect(count()).toBe(1);
  loop.now();
  expect(count()).toBe(2);
});

test('once the network is back, a failing contact is repeated soon, however long the network was gone', async () => {
  const { loop, answer, count } = start();
  for (let failure = 0; failure < 5; failure += 1) {
    await answer(false);
    await vi.advanceTimersByTimeAsync(15_000);
  }
  await answer(false);
  const before = count();
  loop.afresh();
  expect(count()).toBe(before + 1);
  await answer(false);
  await vi.advanceTimersByTimeAsync(999);
  expect(count()).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(1);
  expect(count()).toBe(before + 2);
});

test('a phone makes no contact once stopped', async () => {
  const { loop, answer, count } = start();
  loop.stop();
  await answer(true);
  loop.now();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(count()).toBe(1);
});
