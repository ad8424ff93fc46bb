import { expect, test } from 'vitest';
import { event } from '#content/event.ts';
import { describeDays, eventDays, lastDayIsOver } from './event-days.ts';

test('a ticket for both days lists each day with its hours', () => {
  expect(describeDays(event.zone, eventDays(event, 'both'))).toEqual({
    list: [
      {
        title: 'Certified Digital Safety Educator',
        date: 'Friday, September 19, 2025',
        time: '9:00 AM – 5:00 PM',
      },
      { title: 'Digital Safety Summit', date: 'Saturday, September 20, 2025', time: '9:00 AM – 5:00 PM' },
    ],
    line: 'September 19–20, 2025',
  });
});

test.each([
  ['conference', 'September 20, 2025'],
  ['trainer', 'September 19, 2025'],
] as const)('the day of a %s ticket fits in one line', (eventType, line) => {
  expect(describeDays(event.zone, eventDays(event, eventType)).line).toBe(line);
});

test('days in two months fit in one line', () => {
  const moved = { ...event, training: { ...event.training, day: '2025-08-31' } };
  expect(describeDays(event.zone, eventDays(moved, 'both')).line).toBe('August 31 and September 20, 2025');
});

test.each([
  ['trainer', '2025-09-20T00:00:00-06:00'],
  ['conference', '2025-09-21T00:00:00-06:00'],
  ['both', '2025-09-21T00:00:00-06:00'],
] as const)("the last day of a %s order ends at midnight in the event's time zone", (eventType, end) => {
  const near = (ms: number) => new Date(Date.parse(end) + ms);
  expect([-1, 0].map((ms) => lastDayIsOver(event, eventType, near(ms)))).toEqual([false, true]);
});
