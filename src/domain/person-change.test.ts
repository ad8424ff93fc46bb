import { expect, test } from 'vitest';
import { ERASED } from './erased.ts';
import { personChange, secondHalf } from './person-change.ts';

const ana = { firstName: 'Ana', lastName: 'Núñez', email: 'ana@example.org' };

test.each([
  ['nothing', ana],
  ['the name', { ...ana, lastName: 'Okafor' }],
  ['the address', { ...ana, email: 'ana.nunez@example.com' }],
  ['an accent and the address', { ...ana, lastName: 'Nunez', email: 'ana@example.com' }],
  ['case, spaces and the address', { firstName: ' ANA', lastName: 'núñez ', email: 'ana@example.com' }],
  [
    'how the name is split, and the address',
    { firstName: 'Ana Nú', lastName: 'ñez', email: 'a@example.com' },
  ],
  [
    'the name and the case of the address',
    { firstName: 'Anna', lastName: 'Núñez', email: 'Ana@Example.org' },
  ],
])('a change of %s corrects the same person (R-ATTENDEE-6)', (_what, after) => {
  expect(personChange(ana, after)).toBe('correction');
});

test('a new name with a new address is another person (R-ATTENDEE-6)', () => {
  const ben = { firstName: 'Ben', lastName: 'Núñez', email: 'ben@example.org' };
  expect(personChange(ana, ben)).toBe('another_person');
});

test('whoever follows somebody who was erased is another person (R-ATTENDEE-6)', () => {
  expect(personChange(ERASED, { ...ana, email: ERASED.email })).toBe('another_person');
  // She was named at the door, in the order of an erased buyer.
  expect(personChange({ ...ana, email: ERASED.email }, ana)).toBe('correction');
});

const renamed = { ...ana, lastName: 'Okafor' };
const moved = { ...ana, email: 'ana.nunez@example.com' };
test.each([
  ['a name after nothing', renamed, [], null],
  ['a name after a name', renamed, [['firstName', 'track']], null],
  ['a name after an address', renamed, [['track'], ['email']], 'firstName'],
  ['an address after an address', moved, [['email']], null],
  ['an address after a name', moved, [['lastName']], 'email'],
  ['an accent after an address', { ...ana, lastName: 'Nunez' }, [['email']], null],
  ['both after either', { ...renamed, email: moved.email }, [['email'], ['lastName']], null],
])('whether %s completes a change of person is recognized (R-TICKET-3)', (_, after, earlier, field) => {
  expect(secondHalf(ana, after, earlier)).toBe(field);
});
