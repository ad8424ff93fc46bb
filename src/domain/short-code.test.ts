import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseShortCode, registrationOfShortCode, shortCode } from './short-code.ts';

test('short codes of 50,000 registrations are unique, each of four unambiguous letters (R-CODE-6)', () => {
  const codes = Array.from({ length: 50_000 }, (_, index) => shortCode(index + 1));
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => !/^[2-9A-HJKMNP-Z]{4}$/.test(code))).toEqual([]);
});

test('ids and codes map one to one', () => {
  const id = fc.integer({ min: 1, max: 923_520 });
  fc.assert(fc.property(id, id, (a, b) => a === b || shortCode(a) !== shortCode(b)));
});

test('a typed code is read in any case and with spaces; anything else is null', () => {
  const code = shortCode(42);
  expect(parseShortCode(` ${code.toLowerCase().slice(0, 2)}-${code.slice(2)}`)).toBe(code);
  expect(['', 'ABC', 'ABCDE', 'AB1C', 'AB0C', 'ÄBCD'].map(parseShortCode)).toEqual(Array(6).fill(null));
});

test('a typed code decodes to its registration; anything else to null', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 923_520 }), (id) => registrationOfShortCode(shortCode(id)) === id),
  );
  const typed = `${shortCode(42).slice(0, 1)} ${shortCode(42).slice(1).toLowerCase()}`;
  expect(['', 'AB1C', '2222', typed].map(registrationOfShortCode)).toEqual([null, null, null, 42]);
});
