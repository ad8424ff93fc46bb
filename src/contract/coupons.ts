import * as z from 'zod/mini';
import { EVENT_TYPES } from '#domain/packages.ts';
import { optionalText, requiredText } from './fields.ts';
import { route } from './route.ts';

const cents = (least: number, sentence: string) =>
  z.nullish(z.int(sentence).check(z.gte(least, sentence), z.lte(99_999_999, 'That amount is too large')));

/** Fixed amounts, minimum and maximum in cents; percentages from 1 to 100. Empty limits mean none. */
export const couponForm = z
  .object({
    code: requiredText('Code must be at least 3 characters', 64).check(
      z.minLength(3, 'Code must be at least 3 characters'),
      z.regex(/^\S+$/, 'Code must not contain spaces'),
    ),
    description: requiredText('Description is required', 300),
    discountType: z.enum(['percentage', 'fixed'], 'Choose percentage or fixed'),
    discountValue: z
      .int('Discount value must be greater than 0')
      .check(
        z.gte(1, 'Discount value must be greater than 0'),
        z.lte(99_999_999, 'That amount is too large'),
      ),
    minOrderAmount: cents(0, 'Minimum order amount must be at least 0'),
    maxDiscount: cents(0, 'Max discount must be at least 0'),
    usageLimit: cents(1, 'Usage limit must be at least 1'),
    eventTypes: z
      .array(z.enum(EVENT_TYPES, 'Choose conference, trainer or both'), 'At least one event type required')
      .check(z.minLength(1, 'At least one event type required'), z.maxLength(3)),
    validUntil: z.nullish(z.iso.datetime('Expected an instant')),
  })
  .check(
    z.refine((form) => form.discountType === 'fixed' || form.discountValue <= 100, {
      path: ['discountValue'],
      error: 'A percentage is from 1 to 100',
    }),
  );

const localCoupon = z.object({
  id: z.int(),
  code: z.string(),
  description: z.string(),
  discountType: z.enum(['percentage', 'fixed']),
  discountValue: z.number(),
  minOrderAmount: z.nullable(z.int()),
  maxDiscount: z.nullable(z.int()),
  usageLimit: z.nullable(z.int()),
  /** Paid uses; open checkouts hold `heldCount` more. */
  usageCount: z.int(),
  heldCount: z.int(),
  eventTypes: z.array(z.enum(EVENT_TYPES)),
  validUntil: z.nullable(z.string()),
  isActive: z.boolean(),
});
export type LocalCoupon = z.output<typeof localCoupon>;

export const listCoupons = route({
  method: 'GET',
  path: '/api/admin/coupons',
  permission: 'coupon_admin',
  response: z.array(localCoupon),
});

export const createCoupon = route({
  method: 'POST',
  path: '/api/admin/coupons',
  permission: 'coupon_admin',
  body: couponForm,
  response: localCoupon,
});

export const toggleCoupon = route({
  method: 'POST',
  path: '/api/admin/coupons/{id}/toggle',
  permission: 'coupon_admin',
  body: z.object({ active: z.boolean('Expected active to be true or false') }),
  response: localCoupon,
});

/** What may change once people have the coupon: not its code or its discount. */
export const couponChanges = z.object({
  description: requiredText('Description is required', 300),
  usageLimit: cents(1, 'Usage limit must be at least 1'),
  validUntil: z.nullish(z.iso.datetime('Expected an instant')),
  isActive: z.boolean('Expected active to be true or false'),
});

export const saveCoupon = route({
  method: 'POST',
  path: '/api/admin/coupons/{id}',
  permission: 'coupon_admin',
  body: couponChanges,
  response: localCoupon,
});

export const endCoupon = route({
  method: 'POST',
  path: '/api/admin/coupons/{id}/end',
  permission: 'coupon_admin',
  response: localCoupon,
});

/** Refused for a coupon that was used, or that an open checkout holds. */
export const deleteCoupon = route({
  method: 'DELETE',
  path: '/api/admin/coupons/{id}',
  permission: 'coupon_admin',
  response: z.object({ success: z.literal(true) }),
});

/** `percent_off`, or `amount_off` in cents; `redeem_by` in Unix seconds. The names are the provider's. */
export const stripeCouponForm = z
  .object({
    id: z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/, 'Letters, digits, - and _ only'))),
    name: requiredText('Display name is required', 40),
    percent_off: z.optional(
      z
        .int('Percent off is a whole number from 1 to 100')
        .check(
          z.gte(1, 'Percent off is a whole number from 1 to 100'),
          z.lte(100, 'Percent off is a whole number from 1 to 100'),
        ),
    ),
    amount_off: z.optional(
      z
        .int('Amount off is at least 0.01 USD')
        .check(z.gte(1, 'Amount off is at least 0.01 USD'), z.lte(99_999_999, 'That amount is too large')),
    ),
    currency: z.optional(z.literal('usd', 'Amounts are in USD')),
    duration: z.enum(['once', 'repeating', 'forever'], 'Choose once, repeating or forever'),
    duration_in_months: z.optional(
      z.int('Enter a number of months').check(z.gte(1, 'At least one month'), z.lte(120)),
    ),
    max_redemptions: z.optional(
      z
        .int('Max redemptions is at least 1')
        .check(z.gte(1, 'Max redemptions is at least 1'), z.lte(1_000_000)),
    ),
    redeem_by: z.optional(z.int('Expected unix seconds').check(z.gte(1), z.lte(99_999_999_999))),
    metadata: z.optional(z.record(z.string().check(z.maxLength(40)), optionalText(500))),
  })
  .check(
    z.refine((form) => (form.percent_off === undefined) !== (form.amount_off === undefined), {
      path: ['percent_off'],
      error: 'Enter a percentage or an amount, one of the two',
    }),
    z.refine((form) => form.duration !== 'repeating' || form.duration_in_months !== undefined, {
      path: ['duration_in_months'],
      error: 'Enter a number of months',
    }),
  );

const stripeCoupon = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  percent_off: z.nullable(z.number()),
  amount_off: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  duration: z.string(),
  duration_in_months: z.nullable(z.int()),
  max_redemptions: z.nullable(z.int()),
  /** Uses at the provider plus ours, because orders are charged net. */
  times_redeemed: z.int(),
  redeem_by: z.nullable(z.int()),
  created: z.int(),
  valid: z.boolean(),
  metadata: z.record(z.string(), z.string()),
});
export type StripeCoupon = z.output<typeof stripeCoupon>;

export const listStripeCoupons = route({
  method: 'GET',
  path: '/api/admin/stripe-coupons',
  permission: 'admin',
  response: z.array(stripeCoupon),
});

export const createStripeCoupon = route({
  method: 'POST',
  path: '/api/admin/stripe-coupons',
  permission: 'admin',
  body: stripeCouponForm,
  response: stripeCoupon,
});

export const deleteStripeCoupon = route({
  method: 'DELETE',
  path: '/api/admin/stripe-coupons/{id}',
  permission: 'admin',
  response: z.object({ success: z.literal(true) }),
});
