import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import type { MemberValues } from '../team/member-values.ts';
import { checkRegistration } from './check-registration.ts';
import { blankValues, type FormValues, rowsFor } from './form-values.ts';
import { useRegistrationForm } from './use-registration-form.ts';

vi.mock('../boot.ts', () => ({ boot: { listings: [] } }));

afterEach(() => vi.unstubAllGlobals());

const ada: FormValues = {
  ...blankValues(),
  firstName: ' Ada ',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  phone: '303 555 0100',
  track: 'caregivers',
};

const teamOfTen = (rows: Record<number, Partial<MemberValues>>): FormValues => ({
  ...ada,
  size: 'large_group',
  teamTiming: 'now',
  others: rowsFor('large_group').map((blank, row) => ({ ...blank, ...rows[row] })),
});

const grace = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' };

test('one person is sent trimmed, with blank options as null', () => {
  expect(checkRegistration(ada)).toEqual({
    ok: true,
    registration: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.org',
      phone: '303 555 0100',
      organization: null,
      jobTitle: null,
      dietaryRestrictions: null,
      track: 'caregivers',
      eventType: 'conference',
      teamMembers: [],
    },
  });
});

test('an untouched form reports every required field', () => {
  expect(checkRegistration(blankValues())).toEqual({
    ok: false,
    problems: [
      { field: 'firstName', message: 'First name is required' },
      { field: 'lastName', message: 'Last name is required' },
      { field: 'email', message: 'Valid email is required' },
      { field: 'phone', message: 'Phone number is required' },
      { field: 'track', message: 'Choose a track: caregivers or professionals' },
    ],
  });
});

test('named members follow the leader, and blank rows are dropped', () => {
  const checked = checkRegistration(teamOfTen({ 1: grace, 4: { firstName: '  ' } }));
  expect(checked.ok && checked.registration.teamMembers).toEqual([
    { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', track: 'caregivers' },
    { ...grace, track: null },
  ]);
});

test('a partly filled row is refused at its position on the page', () => {
  expect(
    checkRegistration(teamOfTen({ 1: grace, 7: { track: 'professionals', firstName: 'Mary' } })),
  ).toEqual({
    ok: false,
    problems: [
      { field: 'others.7.lastName', message: 'Last name is required' },
      { field: 'others.7.email', message: 'Valid email is required' },
    ],
  });
});

test('a problem of the leader is reported once, at the main field', () => {
  expect(checkRegistration({ ...teamOfTen({ 0: grace }), email: 'ada@' })).toEqual({
    ok: false,
    problems: [{ field: 'email', message: 'Valid email is required' }],
  });
});

test('“later” drops all rows, even partly filled ones', () => {
  const checked = checkRegistration({ ...teamOfTen({ 0: { firstName: 'Grace' } }), teamTiming: 'later' });
  expect(checked.ok && checked.registration.teamMembers).toEqual([]);
});

test('a team without names is the same as “later”', () => {
  const checked = checkRegistration(teamOfTen({}));
  expect(checked.ok && checked.registration.teamMembers).toEqual([]);
});

test('a pasted list whose people have no seats yet is refused, unless nobody is to be named now', () => {
  const listed = { ...teamOfTen({ 1: grace }), pastedList: 'Ana Sample, ana@example.org' };
  expect(checkRegistration({ ...listed, email: 'ada@' })).toEqual({
    ok: false,
    problems: [
      { field: 'email', message: 'Valid email is required' },
      { field: 'pastedList', message: 'Fill the seats from your list, or clear it to continue.' },
    ],
  });
  const full = {
    ...listed,
    others: listed.others.map((blank, row) => ({ ...blank, ...grace, email: `g${row}@example.org` })),
  };
  expect(checkRegistration(full)).toEqual({
    ok: false,
    problems: [
      {
        field: 'pastedList',
        message: 'No seat is left for the people in your list. Clear it to continue.',
      },
    ],
  });
  const others: Partial<FormValues>[] = [
    {},
    { pastedList: ' \n' },
    { teamTiming: 'later' },
    { size: 'individual' },
  ];
  expect(others.map((one) => checkRegistration({ ...listed, ...one }).ok)).toEqual([false, true, true, true]);
});

test('a form with a code that was not applied is not sent, although its fields are right', async () => {
  const form = await mount(useRegistrationForm);
  await form.act(() => form.result.restore(ada));
  expect(form.result.check([])).toMatchObject({ firstName: 'Ada' });
  const unused = { fieldId: 'couponCode', message: 'Apply this code, or clear the field.' };
  await form.act(() => expect(form.result.check([unused])).toBeNull());
  expect([form.result.errors, form.result.attempt]).toEqual([[unused], 1]);
});
