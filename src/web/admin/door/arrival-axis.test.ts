import { expect, test } from 'vitest';
import { atLeastAnHour, scaleTop, timeLabels } from './arrival-axis.ts';

const slots = (first: string, ...arrived: number[]) =>
  arrived.map((count, index) => ({
    from: new Date(Date.parse(first) + index * 300_000).toISOString(),
    arrived: count,
  }));
const at = '2025-09-20T13:40:00Z';

test.each([
  [[0], 5],
  [[3, 7, 2], 7],
  [[10], 10],
  [[26], 30],
  [[51], 60],
  [[101], 125],
])('a maximum of %j people needs a scale to %i', (arrived, top) => {
  expect(scaleTop(slots(at, ...arrived))).toBe(top);
});

test('the axis covers at least the hour before the latest arrivals; a full hour is unchanged', () => {
  const hour = atLeastAnHour(slots(at, 8));
  expect([hour.length, hour[0]!.from, hour.at(-1)]).toEqual([
    12,
    '2025-09-20T12:45:00.000Z',
    { from: '2025-09-20T13:40:00.000Z', arrived: 8 },
  ]);
  expect(hour.slice(0, -1).every(({ arrived }) => arrived === 0)).toBe(true);
  expect(atLeastAnHour(hour)).toEqual(hour);
});

test('an hour is labeled every quarter, in the time of the event', () => {
  expect(timeLabels(slots(at, ...Array<number>(12).fill(1)), 'America/Denver')).toEqual([
    { text: '7:45', place: 1 / 12 },
    { text: '8:00', place: 4 / 12 },
    { text: '8:15', place: 7 / 12 },
    { text: '8:30', place: 10 / 12 },
  ]);
});

test('a long day has no more labels than fit', () => {
  const day = timeLabels(slots('2025-09-20T12:00:00Z', ...Array<number>(144).fill(0)), 'America/Denver');
  expect(day.map(({ text }) => text)).toEqual(['6:00', '8:00', '10:00', '12:00', '2:00', '4:00']);
});
