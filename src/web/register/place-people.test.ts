import { expect, test, vi } from 'vitest';
import { blankMember, blankOthers, blankValues, type FormValues } from './form-values.ts';
import { placePeople } from './place-people.ts';

vi.mock('../boot.ts', () => ({ boot: { listings: [] } }));

const person = (firstName: string) => ({
  firstName,
  lastName: 'Sample',
  email: `${firstName.toLowerCase()}@example.org`,
  track: '' as const,
});

function teamOfFive(...others: FormValues['others']): FormValues {
  const rest = blankOthers('small_group').slice(others.length);
  return { ...blankValues(), ...person('Lee'), size: 'small_group', others: [...others, ...rest] };
}

const rowsOf = (values: FormValues, ...names: string[]) =>
  placePeople(values, names.map(person)).map(({ row }) => row);

test('people get the blank rows in order, and nothing that was typed is replaced', () => {
  expect(rowsOf(teamOfFive(), 'Ana', 'Bo')).toEqual([0, 1]);
  const begun = { ...blankMember(), email: 'half@example.org' };
  expect(rowsOf(teamOfFive(blankMember(), begun), 'Ana', 'Bo')).toEqual([0, 2]);
});

test('who is in the team already gets no second seat, and whoever comes too late gets none', () => {
  expect(rowsOf(teamOfFive(person('Ada')), 'LEE', 'Ada', 'Bo')).toEqual(['in_team', 'in_team', 1]);
  expect(rowsOf(teamOfFive(), 'Ana', 'Bo', 'Cy', 'Di', 'Eli')).toEqual([0, 1, 2, 3, 'no_seat']);
});
