import { expect, test } from 'vitest';
import { sampleEvent as event } from '#test/sample-event.ts';
import { capacityLevel, daysOf, seatsLeft } from './capacity.ts';

test.each([
  ['conference', ['2025-09-20']],
  ['trainer', ['2025-09-19']],
  ['both', ['2025-09-19', '2025-09-20']],
] as const)('%s takes seats on %j, in day order (R-SEAT-2)', (eventType, days) => {
  expect(daysOf(event, eventType)).toEqual(days);
});

test('days are sorted even when the training comes after the conference (R-SEAT-2)', () => {
  const reversed = { ...event, training: { ...event.training, day: '2025-09-21' } };
  expect(daysOf(reversed, 'both')).toEqual(['2025-09-20', '2025-09-21']);
});

test.each([
  [300, 300, 'available'],
  [300, 31, 'available'],
  [300, 30, 'available'],
  [300, 29, 'limited'],
  [300, 1, 'limited'],
  [300, 0, 'sold_out'],
  [300, -1, 'sold_out'],
  [60, 6, 'available'],
  [60, 5, 'limited'],
  [55, 6, 'available'],
  [55, 5, 'limited'],
  [5, 1, 'available'],
  [1, 1, 'available'],
  [0, 0, 'sold_out'],
] as const)('of %i seats, %i left is %s (R-SEAT-4)', (maxCapacity, remaining, level) => {
  expect(capacityLevel(maxCapacity, remaining)).toBe(level);
});

test.each([
  ['conference', 40],
  ['trainer', 7],
  ['both', 7],
] as const)('seats left for %s are those of its scarcest day: %i (R-SEAT-2)', (eventType, left) => {
  const days = [
    { eventDate: '2025-09-20', remaining: 40 },
    { eventDate: '2025-09-19', remaining: 7 },
  ];
  expect(seatsLeft(event, eventType, days)).toBe(left);
});

test('a day without a row has no seats (R-SEAT-2)', () => {
  expect(seatsLeft(event, 'both', [{ eventDate: '2025-09-20', remaining: 40 }])).toBe(0);
});
