import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dollars, dollarsText, signedDollars } from './dollars.ts';

/** The parsed value, or the validation messages. */
function told(schema: z.ZodMiniType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : parsed.error.issues.map((issue) => issue.message);
}

test.each([
  [0, 0],
  [20, 20_00],
  [19.99, 19_99],
  [0.1 + 0.2, 30],
  [8.2 * 3, 24_60],
  [99_999_999, 99_999_999_00],
  [-0.01, ['Amount must be non-negative']],
  [-20, ['Amount must be non-negative']],
  [20.005, ['Expected dollars and cents']],
  [0.001, ['Expected dollars and cents']],
  [100_000_000, ['That amount is too large']],
  [1e300, ['That amount is too large']],
  ['20', ['Expected an amount in dollars']],
  [Number.NaN, ['Expected an amount in dollars']],
  [Number.POSITIVE_INFINITY, ['Expected an amount in dollars']],
  [null, ['Expected an amount in dollars']],
])('%j dollars are %j cents', (value, expected) => {
  expect(told(dollars, value)).toEqual(expected);
});

test('revenue may be negative', () => {
  expect(told(signedDollars, -20.5)).toBe(-20_50);
  expect(z.encode(signedDollars, -20_50)).toBe(-20.5);
});

test.each([
  ['20.00', 20_00],
  ['0.05', 5],
  ['20', ['Expected dollars and cents']],
  ['20.005', ['Expected dollars and cents']],
  ['-1.00', ['Expected dollars and cents']],
])('the text %j is %j cents', (value, expected) => {
  expect(told(dollarsText, value)).toEqual(expected);
});

test('every amount of cents survives a round trip', () => {
  for (let cents = 0; cents < 200_00; cents += 7) {
    expect(told(dollars, z.encode(dollars, cents))).toBe(cents);
    expect(told(dollarsText, z.encode(dollarsText, cents))).toBe(cents);
  }
  expect([z.encode(dollars, 194_95), z.encode(dollarsText, 200_00)]).toEqual([194.95, '200.00']);
});
