import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getCheckInStats } from '#contract/check-in.ts';
import { getStats } from '#contract/stats.ts';
import { ApiError, call, sentenceOf } from './api.ts';

vi.mock('./clock.ts', () => ({ syncClock: () => {} }));

const silentServer = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_answer, refuse) => {
    signal!.addEventListener('abort', () => refuse(signal!.reason));
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refusalOf = (response: Promise<unknown>) =>
  response.then(
    () => 'answered',
    ({ code, sentence }: ApiError) => [code, sentence],
  );

test('a call without a response fails after its timeout', async () => {
  vi.stubGlobal('fetch', silentServer);
  const response = refusalOf(call(getCheckInStats, { timeLimitMs: 10_000 }));
  let isOver = false;
  void response.then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await response).toEqual([
    'unreachable',
    'The server took too long to respond. Check your connection and try again.',
  ]);
});

test.each([
  [false, 'You are offline.'],
  [true, 'The server cannot be reached.'],
])('a call that cannot be sent says why (online: %s)', async (onLine, reason) => {
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await refusalOf(call(getCheckInStats))).toEqual([
    'unreachable',
    `${reason} Check your connection and try again.`,
  ]);
});

test('a truncated response counts as none', async () => {
  vi.stubGlobal('fetch', async () => ({
    headers: new Headers(),
    text: () => Promise.reject(new TypeError('network error')),
  }));
  expect((await refusalOf(call(getCheckInStats)))[0]).toBe('unreachable');
});

test('a call that its caller aborts is not a server failure', async () => {
  vi.stubGlobal('fetch', silentServer);
  const own = new AbortController();
  const response = call(getCheckInStats, { signal: own.signal });
  own.abort();
  await expect(response).rejects.toMatchObject({ name: 'AbortError' });
});

test('a response is decoded by the contract: dollars become cents', async () => {
  const response = { totalOrders: 2, totalRevenue: 219.5, totalRegistrations: 3, pendingPayments: 0 };
  vi.stubGlobal('fetch', async () => Response.json(response));
  expect(await call(getStats)).toEqual({ ...response, totalRevenue: 219_50 });
});

test.each([
  ['<h1>Welcome</h1>', 'The server sent an unexpected response. Please try again in a moment.'],
  ['', 'The server sent an unexpected response. Please try again in a moment.'],
  // A newer server's, which adds such data as a kind of case.
  ['{"totalOrders":2}', 'This page is from an earlier version of the site. Please reload it.'],
])('%j is not a response to this call', async (text, sentence) => {
  vi.stubGlobal('fetch', async () => new Response(text));
  expect(await refusalOf(call(getStats))).toEqual(['internal', sentence]);
});

test('people read the server’s sentence, and never the message of an error that is our mistake', () => {
  const message = 'Registration has closed.';
  expect(sentenceOf(new ApiError(409, '{}', { message }))).toBe(message);
  expect(sentenceOf(new TypeError('undefined is not a function'))).toBe(
    'Something unexpected happened. Please try again.',
  );
});
