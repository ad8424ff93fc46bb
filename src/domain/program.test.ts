import { expect, test } from 'vitest';
import { schedule } from '#content/schedule.ts';
import { momentsOf } from './program.ts';

test('waits and program items cover the day without gaps', () => {
  const moments = momentsOf(schedule.items);
  expect(moments[0]!.from).toBe('00:00');
  expect(moments.slice(1).map((one) => one.from)).toEqual(moments.slice(0, -1).map((one) => one.to));
  expect(moments.at(-1)!.to).toBe('17:00');
  expect(moments.every((one) => one.from < one.to)).toBe(true);
});

test('a wait names the next item', () => {
  const waits = momentsOf(schedule.items).filter((one) => one.isWait);
  expect(waits.map(({ from, to, item }) => [from, to, item.title])).toEqual([
    ['00:00', '08:00', 'Doors and check-in'],
    ['10:00', '10:15', 'Keynote: how grooming works, and where it can be stopped'],
  ]);
});
