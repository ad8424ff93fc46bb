import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleEvent as event, samplePackage } from '#test/sample-event.ts';
import type { Coupon } from './coupon.ts';
import { EVENT_TYPES } from './packages.ts';
import { type Quote, type QuoteInput, quoteOrder } from './quote.ts';

const packages = [
  samplePackage('conference', 'individual'),
  samplePackage('conference', 'large_group', { earlyBirdPrice: 150_00, regularPrice: 200_00 }),
  samplePackage('both', 'small_group', { earlyBirdPrice: 3000_00, regularPrice: 3500_00 }),
  samplePackage('trainer', 'individual', { earlyBirdPrice: 1200_00, regularPrice: 1500_00 }),
];
const coupon: Coupon = {
  code: 'SAMPLE',
  discountType: 'fixed',
  discountValue: 5_00,
  minOrderAmount: null,
  maxDiscount: null,
  usageLimit: null,
  usesTaken: 0,
  validFrom: null,
  validUntil: null,
  eventTypes: [...EVENT_TYPES],
  isActive: true,
};
const input: QuoteInput = {
  event,
  packages,
  eventType: 'conference',
  seats: 1,
  coupon: null,
  now: new Date('2025-08-10T12:00:00Z'),
  closedByBuild: false,
};

describe('the price of an order (R-PRICE-1)', () => {
  test('without a coupon is that of its package', () => {
    expect(quoteOrder(input)).toEqual({
      ok: true,
      quote: {
        package: packages[0],
        seats: 1,
        pricing: 'regular',
        price: 20_00,
        discount: 0,
        total: 20_00,
        couponCode: null,
        listing: null,
      },
    });
  });

  test('with a coupon is reduced, also for ten seats and in early bird', () => {
    const early = { ...input, seats: 10, coupon, now: new Date('2025-08-06T23:59:59Z') };
    expect(quoteOrder(early)).toEqual({
      ok: true,
      quote: {
        package: packages[1],
        seats: 10,
        pricing: 'early_bird',
        price: 150_00,
        discount: 5_00,
        total: 145_00,
        couponCode: 'SAMPLE',
        listing: null,
      },
    });
  });

  test("names the product it comes from, and is refused if that product isn't offered", () => {
    const listing = { productId: 'prod_1', priceId: 'price_1', amount: 20_00, isOffered: true };
    const listed = (regular: typeof listing) => [{ ...packages[0]!, listings: { regular } }];
    expect(quoteOf({ packages: listed(listing) }).listing).toEqual(listing);
    expect(quoteOrder({ ...input, packages: listed({ ...listing, isOffered: false }) })).toEqual({
      ok: false,
      reason: 'package_not_offered',
    });
  });

  test('takes a coupon for the product that it comes from, and refuses one for another', () => {
    const listing = { productId: 'prod_1', priceId: 'price_1', amount: 20_00, isOffered: true };
    const listed = { ...input, packages: [{ ...packages[0]!, listings: { regular: listing } }] };
    const quoteWith = (productId: string) =>
      quoteOrder({ ...listed, coupon: { ...coupon, productIds: [productId] } });
    expect(quoteWith('prod_1')).toMatchObject({ ok: true, quote: { total: 15_00 } });
    expect(quoteWith('prod_2')).toEqual({ ok: false, reason: 'coupon_wrong_event_type' });
  });

  test.each([
    ['2025-08-06T23:59:58.999Z', 'early_bird', 15_00],
    ['2025-08-06T23:59:59.000Z', 'early_bird', 15_00],
    ['2025-08-06T23:59:59.001Z', 'regular', 20_00],
  ])('at %s uses the %s price (R-PRICE-2)', (now, pricing, total) => {
    expect(quoteOf({ now: new Date(now) })).toMatchObject({ pricing, total });
  });

  test.each([
    [20_00, 'ok'],
    [19_99, 'total_below_minimum'],
    [19_51, 'total_below_minimum'],
    [19_50, 'ok'],
    [19_49, 'ok'],
    [90_00, 'ok'],
  ])('after a discount of %i cents is %s (R-PRICE-4)', (discountValue, expected) => {
    const result = quoteOrder({ ...input, coupon: { ...coupon, discountValue } });
    expect(result.ok ? 'ok' : result.reason).toBe(expected);
    if (result.ok) expect(result.quote.total).toBe(Math.max(0, 20_00 - discountValue));
  });
});

describe('the ends of sale (R-TIME-5)', () => {
  test.each([
    ['trainer', 1, -1, 'ok'],
    ['trainer', 1, 0, 'sale_ended'],
    ['trainer', 1, 1, 'sale_ended'],
    ['both', 5, -1, 'ok'],
    ['both', 5, 0, 'sale_ended'],
    ['conference', 1, 0, 'ok'],
  ] as const)('%s for %i, %i ms from the training: %s', (eventType, seats, ms, expected) => {
    const now = new Date(new Date(event.trainingSaleEndsAt).getTime() + ms);
    const result = quoteOrder({ ...input, eventType, seats, now });
    expect(result.ok ? 'ok' : result.reason).toBe(expected);
  });

  test.each([
    [-1, 'ok'],
    [0, 'registration_closed'],
    [1, 'registration_closed'],
  ])('conference, %i ms from closing: %s (R-TIME-2)', (ms, expected) => {
    const now = new Date(new Date(event.closesAt).getTime() + ms);
    const result = quoteOrder({ ...input, now });
    expect(result.ok ? 'ok' : result.reason).toBe(expected);
  });
});

test.each([
  [-1, 'registration_closed_early'],
  [0, 'registration_closed'],
])('closed by the build, %i ms from the end of the program: %s (R-TIME-2)', (ms, expected) => {
  const now = new Date(new Date(event.endsAt).getTime() + ms);
  const result = quoteOrder({ ...input, now, closedByBuild: true });
  expect(result.ok ? 'ok' : result.reason).toBe(expected);
});

test('when several refusals apply, the first in this order is reported (R-PRICE-1)', () => {
  const onePackage = { ...input, eventType: 'both', seats: 5 } as const;
  const afterTraining = new Date(event.trainingSaleEndsAt);
  const inactive = { ...coupon, isActive: false };
  const almostFree = { ...coupon, discountValue: 19_80 };
  expect(
    [
      { ...onePackage, closedByBuild: true, seats: 7, now: afterTraining, coupon: inactive },
      { ...onePackage, seats: 7, now: afterTraining, coupon: inactive },
      { ...onePackage, now: afterTraining, coupon: inactive },
      { ...input, coupon: { ...almostFree, isActive: false } },
      { ...input, coupon: almostFree },
    ].map((one) => {
      const result = quoteOrder(one);
      return result.ok ? 'ok' : result.reason;
    }),
  ).toEqual([
    'registration_closed_early',
    'package_unknown',
    'sale_ended',
    'coupon_inactive',
    'total_below_minimum',
  ]);
});

test('in 100,000 random orders, price - discount = total to the cent (R-PRICE-1)', {
  timeout: 20_000,
}, () => {
  const price = fc.integer({ min: 0, max: 10_000_00 });
  const limit = fc.option(fc.integer({ min: 0, max: 10_000_00 }), { nil: null });
  const orders = fc.record({
    earlyBirdPrice: price,
    regularPrice: price,
    isFixed: fc.boolean(),
    percentage: fc.integer({ min: 1, max: 100 }),
    fixed: fc.integer({ min: 1, max: 10_000_00 }),
    minOrderAmount: limit,
    maxDiscount: limit,
    at: fc.integer({ min: new Date('2025-08-01').getTime(), max: new Date('2025-08-12').getTime() }),
  });
  fc.assert(
    fc.property(orders, (drawn) => {
      const { earlyBirdPrice, regularPrice, isFixed, percentage, fixed, minOrderAmount, maxDiscount } = drawn;
      const discountValue = isFixed ? fixed : percentage;
      const discountType = isFixed ? 'fixed' : 'percentage';
      const result = quoteOrder({
        ...input,
        packages: [samplePackage('conference', 'individual', { earlyBirdPrice, regularPrice })],
        coupon: { ...coupon, discountType, discountValue, minOrderAmount, maxDiscount },
        now: new Date(drawn.at),
      });
      const expectedPrice =
        drawn.at <= new Date(event.earlyBirdEndsAt).getTime() ? earlyBirdPrice : regularPrice;
      const isBelowMinimum = minOrderAmount !== null && expectedPrice < minOrderAmount;
      if (!result.ok) {
        return result.reason === (isBelowMinimum ? 'coupon_below_minimum' : 'total_below_minimum');
      }
      const { price, discount, total } = result.quote;
      return (
        !isBelowMinimum &&
        price === expectedPrice &&
        [price, discount, total].every((amount) => Number.isSafeInteger(amount) && amount >= 0) &&
        price - discount === total &&
        (total === 0 || total >= 50) &&
        discount <= Math.min(maxDiscount ?? price, isFixed ? fixed : price)
      );
    }),
    { numRuns: 100_000 },
  );
});

function quoteOf(changes: Partial<QuoteInput>): Quote {
  const result = quoteOrder({ ...input, ...changes });
  if (!result.ok) throw new Error(result.reason);
  return result.quote;
}
