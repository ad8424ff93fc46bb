import { expect, test } from 'vitest';
import { emailHint } from './email-hint.ts';

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmai.com', 'ada@gmail.com'],
  ['ada@gmaill.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@GMAIL.cm', 'ada@gmail.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada.b+c@yaho.com', 'ada.b+c@yahoo.com'],
])('for %s the hint is %s', (typed, meant) => {
  expect(emailHint(typed)).toBe(meant);
});

test.each([
  'ada@gmail.com',
  'ada@mail.com',
  'ada@ymail.com',
  'ada@example.org',
  'ada@',
  'ada',
  '',
  'a b@gmial.com',
])('%s gets no hint', (typed) => {
  expect(emailHint(typed)).toBe(null);
});
