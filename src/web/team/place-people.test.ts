import { expect, test } from 'vitest';
import { blankMember, type MemberValues } from './member-values.ts';
import { placePeople } from './place-people.ts';

const person = (firstName: string) => ({
  firstName,
  lastName: 'Sample',
  email: `${firstName.toLowerCase()}@example.org`,
  track: '' as const,
});

/** Lee has a seat; four rows follow. */
function rowsOf(typed: readonly MemberValues[], ...names: string[]) {
  const rows = [...typed, ...Array.from({ length: 4 - typed.length }, blankMember)];
  return placePeople({ seated: [person('Lee')], rows }, names.map(person)).map(({ row }) => row);
}

test('people get the blank rows in order, and typed rows stay', () => {
  expect(rowsOf([], 'Ana', 'Bo')).toEqual([0, 1]);
  const begun = { ...blankMember(), email: 'half@example.org' };
  expect(rowsOf([blankMember(), begun], 'Ana', 'Bo')).toEqual([0, 2]);
});

test('people already in the team get no second seat, and people beyond the last row get none', () => {
  expect(rowsOf([person('Ada')], 'LEE', 'Ada', 'Bo')).toEqual(['in_team', 'in_team', 1]);
  expect(rowsOf([], 'Ana', 'Bo', 'Cy', 'Di', 'Eli')).toEqual([0, 1, 2, 3, 'no_seat']);
});
