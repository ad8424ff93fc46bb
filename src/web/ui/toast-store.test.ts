import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  dismissToast,
  getToasts,
  subscribeToToasts,
  toast,
  toastDuration,
  toastHotkey,
  toastLimit,
  toastRemovalDelay,
  toastSwipeThreshold,
} from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const entry of getToasts()) dismissToast(entry.id);
  vi.advanceTimersByTime(toastRemovalDelay);
  vi.useRealTimers();
});

test('toasts follow the specified limit, times and keys', () => {
  expect({ toastLimit, toastDuration, toastRemovalDelay, toastSwipeThreshold, toastHotkey }).toEqual({
    toastLimit: 1,
    toastDuration: 5000,
    toastRemovalDelay: 1_000_000,
    toastSwipeThreshold: 50,
    toastHotkey: 'F8',
  });
});

test('a new toast replaces the visible one', () => {
  toast({ title: 'Email Sent' });
  const second = toast({ title: 'Delete Failed', description: 'Failed to delete order', tone: 'error' });
  expect(getToasts()).toEqual([
    { id: second, open: true, title: 'Delete Failed', description: 'Failed to delete order', tone: 'error' },
  ]);
});

test('a dismissed toast is closed at once and removed after the removal delay', () => {
  const id = toast({ title: 'Email Sent' });
  dismissToast(id);
  expect(getToasts()).toEqual([{ id, open: false, title: 'Email Sent' }]);
  vi.advanceTimersByTime(toastRemovalDelay - 1);
  expect(getToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(getToasts()).toEqual([]);
});

test('the removal of a replaced toast does not affect its successor', () => {
  dismissToast(toast({ title: 'First' }));
  const second = toast({ title: 'Second' });
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(toastRemovalDelay);
  expect(getToasts()).toEqual([{ id: second, open: true, title: 'Second' }]);
});

test('dismissing twice, or a removed toast, changes nothing', () => {
  const id = toast({ title: 'Email Sent' });
  dismissToast(id);
  const after = getToasts();
  dismissToast(id);
  dismissToast(id + 1);
  expect(getToasts()).toBe(after);
  expect(vi.getTimerCount()).toBe(1);
});

test('listeners are told about each change until they unsubscribe', () => {
  const heard: string[] = [];
  const leave = subscribeToToasts(() => heard.push(getToasts()[0]?.title ?? 'none'));
  toast({ title: 'First' });
  toast({ title: 'Second' });
  leave();
  toast({ title: 'Third' });
  expect(heard).toEqual(['First', 'Second']);
});
