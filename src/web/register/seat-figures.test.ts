import { expect, test } from 'vitest';
import { event } from '#content/event.ts';
import { type CapacityDays, freeSeats, seatWords } from './seat-figures.ts';

function days(training: number, conference: number): CapacityDays {
  const day = (eventDate: string, maxCapacity: number, remaining: number) => ({
    eventDate,
    maxCapacity,
    remaining,
    currentRegistrations: maxCapacity - remaining,
    status: 'available' as const,
  });
  return [day(event.training.day, 60, training), day(event.day, 300, conference)];
}

test('a two-day package has the seats of the scarcer day', () => {
  expect([freeSeats(days(41, 9), 'both'), freeSeats(days(4, 212), 'both')]).toEqual([9, 4]);
});

test('few means less than a tenth of that day', () => {
  expect(seatWords(days(41, 30), 'conference')).toBe('30 seats left');
  expect(seatWords(days(41, 29), 'conference')).toBe('Only 29 seats left');
  expect(seatWords(days(6, 212), 'both')).toBe('6 seats left');
  expect(seatWords(days(5, 212), 'both')).toBe('Only 5 seats left');
  expect(seatWords(days(50, 29), 'both')).toBe('Only 29 seats left');
  expect(seatWords(days(1, 212), 'both')).toBe('Only 1 seat left');
  expect(seatWords(days(0, 212), 'both')).toBe('Sold out');
});

test('nothing is shown while unknown', () => {
  expect([freeSeats(null, 'both'), seatWords(null, 'both')]).toEqual([null, null]);
});
