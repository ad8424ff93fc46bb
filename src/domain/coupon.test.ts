import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Coupon, couponDiscount, couponRefusal, normalizeCouponCode } from './coupon.ts';

const coupon: Coupon = {
  code: 'SAMPLE',
  discountType: 'percentage',
  discountValue: 10,
  minOrderAmount: null,
  maxDiscount: null,
  usageLimit: null,
  usesTaken: 0,
  validFrom: null,
  validUntil: null,
  eventTypes: ['conference'],
  isActive: true,
};
const order = {
  eventType: 'conference',
  price: 20_00,
  productId: 'prod_sold',
  now: new Date('2025-07-15T12:00:00Z'),
} as const;
const from = (ms: number) => new Date(order.now.getTime() + ms);

test.each([
  ['SAMPLE', 'SAMPLE'],
  ['sample', 'SAMPLE'],
  ['  Sample10\t', 'SAMPLE10'],
  ['SA\u200bM\u00adPLE\u2060', 'SAMPLE'],
  ['\uff33\uff21\uff2d\uff30\uff2c\uff25', 'SAMPLE'],
  ['', ''],
])('the code %j is %j (R-COUPON-1)', (code, expected) => {
  expect(normalizeCouponCode(code)).toBe(expected);
});

describe('whether a coupon is accepted (R-COUPON-2)', () => {
  test.each<[string, Partial<Coupon>, string | null]>([
    ['no limits', {}, null],
    ['inactive', { isActive: false }, 'coupon_inactive'],
    ['starts in a millisecond', { validFrom: from(1) }, 'coupon_not_yet_valid'],
    ['starts now', { validFrom: from(0) }, null],
    ['ends now', { validUntil: from(0) }, 'coupon_expired'],
    ['ends in a millisecond', { validUntil: from(1) }, null],
    ['one use left', { usageLimit: 100, usesTaken: 99 }, null],
    ['used up', { usageLimit: 100, usesTaken: 100 }, 'coupon_used_up'],
    ['more used than the limit, which was lowered', { usageLimit: 5, usesTaken: 9 }, 'coupon_used_up'],
    ['no limit, much used', { usesTaken: 1_000_000 }, null],
    ['another event type', { eventTypes: ['trainer', 'both'] }, 'coupon_wrong_event_type'],
    ['no event type', { eventTypes: [] }, 'coupon_wrong_event_type'],
    ['no product named', { productIds: undefined }, null],
    ['the product', { productIds: ['prod_other', 'prod_sold'] }, null],
    ['another product', { productIds: ['prod_other'] }, 'coupon_wrong_event_type'],
    ['a cent below the minimum', { minOrderAmount: 20_01 }, 'coupon_below_minimum'],
    ['at the minimum', { minOrderAmount: 20_00 }, null],
    ['minimum 0', { minOrderAmount: 0 }, null],
  ])('depends on its terms: %s', (_name, changes, refusal) => {
    expect(couponRefusal({ ...coupon, ...changes }, order)).toBe(refusal);
  });

  test.each([[null], [undefined]])(
    'a coupon for certain products is refused for a package without a product (%j)',
    (productId) => {
      expect(couponRefusal({ ...coupon, productIds: ['prod_sold'] }, { ...order, productId })).toBe(
        'coupon_wrong_event_type',
      );
    },
  );

  test('the minimum is compared with the price before the discount', () => {
    const dear = { ...coupon, discountValue: 100, minOrderAmount: 20_00 };
    expect(couponRefusal(dear, order)).toBeNull();
  });

  test('when several reasons apply, the first in the table is reported', () => {
    const faults: [Partial<Coupon>, string][] = [
      [{ isActive: false }, 'coupon_inactive'],
      [{ validFrom: from(1) }, 'coupon_not_yet_valid'],
      [{ validUntil: from(0) }, 'coupon_expired'],
      [{ usageLimit: 1, usesTaken: 1 }, 'coupon_used_up'],
      [{ eventTypes: ['both'] }, 'coupon_wrong_event_type'],
      [{ minOrderAmount: 20_01 }, 'coupon_below_minimum'],
    ];
    faults.forEach(([, refusal], index) => {
      const all = Object.assign({}, coupon, ...faults.slice(index).map(([changes]) => changes)) as Coupon;
      expect(couponRefusal(all, order)).toBe(refusal);
    });
  });
});

describe('the discount of a coupon (R-COUPON-3)', () => {
  test.each<[string, Partial<Coupon>, number, number]>([
    ['a tenth', { discountValue: 10 }, 20_00, 2_00],
    ['one percent of 50 cents is half a cent, rounded up', { discountValue: 1 }, 50, 1],
    ['everything', { discountValue: 100 }, 20_00, 20_00],
    ['a share below its cap', { discountValue: 10, maxDiscount: 2_01 }, 20_00, 2_00],
    ['a share at its cap', { discountValue: 10, maxDiscount: 2_00 }, 20_00, 2_00],
    ['a share above its cap', { discountValue: 10, maxDiscount: 1_99 }, 20_00, 1_99],
    ['a cap of 0', { discountValue: 10, maxDiscount: 0 }, 20_00, 0],
    ['a tenth of a free order', { discountValue: 10 }, 0, 0],
    ['a fixed amount', { discountType: 'fixed', discountValue: 5_00 }, 20_00, 5_00],
    ['a fixed amount equal to the price', { discountType: 'fixed', discountValue: 20_00 }, 20_00, 20_00],
    ['a fixed amount above the price', { discountType: 'fixed', discountValue: 50_00 }, 20_00, 20_00],
    ['a capped fixed amount', { discountType: 'fixed', discountValue: 5_00, maxDiscount: 3_00 }, 20_00, 3_00],
    [
      'a cap above the price',
      { discountType: 'fixed', discountValue: 90_00, maxDiscount: 80_00 },
      20_00,
      20_00,
    ],
  ])('follows its terms: %s', (_name, changes, price, discount) => {
    expect(couponDiscount({ ...coupon, ...changes }, price)).toBe(discount);
  });

  test('is in whole cents, at most the price, and at most its cap', () => {
    const cents = fc.integer({ min: 0, max: 99_999_99 });
    const drawn = fc.record({
      discountType: fc.constantFrom('percentage' as const, 'fixed' as const),
      // In thousandths of a percent, or in cents.
      value: fc.integer({ min: 1, max: 100_000 }),
      maxDiscount: fc.option(cents, { nil: null }),
    });
    fc.assert(
      fc.property(drawn, cents, ({ discountType, value, maxDiscount }, price) => {
        const discountValue = discountType === 'percentage' ? value / 1000 : value;
        const discount = couponDiscount({ ...coupon, discountType, discountValue, maxDiscount }, price);
        const parts = BigInt(price) * BigInt(value);
        const share = Number((parts + 50_000n) / 100_000n);
        const wanted = discountType === 'percentage' ? share : value;
        expect(discount).toBe(Math.min(wanted, maxDiscount ?? wanted, price));
        expect(Number.isSafeInteger(discount) && discount >= 0 && discount <= price).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});
