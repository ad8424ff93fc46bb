import { expect, test } from 'vitest';
import { ERASED } from '#domain/erased.ts';
import { changeWords } from './change-notice.tsx';

const ana = { firstName: 'Ana', lastName: 'Núñez', email: 'ana@example.org' };

test.each([
  ['nothing', ana, ''],
  ['a typo', { ...ana, lastName: 'Nunez' }, 'This is the same person: the ticket stays as it is.'],
  [
    'another name',
    { ...ana, lastName: 'Okafor' },
    'This is the same person: the ticket stays as it is. But if its holder has changed the address, a new ticket goes to that address.',
  ],
  [
    'another address',
    { ...ana, email: ' ana@example.com ' },
    'This is the same person: a new ticket goes to the new address, and the old one stops working immediately.',
  ],
  [
    'the same address in capitals',
    { ...ana, email: 'Ana@Example.org' },
    'This is the same person: the ticket stays as it is.',
  ],
  [
    'another person',
    { firstName: 'Ben', lastName: 'Okafor', email: 'ben@example.org' },
    'This is a different person. Ben gets a new ticket, and Ana’s stops working immediately.',
  ],
])('%s is announced before it is saved', (_what, after, words) => {
  expect(changeWords(ana, after, false)).toBe(words);
});

test('holders, and whoever is inside, keep their ticket at a new address', () => {
  expect(changeWords(ana, { ...ana, email: 'ana@example.com' }, true)).toBe(
    'This is the same person: the ticket stays as it is, and goes to the new address.',
  );
});

test('holders learn that a new ticket replaces theirs if someone else has changed the name (R-TICKET-3)', () => {
  expect(changeWords(ana, { ...ana, email: 'ana@example.com' }, true, true)).toBe(
    'This is the same person: the ticket stays as it is, and goes to the new address. But if someone else has changed the name, a new ticket goes there, and this one stops working immediately.',
  );
  expect(changeWords(ana, { ...ana, lastName: 'Okafor' }, true, true)).toBe(
    'This is the same person: the ticket stays as it is.',
  );
});

test('nothing is announced about somebody who was erased until something is typed', () => {
  expect(changeWords(ERASED, ERASED, false)).toBe('');
  expect(changeWords(ERASED, { ...ERASED, firstName: 'Ben' }, false)).toMatch(
    'This is a different person. Ben gets',
  );
});
