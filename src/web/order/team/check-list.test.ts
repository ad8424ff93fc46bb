import { expect, test } from 'vitest';
import { checkList, type ListRow } from './check-list.ts';

let keys = 0;
const row = (firstName: string, more: Partial<ListRow> = {}): ListRow => {
  keys += 1;
  const email = `${firstName.toLowerCase()}@example.org`;
  return { key: keys, firstName, lastName: 'Sample', email, track: '', isSecondPerson: false, ...more };
};
const team = { people: [{ firstName: 'Lee', lastName: 'Sample', email: 'lee@example.org' }] as never };
const kinds = (rows: readonly ListRow[], seats: number) =>
  checkList(rows, team, seats).map((one) => (one?.kind === 'field' ? one.sentence : (one?.kind ?? null)));

test('each row reports its problem', () => {
  const rows = [row('Ana'), row('Bo', { lastName: '' }), row('Cy', { email: 'cy@' }), row('LEE'), row('ana')];
  expect(kinds(rows, 9)).toEqual([
    null,
    'Last name is required',
    'Valid email is required',
    'in_team',
    'twice',
  ]);
});

test('invalid rows take no seats from valid ones, and rows beyond the last seat get none', () => {
  const rows = [row('Bo', { lastName: '' }), row('Ana'), row('Lee'), row('Cy'), row('Di')];
  expect(kinds(rows, 2)).toEqual(['Last name is required', null, 'in_team', null, 'no_seat']);
});

test('a second person with the same name and email is valid once confirmed', () => {
  expect(kinds([row('Lee', { isSecondPerson: true })], 1)).toEqual([null]);
});
