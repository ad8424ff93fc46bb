import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  centsFromDollars,
  dollarsFromCents,
  formatAmount,
  formatUsd,
  PROVIDER_MINIMUM,
  percentOf,
  splitByLargestRemainder,
} from './money.ts';

/** The torture check uses a hundred thousand. */
const RUNS = { numRuns: 2_000 };
/** As much as a `decimal(10,2)` column holds. */
const cents = () => fc.integer({ min: 0, max: 99_999_999_99 });
const percent = () => fc.integer({ min: 1, max: 100 });
/** A float, as JSON parses it. */
const thousandths = () => fc.integer({ min: 1, max: 100_000 });

describe('percentOf (R-PRICE-3)', () => {
  test.each([
    [0, 50, 0],
    [1, 1, 0],
    [1, 49, 0],
    [1, 50, 1],
    [1, 51, 1],
    [3, 50, 2],
    [50, 1, 1],
    [49, 1, 0],
    [149, 1, 1],
    [150, 1, 2],
    [20_00, 10, 2_00],
    [20_00, 100, 20_00],
    [19_99, 33, 6_60],
    [19_95, 10, 2_00],
    [19_94, 10, 1_99],
    [792_00, 15, 118_80],
    [99_999_999_99, 100, 99_999_999_99],
    [99_999_999_99, 1, 1_000_000_00],
    // Half a cent is rounded up, even if the share itself has a fraction.
    [20_00, 12.5, 2_50],
    [20, 12.5, 3],
    [19, 12.5, 2],
    [792_00, 33.333, 264_00],
    [200_00, 0.001, 0],
    [500_00, 0.001, 1],
    [10_00, 0.05, 1],
    [10_00, 0.049, 0],
    [1_00, 8.475, 8],
    [2_00, 8.475, 17],
    [1_000, 2.675, 27],
    [200, 1.005, 2],
    [99_999_999_99, 99.999, 99_998_999_99],
    [99_999_999_99, 0.001, 1_000_00],
  ])('of %i cents, %s %% are %i', (amount, share, expected) => {
    expect(percentOf(amount, share)).toBe(expected);
  });

  test('is a whole number of cents, within half a cent of the share, and at most the amount', () => {
    fc.assert(
      fc.property(cents(), percent(), (amount, share) => {
        const part = percentOf(amount, share);
        expect(Number.isSafeInteger(part) && part >= 0 && part <= amount).toBe(true);
        const doubledError = BigInt(part) * 200n - BigInt(amount) * BigInt(share) * 2n;
        expect(doubledError > -100n && doubledError <= 100n).toBe(true);
      }),
      RUNS,
    );
  });

  test('is exact for every share in thousandths of a percent', () => {
    fc.assert(
      fc.property(cents(), thousandths(), (amount, share) => {
        const exact = (BigInt(amount) * BigInt(share) + 50_000n) / 100_000n;
        expect(percentOf(amount, Number((share / 1000).toFixed(3)))).toBe(Number(exact));
      }),
      RUNS,
    );
  });

  test('grows with the amount and with the share', () => {
    fc.assert(
      fc.property(cents(), cents(), percent(), percent(), (a, b, p, q) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        const [low, high] = p < q ? [p, q] : [q, p];
        expect(percentOf(less, low)).toBeLessThanOrEqual(percentOf(more, low));
        expect(percentOf(less, low)).toBeLessThanOrEqual(percentOf(less, high));
      }),
      RUNS,
    );
  });
});

describe('splitByLargestRemainder (R-PRICE-5)', () => {
  test.each<[number, number[], number[]]>([
    [100, [1], [100]],
    [100, [1, 1], [50, 50]],
    [100, [1, 1, 1], [34, 33, 33]],
    [101, [1, 1, 1], [34, 34, 33]],
    [1, [1, 1, 1], [1, 0, 0]],
    [0, [1, 2], [0, 0]],
    [10, [0, 1], [0, 10]],
    [10, [1, 0, 2], [3, 0, 7]],
    [5, [3, 1, 1], [3, 1, 1]],
    [2, [4, 1, 1], [2, 0, 0]],
    [200_00, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], Array(10).fill(20_00)],
  ])('shares %i over %j as %j', (total, weights, parts) => {
    expect(splitByLargestRemainder(total, weights)).toEqual(parts);
  });

  test.each([[[]], [[0]], [[0, 0]]])('refuses the weights %j', (weights) => {
    expect(() => splitByLargestRemainder(100, weights)).toThrow(RangeError);
  });

  test('sums exactly; each part is the exact share rounded up or down', () => {
    const weights = fc
      .array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 12 })
      .filter((list) => list.some((weight) => weight > 0));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_00 }), weights, (total, list) => {
        const parts = splitByLargestRemainder(total, list);
        const sum = list.reduce((a, b) => a + b, 0);
        expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
        parts.forEach((part, index) => {
          const scaledError = BigInt(part) * BigInt(sum) - BigInt(total) * BigInt(list[index]!);
          expect(scaledError > -BigInt(sum) && scaledError < BigInt(sum)).toBe(true);
        });
      }),
      RUNS,
    );
  });
});

describe('dollars in the database column (R-PRICE-6)', () => {
  test.each<[string | number, number]>([
    ['20.00', 20_00],
    ['20', 20_00],
    ['20.5', 20_50],
    ['20.50', 20_50],
    ['20.500', 20_50],
    ['0.01', 1],
    ['0.1', 10],
    ['0.00', 0],
    ['-0.00', 0],
    ['-1.05', -1_05],
    ['99999999.99', 99_999_999_99],
    [20, 20_00],
    [0.29, 29],
    [1.15, 1_15],
    [1500, 1500_00],
  ])('reads %j as %i cents', (dollars, expected) => {
    expect(centsFromDollars(dollars)).toBe(expected);
  });

  test.each([
    '',
    ' ',
    '1.005',
    '0.001',
    '1.',
    '.5',
    '1,000.00',
    '$5',
    '5 ',
    '1e3',
    '--1',
    '+1',
    '٣',
    'NaN',
    0.1 + 0.2,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('does not accept %j as an amount', (dollars) => {
    expect(() => centsFromDollars(dollars)).toThrow(RangeError);
  });

  test.each([
    [0, '0.00'],
    [1, '0.01'],
    [10, '0.10'],
    [99, '0.99'],
    [100, '1.00'],
    [20_00, '20.00'],
    [-5, '-0.05'],
    [-1_05, '-1.05'],
    [99_999_999_99, '99999999.99'],
  ])('writes %i cents as %s', (amount, dollars) => {
    expect(dollarsFromCents(amount)).toBe(dollars);
  });

  test('every amount survives a round trip', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_99, max: 99_999_999_99 }), (amount) => {
        expect(centsFromDollars(dollarsFromCents(amount))).toBe(amount);
        expect(centsFromDollars((amount / 100).toFixed(2))).toBe(amount);
      }),
      RUNS,
    );
  });
});

test.each([
  [0, 'cents', '$0.00'],
  [5, 'cents', '$0.05'],
  [2000_00, 'cents', '$2,000.00'],
  [2000_00, 'whole', '$2,000'],
  [2000_50, 'whole', '$2,000.50'],
  [-50, 'cents', '-$0.50'],
] as const)('%i cents (%s) are shown as %s', (amount, style, text) => {
  expect(formatUsd(amount, style)).toBe(text);
});

test.each([
  [10_00, 'usd', '$10.00'],
  [10_05, 'eur', '10.05 EUR'],
  [500, 'jpy', '500 JPY'],
  [5_000, 'kwd', '5.000 KWD'],
  [500_00, 'isk', '500.00 ISK'],
])('%i units of %s are shown as %s', (amount, currency, text) => {
  expect(formatAmount(amount, currency)).toBe(text);
});

test('the provider charges 50 cents or more (R-PRICE-4)', () => {
  expect(PROVIDER_MINIMUM).toBe(50);
});
