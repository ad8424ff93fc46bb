import { describe, expect, test } from 'vitest';
import {
  type AttendeeFields,
  canAddAttendee,
  completeness,
  isSamePerson,
  missingFields,
  nameAmong,
  needsTrack,
  seatsInUse,
  withoutLeader,
} from './attendee.ts';

const ada: AttendeeFields = {
  firstName: 'Ada',
  lastName: 'Sample',
  email: 'ada@example.org',
  track: 'caregivers',
};

describe('completeness (R-ATTENDEE-2)', () => {
  test.each<[string, Partial<AttendeeFields>, string[]]>([
    ['every field', {}, []],
    ['no first name', { firstName: '' }, ['firstName']],
    ['a blank last name', { lastName: ' \t' }, ['lastName']],
    ['no address', { email: '' }, ['email']],
    ['a blank address', { email: ' ' }, ['email']],
    ['no track', { track: null }, ['track']],
    ['an unknown track', { track: 'teens' as never }, ['track']],
    [
      'nothing',
      { firstName: '', lastName: '', email: '', track: null },
      ['firstName', 'lastName', 'email', 'track'],
    ],
  ])('a conference attendee with %s lacks %j', (_name, changes, missing) => {
    expect(missingFields({ ...ada, ...changes }, 'conference')).toEqual(missing);
  });

  test.each([
    ['conference', true, ['track']],
    ['both', true, ['track']],
    ['trainer', false, []],
  ] as const)('%s needs a track: %s', (eventType, needed, missing) => {
    expect(needsTrack(eventType)).toBe(needed);
    expect(missingFields({ ...ada, track: null }, eventType)).toEqual(missing);
  });

  const team = (count: number, last: Partial<AttendeeFields> = {}) => [
    ...Array<AttendeeFields>(count - 1).fill(ada),
    { ...ada, ...last },
  ];

  test.each([
    ['nobody', [], 1, 'conference', 'needed'],
    ['nobody of ten', [], 10, 'both', 'needed'],
    ['one of one', team(1), 1, 'conference', 'complete'],
    ['one of one, no track', team(1, { track: null }), 1, 'conference', 'partial'],
    ['one of one, no track, training only', team(1, { track: null }), 1, 'trainer', 'complete'],
    ['one of ten', team(1), 10, 'conference', 'partial'],
    ['nine of ten', team(9), 10, 'conference', 'partial'],
    ['ten of ten', team(10), 10, 'conference', 'complete'],
    ['ten of ten, the last without an address', team(10, { email: '' }), 10, 'conference', 'partial'],
    ['more than the seats', team(6), 5, 'both', 'complete'],
  ] as const)('depends on people and seats: %s', (_name, attendees, seats, eventType, expected) => {
    expect(completeness(attendees, { seats, eventType })).toBe(expected);
  });
});

test.each([
  [10, 1, 'partial', true],
  [10, 0, 'needed', true],
  [10, 9, 'partial', true],
  [10, 10, 'partial', false],
  [10, 11, 'partial', false],
  [10, 10, 'complete', false],
  [10, 3, 'complete', false],
  [1, 0, 'needed', false],
  [1, 1, 'complete', false],
  [5, 4, 'partial', true],
] as const)(
  'of %i seats %i named, %s: naming one more is allowed: %s (R-ATTENDEE-3)',
  (seats, named, status, expected) => {
    expect(canAddAttendee({ seats, named, status })).toBe(expected);
  },
);

describe('the leader at the top of the list (R-ATTENDEE-1)', () => {
  const bo = { firstName: 'Bo', lastName: 'Sample', email: 'bo@example.org' };

  test('is left out', () => {
    expect(withoutLeader(ada, [ada, bo])).toEqual([bo]);
  });

  test('is recognized whatever the case and surrounding spaces', () => {
    const typed = { firstName: ' ADA', lastName: 'sample ', email: ' Ada@Example.org ' };
    expect(withoutLeader(ada, [typed, bo])).toEqual([bo]);
  });

  test.each([
    ['another first name at the same address', { firstName: 'Cleo' }],
    ['another last name at the same address', { lastName: 'Specimen' }],
    ['the same name at another address', { email: 'ada@example.com' }],
  ])('%s is another person', (_name, changes) => {
    const other = { ...ada, ...changes };
    expect(withoutLeader(ada, [other, bo])).toEqual([other, bo]);
  });

  test('is left out only at the top, and only once', () => {
    expect(withoutLeader(ada, [bo, ada])).toEqual([bo, ada]);
    expect(withoutLeader(ada, [ada, ada])).toEqual([ada]);
  });

  test('an empty list stays empty, and the input is not changed', () => {
    const given = [ada, bo];
    expect(withoutLeader(ada, [])).toEqual([]);
    withoutLeader(ada, given);
    expect(given).toEqual([ada, bo]);
  });
});

test.each([
  ['case', { firstName: 'JANE' }, true],
  ['blanks', { lastName: '  van   Doe ' }, true],
  ['the case of the address', { email: 'Jane@Example.org' }, true],
  ['another first name', { firstName: 'June' }, false],
  ['another last name', { lastName: 'Doe' }, false],
  ['another address', { email: 'jane@example.com' }, false],
])('with %s changed to %j, it is the same person: %s', (_, changes, isSame) => {
  const jane = { firstName: 'Jane', lastName: 'van Doe', email: 'jane@example.org' };
  expect(isSamePerson(jane, { ...jane, ...changes })).toBe(isSame);
});

test('a name that another of these people has, in any case, comes with its address', () => {
  const namesake = { ...ada, firstName: 'ADA', email: 'ada@example.com' };
  expect(nameAmong(ada, [ada, { ...ada, firstName: 'Bo' }])).toBe('Ada Sample');
  expect(nameAmong(ada, [ada, namesake])).toBe('Ada Sample (ada@example.org)');
});

test('an accented letter is the same however it is composed (R-ATTENDEE-5)', () => {
  const composed = { firstName: 'Zo\u00eb', lastName: 'Doe', email: 'zoe@example.org' };
  expect(isSamePerson(composed, { ...composed, firstName: 'Zoe\u0308' })).toBe(true);
});

describe('the seats in use', () => {
  const order = { teamMemberCount: 10, seatsReturned: 2 };
  test.each([
    ['pending', 8],
    ['completed', 8],
    ['partially_refunded', 8],
    ['review', 8],
    ['refunded', 0],
    ['expired', 0],
    ['cancelled', 0],
    ['failed', 0],
  ] as const)('of a %s order are %i, and nobody is missing if there are none', (paymentStatus, seats) => {
    expect(seatsInUse({ ...order, paymentStatus })).toBe(seats);
    expect(completeness([], { seats, eventType: 'conference' })).toBe(seats === 0 ? 'complete' : 'needed');
  });
});
