import { expect, test } from 'vitest';
import type { Cancellation } from '#contract/cancel.ts';
import { choiceOf, confirmWords, onlySeat, seatBoxes } from './seat-choice.ts';

const cancellation = {
  people: [
    { id: 7, firstName: 'Jane', lastName: 'Sample', email: 'jane@example.org', isIn: true },
    { id: 9, firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', isIn: false },
  ],
  freeSeats: 2,
} as unknown as Cancellation;

test('each seat has a box; people who were checked in keep theirs', () => {
  expect(seatBoxes(cancellation).map(({ label, stays }) => [label, stays])).toEqual([
    ['Jane Sample', 'Checked in'],
    ['Ada Sample', null],
    ['No name yet', null],
    ['No name yet', null],
  ]);
});

test('two people of the same name are told apart by their addresses', () => {
  const [jane, ada] = cancellation.people;
  const people = [{ ...jane!, firstName: 'ada' }, ada!];
  expect(seatBoxes({ ...cancellation, people, freeSeats: 0 }).map(({ label }) => label)).toEqual([
    'ada Sample (jane@example.org)',
    'Ada Sample (ada@example.org)',
  ]);
});

test('chosen boxes that no longer exist do not count', () => {
  const chosen = new Set([...seatBoxes(cancellation).map(({ key }) => key), 'person-11 Bo Sample', 'free-5']);
  expect(choiceOf(cancellation, chosen)).toEqual({ registrationIds: [9], freeSeats: 2 });
});

test('a chosen ticket that somebody else has by now is no longer chosen', () => {
  const chosen = new Set(seatBoxes(cancellation).map(({ key }) => key));
  const [jane, ada] = cancellation.people;
  const given = { ...cancellation, people: [jane!, { ...ada!, firstName: 'Zoe' }] };
  expect(choiceOf(given, chosen)).toEqual({ registrationIds: [], freeSeats: 2 });
});

test('the button says what is canceled and what comes back', () => {
  expect(confirmWords(2, '$40.00')).toBe('Cancel 2 seats and get $40.00 back');
  expect(confirmWords(1, null)).toBe('Cancel 1 seat');
});

test('the only seat of an order is chosen at once', () => {
  const [, ada] = cancellation.people;
  const chosenOf = (changes: Partial<Cancellation>) => [...onlySeat({ ...cancellation, ...changes })];
  expect(chosenOf({ people: [ada!], freeSeats: 0 })).toEqual(['person-9 Ada Sample']);
  expect(chosenOf({ people: [], freeSeats: 1 })).toEqual(['free-0']);
  expect(chosenOf({})).toEqual([]);
});
