import { expect, test } from 'vitest';
import { hasLink } from './has-link.ts';

test.each([
  'see https://bad.example/',
  'www.bad',
  'bad.example',
  'Claim it at bad.example now',
  'bad.example:8080',
  'bad.example?x=1',
  'bad。example',
  'bad․example',
  'ｂａｄ．ｃｏｍ',
  'https：／／bad',
  'bad\u200b.example',
  'b\u00adad.\u2060example',
  'пример.рф',
  'mail me@bad.example',
])('%s has a link', (text) => {
  expect(hasLink(text)).toBe(true);
});

test.each([
  'See you there. Bring lunch!',
  'Doors open at 8 a.m., talks at 9.30',
  'St. Mary’s e.V.',
  'Hi…there',
  '楽しみです。また会いましょう',
  '楽しみです．また会いましょう',
  '',
])('“%s” has none', (text) => {
  expect(hasLink(text)).toBe(false);
});
