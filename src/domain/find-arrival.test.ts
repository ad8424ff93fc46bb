import { expect, test } from 'vitest';
import { schedule } from '#content/schedule.ts';
import { findArrival } from './find-arrival.ts';

test('tickets for the conference day have a door time', () => {
  expect(findArrival(schedule, [{ day: '2025-09-19' }, { day: schedule.day }])?.from).toBe('08:00');
  expect(findArrival(schedule, [{ day: '2025-09-19' }])).toBe(null);
  const items = schedule.items.filter(({ kind }) => kind !== 'arrival');
  expect(findArrival({ ...schedule, items }, [{ day: schedule.day }])).toBe(null);
});
