import { expect, test } from 'vitest';
import { schedule } from '#content/schedule.ts';
import { doorsOpen } from './doors-open.ts';

test('tickets for the conference day have a door time', () => {
  expect(doorsOpen(schedule, [{ day: '2025-09-19' }, { day: schedule.day }])).toBe('08:00');
  expect(doorsOpen(schedule, [{ day: '2025-09-19' }])).toBe(null);
  const items = schedule.items.filter(({ kind }) => kind !== 'arrival');
  expect(doorsOpen({ ...schedule, items }, [{ day: schedule.day }])).toBe(null);
});
