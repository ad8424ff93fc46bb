import { describe, expect, test } from 'vitest';
import {
  dayIn,
  endOfDay,
  formatDay,
  formatDays,
  formatInstant,
  formatTime,
  formatWallTime,
  instantOf,
} from './calendar.ts';

describe('the calendar day of an instant', () => {
  test.each([
    ['America/Denver', '2025-09-20T05:59:59.999Z', '2025-09-19'],
    ['America/Denver', '2025-09-20T06:00:00.000Z', '2025-09-20'],
    ['America/Denver', '2025-09-21T05:59:59.999Z', '2025-09-20'],
    ['America/Denver', '2025-12-21T06:59:59.999Z', '2025-12-20'],
    ['Europe/Berlin', '2025-09-19T21:59:59.999Z', '2025-09-19'],
    ['Europe/Berlin', '2025-09-19T22:00:00.000Z', '2025-09-20'],
    ['Pacific/Auckland', '2025-09-19T12:00:00.000Z', '2025-09-20'],
    ['Asia/Kathmandu', '2025-09-19T18:14:59.999Z', '2025-09-19'],
    ['Asia/Kathmandu', '2025-09-19T18:15:00.000Z', '2025-09-20'],
    ['UTC', '2024-02-29T23:59:59.999Z', '2024-02-29'],
    ['UTC', '2024-03-01T00:00:00.000Z', '2024-03-01'],
  ])('in %s, %s is %s', (zone, instant, day) => {
    expect(dayIn(zone, new Date(instant))).toBe(day);
  });
});

test.each([
  ['America/Denver', '2025-09-20', '09:20', '2025-09-20T15:20:00Z'],
  ['America/Denver', '2025-12-20', '09:20', '2025-12-20T16:20:00Z'],
  ['America/Denver', '2025-03-09', '01:59', '2025-03-09T08:59:00Z'],
  ['America/Denver', '2025-03-09', '03:00', '2025-03-09T09:00:00Z'],
  ['America/Denver', '2025-11-02', '04:00', '2025-11-02T11:00:00Z'],
  ['Asia/Kathmandu', '2025-09-20', '00:00', '2025-09-19T18:15:00Z'],
  ['Pacific/Auckland', '2025-09-28', '04:00', '2025-09-27T15:00:00Z'],
])('in %s, %s at %s is %s', (zone, day, wallTime, instant) => {
  expect(instantOf(zone, day, wallTime)).toEqual(new Date(instant));
});

const DAY_ENDS = [
  ['America/Denver', '2025-09-20', '2025-09-21T06:00:00Z', 'summer'],
  ['America/Denver', '2025-12-31', '2026-01-01T07:00:00Z', 'winter, end of year'],
  ['America/Denver', '2025-03-08', '2025-03-09T07:00:00Z', 'the eve of the short day'],
  ['America/Denver', '2025-03-09', '2025-03-10T06:00:00Z', 'the day of 23 hours'],
  ['America/Denver', '2025-11-01', '2025-11-02T06:00:00Z', 'the eve of the long day'],
  ['America/Denver', '2025-11-02', '2025-11-03T07:00:00Z', 'the day of 25 hours'],
  ['America/Denver', '2024-02-28', '2024-02-29T07:00:00Z', 'before February 29'],
  ['America/Denver', '2024-02-29', '2024-03-01T07:00:00Z', 'February 29'],
  ['America/Denver', '2025-02-28', '2025-03-01T07:00:00Z', 'a year without'],
  ['Europe/Berlin', '2025-03-29', '2025-03-29T23:00:00Z', 'the eve of the short day'],
  ['Europe/Berlin', '2025-03-30', '2025-03-30T22:00:00Z', 'the day of 23 hours'],
  ['Europe/Berlin', '2025-10-25', '2025-10-25T22:00:00Z', 'the eve of the long day'],
  ['Europe/Berlin', '2025-10-26', '2025-10-26T23:00:00Z', 'the day of 25 hours'],
  ['Pacific/Auckland', '2025-09-27', '2025-09-27T12:00:00Z', 'the eve of the short day'],
  ['Pacific/Auckland', '2025-09-28', '2025-09-28T11:00:00Z', 'the day of 23 hours'],
  ['Pacific/Auckland', '2026-04-05', '2026-04-05T12:00:00Z', 'the day of 25 hours'],
  ['Asia/Kathmandu', '2025-09-20', '2025-09-20T18:15:00Z', 'an offset of three quarters'],
  ['America/Havana', '2025-03-08', '2025-03-09T05:00:00Z', 'midnight is skipped'],
  ['America/Havana', '2025-11-01', '2025-11-02T04:00:00Z', 'midnight comes twice: the first'],
  ['America/Santiago', '2025-09-06', '2025-09-07T04:00:00Z', 'midnight is skipped'],
  ['America/Santiago', '2025-04-05', '2025-04-06T04:00:00Z', 'the last hour comes twice'],
  ['Africa/Cairo', '2025-04-24', '2025-04-24T22:00:00Z', 'midnight is skipped, east of Greenwich'],
] as const;

describe('the end of a day (R-TIME-4)', () => {
  test.each(DAY_ENDS)('in %s, %s ends at %s: %s', (zone, day, instant) => {
    expect(endOfDay(zone, day)).toEqual(new Date(instant));
  });

  test.each(DAY_ENDS)(
    'in %s, the last millisecond of %s is part of that day, the next one is not',
    (zone, day) => {
      const end = endOfDay(zone, day).getTime();
      expect(dayIn(zone, new Date(end - 1))).toBe(day);
      expect(dayIn(zone, new Date(end))).not.toBe(day);
    },
  );

  test.each(['America/Denver', 'Europe/Berlin', 'Pacific/Auckland', 'America/Havana', 'America/Santiago'])(
    'in %s, every day of two years ends where the next one begins',
    (zone) => {
      for (let noon = Date.UTC(2024, 0, 1, 12); noon < Date.UTC(2026, 0, 1); noon += 86_400_000) {
        const [day, next] = [noon, noon + 86_400_000].map((at) => new Date(at).toISOString().slice(0, 10));
        const end = endOfDay(zone, day!).getTime();
        expect([dayIn(zone, new Date(end - 1)), dayIn(zone, new Date(end))]).toEqual([day, next]);
      }
    },
  );
});

describe('instants as people read them (R-TIME-3)', () => {
  test.each([
    ['America/Denver', '2025-09-20T14:05:00Z', 'Sep 20, 2025, 8:05 AM MDT', '8:05 AM'],
    ['America/Denver', '2025-11-02T07:30:00Z', 'Nov 2, 2025, 1:30 AM MDT', '1:30 AM'],
    ['America/Denver', '2025-11-02T08:30:00Z', 'Nov 2, 2025, 1:30 AM MST', '1:30 AM'],
    ['America/Denver', '2025-11-03T00:00:00Z', 'Nov 2, 2025, 5:00 PM MST', '5:00 PM'],
    ['UTC', '2024-02-29T00:00:00Z', 'Feb 29, 2024, 12:00 AM UTC', '12:00 AM'],
  ])('in %s, %s reads %s', (zone, instant, long, short) => {
    expect(formatInstant(zone, new Date(instant))).toBe(long);
    expect(formatTime(zone, new Date(instant))).toBe(short);
  });

  test.each([
    ['2025-09-20', 'long', 'September 20, 2025'],
    ['2025-09-20', 'short', 'September 20'],
    ['2025-09-20', 'brief', 'Sep 20'],
    ['2025-09-20', 'weekday', 'Saturday, September 20, 2025'],
    ['2024-02-29', 'long', 'February 29, 2024'],
    ['2025-12-31', 'short', 'December 31'],
  ] as const)('the day %s reads, %s, %s', (day, style, text) => {
    expect(formatDay(day, style)).toBe(text);
  });

  test.each([
    [['2025-09-20'], 'short', 'September 20'],
    [['2025-09-20'], 'long', 'September 20, 2025'],
    [['2025-09-19', '2025-09-20'], 'short', 'September 19–20'],
    [['2025-09-19', '2025-09-20'], 'long', 'September 19–20, 2025'],
    [['2025-09-09', '2025-09-10', '2025-09-11'], 'short', 'September 9–11'],
    [['2025-09-05', '2025-09-20'], 'short', 'September 5 and September 20'],
    [['2025-08-31', '2025-09-01'], 'long', 'August 31 and September 1, 2025'],
  ] as const)('the days %s read, %s, %s', (days, style, text) => {
    expect(formatDays(days, style)).toBe(text);
  });
});

test('times are shown on a twelve-hour clock', () => {
  expect(['00:05', '08:00', '12:00', '16:40'].map(formatWallTime)).toEqual([
    '12:05 AM',
    '8:00 AM',
    '12:00 PM',
    '4:40 PM',
  ]);
});
