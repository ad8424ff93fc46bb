import { expect, onTestFinished, test, vi } from 'vitest';
import { keepTurning, type Rotation, type RotationAction, rotate } from './rotation.ts';

const start: Rotation = { selected: 0, isStarted: true, isHeld: false };
const tick: RotationAction = { type: 'tick', count: 4 };
const after = (...actions: RotationAction[]) => actions.reduce(rotate, start);

test('the last topic is followed by the first', () => {
  expect([tick, tick, tick, tick].map((_, index, all) => after(...all.slice(0, index + 1)).selected)).toEqual(
    [1, 2, 3, 0],
  );
});

test('the topics wait until it is known whether motion is allowed', () => {
  const unknown: Rotation = { ...start, isStarted: null };
  expect(rotate(unknown, tick).selected).toBe(0);
  expect(rotate(rotate(unknown, { type: 'start' }), tick).selected).toBe(1);
  expect(rotate(rotate(unknown, { type: 'stop' }), tick).selected).toBe(0);
});

test('the topics pause while the pointer or the focus is on them, then continue from there', () => {
  const held = after({ type: 'hold', isHeld: true }, { type: 'select', index: 2 }, tick, tick);
  expect(held.selected).toBe(2);
  expect([{ type: 'hold', isHeld: false } as const, tick].reduce(rotate, held).selected).toBe(3);
});

test('topics that the visitor stopped do not resume when the pointer or the focus leaves', () => {
  const stopped = after(
    { type: 'stop' },
    { type: 'hold', isHeld: true },
    { type: 'hold', isHeld: false },
    tick,
  );
  expect(stopped).toEqual({ selected: 0, isStarted: false, isHeld: false });
  expect([{ type: 'start' } as const, tick].reduce(rotate, stopped).selected).toBe(1);
});

test('the topics turn every 4000 ms until they are ended', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let turns = 0;
  const end = keepTurning(() => turns++);
  vi.advanceTimersByTime(3999);
  expect(turns).toBe(0);
  vi.advanceTimersByTime(1);
  expect(turns).toBe(1);
  vi.advanceTimersByTime(4000);
  expect(turns).toBe(2);
  end();
  vi.advanceTimersByTime(40_000);
  expect(turns).toBe(2);
});
