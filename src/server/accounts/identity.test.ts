import { expect, test } from 'vitest';
import { identityOf, isEmailVouchedFor } from './identity.ts';

const GOOGLE = 'https://accounts.google.com';
const MICROSOFT = 'https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0';

test('claims become a person', () => {
  const claims = {
    email: 'Maria.Lopez@Example.org',
    email_verified: true,
    given_name: 'Maria',
    family_name: 'Lopez',
    picture: 'https://pictures.example.org/1',
  };
  expect(identityOf(GOOGLE, '7', claims)).toEqual({
    issuer: GOOGLE,
    subject: '7',
    email: 'maria.lopez@example.org',
    isEmailVerified: true,
    firstName: 'Maria',
    lastName: 'Lopez',
    pictureUrl: 'https://pictures.example.org/1',
  });
});

test('a full name replaces missing parts; nothing replaces what is missing or not text', () => {
  const named = identityOf(GOOGLE, '7', { name: 'Ana María Núñez', email: 7 });
  expect([named.firstName, named.lastName, named.email, named.pictureUrl]).toEqual([
    'Ana',
    'María Núñez',
    null,
    null,
  ]);
  expect(identityOf(GOOGLE, '7', {}).firstName).toBeNull();
});

test('look-alike letters stay unchanged', () => {
  // The Kelvin sign, which lower-casing would turn into a plain k.
  expect(identityOf(GOOGLE, '7', { email: 'des\u212A@example.org' }).email).toBe('des\u212A@example.org');
});

test.each([
  [GOOGLE, { email_verified: true }, true],
  [GOOGLE, { email_verified: 'true' }, false],
  [GOOGLE, { email_verified: false }, false],
  [GOOGLE, {}, false],
  [GOOGLE, { xms_edov: true }, false],
  ['https://login.microsoftonline.com.evil.example/', { xms_edov: true }, false],
  [MICROSOFT, { xms_edov: true }, true],
  [MICROSOFT, { xms_edov: '1' }, true],
  [MICROSOFT, { xms_edov: false }, false],
  [MICROSOFT, { xms_edov: '0' }, false],
  [MICROSOFT, {}, false],
])('%s with %j counts as verified: %s', (issuer, claims, expected) => {
  expect(isEmailVouchedFor(issuer, claims)).toBe(expected);
});

test.each([
  'admin',
  '@example.org',
  'admin@',
  'a@b@example.org',
  ' admin@example.org',
  'admin@example.org\u0000',
  'admin@example.org\r\nBcc: x@example.org',
  `${'a'.repeat(250)}@example.org`,
])('%j is not accepted as an address', (email) => {
  expect(identityOf(GOOGLE, '7', { email }).email).toBeNull();
});

test('names lose characters that databases and mail headers reject, and are cut to length', () => {
  const { firstName, lastName } = identityOf(GOOGLE, '7', {
    given_name: 'A\u0000na\r\n',
    family_name: 'x'.repeat(999),
  });
  expect([firstName, lastName]).toEqual(['Ana', 'x'.repeat(254)]);
});
