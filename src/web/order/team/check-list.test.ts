import { expect, test } from 'vitest';
import type { Team } from '#contract/team.ts';
import { checkList, type ListRow, seatsForList } from './check-list.ts';

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

test('invitations keep their seats until naming is over, unless they are to end (R-TEAM-2)', () => {
  const invitations = [1, 2].map((id) => ({ id: `${id}` })) as unknown as Team['invitations'];
  const seats = (isNamingOpen: boolean, ended: number) =>
    seatsForList({ freeSeats: 3, invitations, isNamingOpen }, ended);
  expect([seats(true, 0), seats(true, 1), seats(false, 0), seats(false, 2)]).toEqual([1, 2, 3, 3]);
});
