import { expect, test } from 'vitest';
import { centsOf, countOf, endOfChosenDay, saidEnd } from './end-of-day.ts';

test('a day ends with its last instant in the event’s zone, in summer and in winter', () => {
  expect(endOfChosenDay('2025-08-01')?.toISOString()).toBe('2025-08-02T06:00:00.000Z');
  expect(endOfChosenDay('2025-12-01')?.toISOString()).toBe('2025-12-02T07:00:00.000Z');
  expect(endOfChosenDay('')).toBeUndefined();
});

test('the end of a day is said as that day, any other end as it is', () => {
  expect(saidEnd(new Date('2025-09-01T06:00:00Z'))).toBe('Aug 31, 2025, 11:59 PM MDT');
  expect(saidEnd(new Date('2025-12-02T07:00:00Z'))).toBe('Dec 1, 2025, 11:59 PM MST');
  expect(saidEnd(new Date('2025-09-01T18:00:00Z'))).toBe('Sep 1, 2025, 12:00 PM MDT');
});

test.each([
  ['12.50', 1250],
  ['0.01', 1],
  ['19.99', 1999],
  ['20', 2000],
  ['', undefined],
  ['1.234', Number.NaN],
  ['-1', Number.NaN],
  ['ten', Number.NaN],
])('%j dollars are %j cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test.each([
  ['100', 100],
  [' 5 ', 5],
  ['', undefined],
  ['1.5', Number.NaN],
])('%j counts %j', (text, count) => {
  expect(countOf(text)).toBe(count);
});
