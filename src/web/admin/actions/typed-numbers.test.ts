import { expect, test } from 'vitest';
import { typedCents, typedCount } from './typed-numbers.ts';

test.each([
  ['12.50', 1250],
  ['0.01', 1],
  ['19.99', 1999],
  ['20', 2000],
  [' 8.2 ', 820],
  ['1,200', 120_000],
  ['1,234,567.5', 123_456_750],
  ['12345678', 1_234_567_800],
  ['', undefined],
  ['1,5', Number.NaN],
  ['1,000,5', Number.NaN],
  ['1.000,50', Number.NaN],
  ['1.234', Number.NaN],
  ['-1', Number.NaN],
  ['ten', Number.NaN],
])('%j dollars are %j cents', (text, cents) => {
  expect(typedCents(text)).toBe(cents);
});

test.each([
  ['100', 100],
  [' 5 ', 5],
  ['1,000', 1000],
  ['', undefined],
  ['1.5', Number.NaN],
  ['10,00', Number.NaN],
])('%j typed as a number is %j', (text, count) => {
  expect(typedCount(text)).toBe(count);
});
