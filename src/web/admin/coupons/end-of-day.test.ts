import { expect, test } from 'vitest';
import { chosenDayOf, endOfChosenDay, LAST_DAY } from './end-of-day.ts';

test('a day ends with its last instant in the event’s zone, in summer and in winter', () => {
  expect(endOfChosenDay('2025-08-01')?.toISOString()).toBe('2025-08-02T06:00:00.000Z');
  expect(endOfChosenDay('2025-12-01')?.toISOString()).toBe('2025-12-02T07:00:00.000Z');
  expect(endOfChosenDay('')).toBeUndefined();
});

test('a day that would end in a year of five digits stands for the one before', () => {
  const end = endOfChosenDay('9999-12-31')!;
  expect(end.toISOString()).toMatch(/^9999-/);
  expect(chosenDayOf(end)).toBe(LAST_DAY);
});
