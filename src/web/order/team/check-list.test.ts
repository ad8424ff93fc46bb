import { expect, test } from 'vitest';
import { checkList, type ListRow } from './check-list.ts';

let keys = 0;
const row = (firstName: string, more: Partial<ListRow> = {}): ListRow => {
  keys += 1;
  const email = `${firstName.toLowerCase()}@example.org`;
  return { key: keys, firstName, lastName: 'Sample', email, track: '', isSecondPerson: false, ...more };
};
const team = { people: [{ firstName: 'Lee', lastName: 'Sample', email: 'lee@example.org' }] as never };
const problems = (rows: readonly ListRow[], seats: number) =>
  checkList(rows, team, seats).map((one) => one && [one.kind, one.sentence]);

test('each row reports its problem', () => {
  const rows = [row('Ana'), row('Bo', { lastName: '' }), row('Cy', { email: 'cy@' }), row('LEE'), row('ana')];
  expect(problems(rows, 9)).toEqual([
    null,
    ['field', 'Last name is required'],
    ['field', 'Valid email is required'],
    ['second', 'Already on your team'],
    ['second', 'Listed twice'],
  ]);
});

test('invalid rows take no seats from valid ones, and rows beyond the last seat get none', () => {
  const rows = [row('Bo', { lastName: '' }), row('Ana'), row('Lee'), row('Cy'), row('Di')];
  expect(problems(rows, 2)).toEqual([
    ['field', 'Last name is required'],
    null,
    ['second', 'Already on your team'],
    null,
    ['no_seat', 'No seat left'],
  ]);
});

test('a second person with the same name and email is valid once confirmed', () => {
  expect(problems([row('Lee', { isSecondPerson: true })], 1)).toEqual([null]);
});
