import { expect, test } from 'vitest';
import { ERASED } from './erased.ts';
import {
  changedHalf,
  mayHaveSeat,
  otherHalf,
  personChange,
  REPLACED_BECAUSE,
  renewsCode,
} from './person-change.ts';

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

test.each([
  ['राम', 'रमा'],
  ['מַר', 'מֹר'],
  ['นก', 'นุ๊ก'],
])(
  'a new address and a name with other vowel signs, as in %s and %s, are another person',
  (before, after) => {
    const person = { firstName: before, lastName: 'Sample', email: 'one@example.org' };
    expect(personChange(person, { ...person, firstName: after, email: 'other@example.org' })).toBe(
      'another_person',
    );
  },
);

test('whoever follows somebody who was erased is another person (R-ATTENDEE-6)', () => {
  expect(personChange(ERASED, { ...ana, email: ERASED.email })).toBe('another_person');
  // She was named at the door, in the order of an erased buyer.
  expect(personChange({ ...ana, email: ERASED.email }, ana)).toBe('correction');
});

test.each([
  ['the name', { ...ana, lastName: 'Okafor' }, [false, false]],
  ['the case of the address', { ...ana, email: ' ANA@example.org' }, [false, false]],
  ['the address', { ...ana, email: 'ana.nunez@example.com' }, [true, false]],
  ['an accent in the address', { ...ana, email: 'aná@example.org' }, [true, false]],
  ['the person', { firstName: 'Ben', lastName: 'Okafor', email: 'ben@example.org' }, [true, true]],
])(
  'who changes %s: whether the code changes with the buyer or staff, and for a holder who keeps it (R-ATTENDEE-6)',
  (_, after, renewed) => {
    expect([false, true].map((keepsCode) => renewsCode(ana, after, keepsCode))).toEqual(renewed);
  },
);

test.each([
  ['a name', { ...ana, lastName: 'Okafor' }, ['name', 'email']],
  ['an address', { ...ana, email: 'ana.nunez@example.com' }, ['email', 'name']],
  ['an accent of the name', { ...ana, lastName: 'Nunez' }, [null, null]],
  [
    'case and accents of both',
    { firstName: 'ANA', lastName: 'Nunez', email: 'Ana@Example.org' },
    [null, null],
  ],
  ['both', { firstName: 'Ben', lastName: 'Okafor', email: 'ben@example.org' }, [null, null]],
])('a change of %s changes and leaves the halves that it should (R-TICKET-3)', (_, after, halves) => {
  expect([changedHalf(ana, after), otherHalf(ana, after)]).toEqual(halves);
});

test('only whoever has a code that an address correction replaced may still have the seat', () => {
  expect(REPLACED_BECAUSE.filter((because) => mayHaveSeat({ because }))).toEqual(['address_corrected']);
});
