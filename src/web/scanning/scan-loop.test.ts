import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startScanLoop } from './scan-loop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watch(detect: () => Promise<string | null>) {
  const heard: string[] = [];
  const stop = startScanLoop({
    detect,
    onCode: (text) => heard.push(`code ${text}`),
    onSilence: () => heard.push('silence'),
    onFailure: (error) => heard.push(`failure ${(error as Error).message}`),
  });
  return { heard, stop };
}

test('a fast detector runs 25 times a second', async () => {
  let looks = 0;
  const { stop } = watch(async () => {
    looks += 1;
    return null;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(looks).toBe(25);
  stop();
});

test('a slow detector runs again only after it has finished', async () => {
  let looks = 0;
  const { stop } = watch(async () => {
    looks += 1;
    await new Promise((response) => setTimeout(response, 200));
    return null;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(looks).toBe(5);
  stop();
});

test('ten seconds without a code are reported once, and scanning continues', async () => {
  let looks = 0;
  const { heard, stop } = watch(async () => {
    looks += 1;
    return null;
  });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(heard).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual(['silence']);
  const before = looks;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(heard).toEqual(['silence']);
  expect(looks).toBe(before + 500);
  stop();
});

test('the limit also applies if a detector never finishes', async () => {
  const { heard, stop } = watch(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard).toEqual(['silence']);
  stop();
});

test('a code starts a new wait of ten seconds', async () => {
  let looks = 0;
  const { heard, stop } = watch(async () => {
    looks += 1;
    return looks === 101 ? 'TICKET' : null;
  });
  await vi.advanceTimersByTimeAsync(13_999);
  expect(heard).toEqual(['code TICKET']);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual(['code TICKET', 'silence']);
  stop();
});

test('once stopped it neither scans nor reports, even with a result pending', async () => {
  let looks = 0;
  const { heard, stop } = watch(async () => {
    looks += 1;
    await new Promise((response) => setTimeout(response, 30));
    return 'LATE';
  });
  await vi.advanceTimersByTimeAsync(10);
  stop();
  await vi.advanceTimersByTimeAsync(30_000);
  expect({ looks, heard }).toEqual({ looks: 1, heard: [] });
});

test('stopping in the callback ends the loop', async () => {
  let looks = 0;
  const stop = startScanLoop({
    detect: async () => {
      looks += 1;
      return 'TICKET';
    },
    onCode: () => stop(),
    onSilence: () => {},
    onFailure: () => {},
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks).toBe(1);
});

test('a failing detector ends the loop and reports why', async () => {
  let looks = 0;
  const { heard } = watch(async () => {
    looks += 1;
    throw new Error('no wasm');
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect({ looks, heard }).toEqual({ looks: 1, heard: ['failure no wasm'] });
});
