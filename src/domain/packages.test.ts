import { describe, expect, test } from 'vitest';
import { samplePackage } from '#test/sample-event.ts';
import { centsFromDollars } from './money.ts';
import {
  findPackage,
  type PackageSize,
  packageLabel,
  packageSizeOf,
  priceOf,
  pricesBySeats,
  pricingTypeOf,
  savesEarly,
  seatsOf,
} from './packages.ts';

test.each([
  ['individual', 1, 'individual'],
  ['small_group', 5, 'group'],
  ['large_group', 10, 'group'],
] as const)('%s has %i seats and is sold as %s (R-SEAT-1)', (size, seats, pricingType) => {
  expect([seatsOf(size), packageSizeOf(seats), pricingTypeOf(size)]).toEqual([seats, size, pricingType]);
});

test.each([0, -1, 2, 4, 6, 9, 11, 1.5, Number.NaN])('there is no package of %d seats (R-SEAT-1)', (seats) => {
  expect(packageSizeOf(seats)).toBeNull();
});

describe('the catalog (R-PACKAGE-1)', () => {
  const packages = [samplePackage('conference', 'individual'), samplePackage('both', 'small_group')];

  test.each([
    ['conference', 1, 0],
    ['both', 5, 1],
  ] as const)('%s with %i seats is found', (eventType, seats, index) => {
    expect(findPackage(packages, eventType, seats)).toBe(packages[index]);
  });

  test.each([
    ['conference', 5],
    ['conference', 10],
    ['both', 1],
    ['trainer', 1],
    ['conference', 2],
  ] as const)('%s with %i seats is not sold', (eventType, seats) => {
    expect(findPackage(packages, eventType, seats)).toBeNull();
  });

  test('the pricing decides which price applies', () => {
    const one = samplePackage('conference', 'individual');
    expect([priceOf(one, 'early_bird'), priceOf(one, 'regular')]).toEqual([15_00, 20_00]);
  });
});

test.each([
  [14_99, true],
  [15_00, false],
  [15_01, false],
])('early bird at %i cents saves something compared with 1500: %s', (earlyBirdPrice, saves) => {
  const one = samplePackage('conference', 'individual', { earlyBirdPrice, regularPrice: 15_00 });
  expect(savesEarly(one)).toBe(saves);
});

const [ONE, FIVE, TEN] = ['Individual Package', '5-Person Package', '10-Person Package'] as const;

describe('the label (R-PACKAGE-2)', () => {
  test.each([
    ['conference', 0, ONE],
    ['conference', 20, ONE],
    ['conference', 200, ONE],
    ['conference', 629.99, ONE],
    ['conference', 630, TEN],
    ['conference', 792, TEN],
    ['conference', 800, TEN],
    ['conference', 800.01, ONE],
    ['conference', 5000, ONE],
    ['trainer', 1500, ONE],
    ['trainer', 3399.99, ONE],
    ['trainer', 3400, FIVE],
    ['trainer', 3600, FIVE],
    ['trainer', 3600.01, ONE],
    ['trainer', 4899.99, ONE],
    ['trainer', 4900, TEN],
    ['trainer', 5100, TEN],
    ['trainer', 5100.01, ONE],
    ['trainer', 792, ONE],
    ['both', 1500, ONE],
    ['both', 3399.99, ONE],
    ['both', 3400, FIVE],
    ['both', 3600, FIVE],
    ['both', 3600.01, ONE],
    ['both', 4899.99, ONE],
    ['both', 4900, TEN],
    ['both', 5100.01, TEN],
    ['both', 100_000, TEN],
  ] as const)('of an order without a stored size, %s at $%d, is %s', (eventType, dollars, label) => {
    const totalAmount = centsFromDollars(dollars);
    expect(packageLabel({ eventType, packageSize: null, totalAmount })).toBe(label);
  });

  test.each<[PackageSize, string]>([
    ['individual', ONE],
    ['small_group', FIVE],
    ['large_group', TEN],
  ])('uses a stored %s, whatever was paid', (packageSize, label) => {
    for (const totalAmount of [0, 700_00, 3500_00, 5000_00]) {
      expect(packageLabel({ eventType: 'both', packageSize, totalAmount })).toBe(label);
    }
  });
});

test('a number of seats costs as much as the cheapest packages with at least as many', () => {
  const prices = [
    ['individual', 1500_00],
    ['small_group', 3500_00],
    ['large_group', 5000_00],
  ] as const;
  const sold = prices.map(([size, regularPrice]) => ({ ...samplePackage('both', size), regularPrice }));
  const dollars = pricesBySeats(sold, 'both', 'regular', 11).map((cents) => cents / 100);
  expect(dollars).toEqual([0, 1500, 3000, 3500, 3500, 3500, 5000, 5000, 5000, 5000, 5000, 6500]);
  expect(pricesBySeats(sold, 'conference', 'regular', 10)).toEqual([]);
});
