import { expect, test } from 'vitest';
import { defaultEnd, typedInstant } from './typed-instant.ts';

const event = { zone: 'America/Denver', closesAt: '2025-09-21T00:00:00-06:00' };

test('phones work until the evening of the event day, or of today once that is over', () => {
  expect(defaultEnd(event, new Date('2025-09-01T12:00:00Z'))).toBe('2025-09-20T23:59');
  expect(defaultEnd(event, new Date('2025-09-22T03:00:00Z'))).toBe('2025-09-21T23:59');
});

test('a typed day and time are in the event’s time zone, not the device’s', () => {
  expect(typedInstant(event.zone, '2025-09-20T08:30')).toBe('2025-09-20T14:30:00.000Z');
  expect(['', '2025-09-20', 'T08:30'].map((typed) => typedInstant(event.zone, typed))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
