import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { API_PATHS } from '#contract/paths.ts';
import { openChangeStream } from './change-stream.ts';

let opened: FakeSource[] = [];

class FakeSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState = FakeSource.CONNECTING;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    opened.push(this);
  }
  open() {
    this.readyState = FakeSource.OPEN;
    this.onopen?.();
  }
  fail(state: number) {
    this.readyState = state;
    this.onerror?.();
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
}

beforeEach(() => {
  opened = [];
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a stream reports changes, and whether it is open', () => {
  const onChange = vi.fn();
  const stream = openChangeStream(API_PATHS.doorStream, onChange);
  expect([opened[0]!.url, stream.isOpen()]).toEqual(['/api/door/stream', false]);
  opened[0]!.open();
  opened[0]!.dispatchEvent(new Event('change'));
  expect([stream.isOpen(), onChange.mock.calls.length]).toEqual([true, 1]);
});

test('a stream reports a break once, however often the browser retries', () => {
  const onChange = vi.fn();
  const stream = openChangeStream(API_PATHS.doorStream, onChange);
  opened[0]!.open();
  for (let failure = 0; failure < 3; failure += 1) opened[0]!.fail(FakeSource.CONNECTING);
  vi.advanceTimersByTime(60_000);
  expect([stream.isOpen(), onChange.mock.calls.length, opened.length]).toEqual([false, 1, 1]);
});

test('a refused stream is retried after half a minute, unless it was closed', () => {
  const stream = openChangeStream(API_PATHS.doorStream, () => {});
  opened[0]!.fail(FakeSource.CLOSED);
  vi.advanceTimersByTime(29_999);
  expect(opened.length).toBe(1);
  vi.advanceTimersByTime(1);
  expect(opened.length).toBe(2);
  opened[1]!.open();
  expect(stream.isOpen()).toBe(true);
  opened[1]!.fail(FakeSource.CLOSED);
  stream.close();
  vi.advanceTimersByTime(60_000);
  expect(opened.length).toBe(2);
});
