import { expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from './errors.ts';
import { ERROR_WORDS } from './words/errors.ts';

const codes = Object.keys(ERRORS) as ErrorCode[];

test.each(codes)("%s has a refusal's status and a sentence", (code) => {
  expect([400, 401, 402, 403, 404, 405, 409, 413, 415, 429, 500, 503]).toContain(ERRORS[code]);
  expect(ERROR_WORDS[code]).toMatch(/^[A-Z]/);
});

test.each<[ErrorCode, number, string]>([
  ['registration_closed', 403, 'Registration for this event has closed as the event has concluded.'],
  ['registration_closed_early', 403, 'Registration for this event is closed.'],
  ['already_subscribed', 409, 'This email is already signed up for newsletter updates.'],
  ['forbidden', 403, 'Access Denied - This area is restricted to authorized personnel only.'],
  ['already_checked_in', 409, 'Already checked in'],
])('%s has its specified status and sentence', (code, status, sentence) => {
  expect([ERRORS[code], ERROR_WORDS[code]]).toEqual([status, sentence]);
});

test('what does not exist and what belongs to somebody else get the same sentence (R-CODE-1)', () => {
  expect([ERRORS.order_not_found, ERRORS.registration_not_found, ERRORS.not_found]).toEqual([404, 404, 404]);
});

test('each code has its own sentence', () => {
  const sentences = codes.map((code) => ERROR_WORDS[code]);
  expect(sentences.filter((one, index) => sentences.indexOf(one) !== index)).toEqual([]);
});
