import { expect, test } from 'vitest';
import { missingWords } from './missing-words.ts';

test.each([
  [['track'], 'Needs track'],
  [['email', 'track'], 'Needs email and track'],
  [['firstName', 'lastName', 'email'], 'Needs first name, last name, and email'],
])('%j', (fields, words) => {
  expect(missingWords(fields)).toBe(words);
});
