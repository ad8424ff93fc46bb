import { expect, test } from 'vitest';
import type { DoorRegistration } from '#contract/check-in.ts';
import { bandOf, bandOfRefusal } from './band-state.ts';

const person: DoorRegistration = {
  id: 7,
  orderId: 3,
  firstName: 'Amara',
  lastName: 'Okafor',
  email: 'amara@example.org',
  track: 'caregivers',
  dietaryRestrictions: 'Vegan',
  isOrganizer: true,
  eventType: 'conference',
  packageLabel: 'Individual Package',
  checkedIn: false,
  checkedInAt: null,
  checkedInBy: null,
  checkedInDoor: null,
  notes: [],
};

test('a valid ticket may be admitted', () => {
  const response = { valid: true, message: 'Valid', reason: 'valid', registration: person } as const;
  expect(bandOf(response, 'T1')).toEqual({ kind: 'valid', person, registrationId: 7, token: 'T1' });
});

test.each([null, { ...person, checkedIn: true, checkedInAt: '2025-09-20T14:05:00.000Z' }])(
  'a used ticket says when, where and by whom, in the server’s words',
  (registration) => {
    const message = 'Already checked in at 8:05 AM, Main entrance, by Maria.';
    const response = { valid: false, message, reason: 'already_checked_in', registration } as const;
    expect(bandOf(response, 'T1')).toEqual({ kind: 'used', person: registration, detail: message });
  },
);

test('any other result is refused with the server’s sentence', () => {
  const message = 'This ticket is for September 20.';
  expect(bandOf({ valid: false, message, reason: 'wrong_day', registration: person }, 'T1')).toEqual({
    kind: 'refused',
    person,
    message,
  });
  expect(bandOf({ valid: false, message: 'No', reason: 'unknown', registration: null }, 'T1')).toEqual({
    kind: 'refused',
    person: null,
    message: 'No',
  });
});

test('a refused check-in changes the band only if the ticket is the reason', () => {
  const codes = [
    ...['already_checked_in', 'ticket_wrong_day', 'ticket_replaced', 'changed_meanwhile'],
    ...['internal', 'unreachable'],
  ];
  const refusals = codes.map((code) => bandOfRefusal({ code, sentence: `about ${code}` }, person));
  expect(refusals).toEqual([
    { kind: 'used', person, detail: 'about already_checked_in' },
    { kind: 'refused', person, message: 'about ticket_wrong_day' },
    { kind: 'refused', person, message: 'about ticket_replaced' },
    { kind: 'refused', person, message: 'about changed_meanwhile' },
    null,
    null,
  ]);
});
