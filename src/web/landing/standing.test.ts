import { expect, test } from 'vitest';
import { standingAt } from './standing.ts';

const standing = (now: string, closedByBuild = false) =>
  Object.values(standingAt(new Date(now), closedByBuild));

test.each([
  ['2025-08-06T23:59:59Z', ['early_bird', true, false, false]],
  ['2025-08-07T00:00:00Z', ['regular', false, false, false]],
  ['2025-09-20T15:00:00Z', ['under_way', false, false, false]],
  ['2025-09-20T23:00:00Z', ['ended', false, false, true]],
  ['2025-09-21T06:00:00Z', ['past', false, true, true]],
])('at %s', (now, expected) => {
  expect(standing(now)).toEqual(expected);
});

test('closed by the build, it is not over', () => {
  expect(standing('2025-08-07T00:00:00Z', true)).toEqual(['regular', false, true, false]);
});
