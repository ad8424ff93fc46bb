import * as z from 'zod/mini';
import { EVENT_TYPES } from '#domain/packages.ts';
import { optionalText, requiredText, uuid } from './fields.ts';
import { givenInstant } from './ranges.ts';
import { route } from './route.ts';
import * as deskWords from './words/desk-fields.ts';
import * as fieldWords from './words/fields.ts';

const limit = (least: number, tooLow: string, unread: string) =>
  z.nullish(z.int(unread).check(z.gte(least, tooLow), z.lte(99_999_999, fieldWords.amountTooLarge)));

/**
 * Fixed amounts, minimum and maximum in cents; percentages from 1 to 100. Empty limits, and a minimum or maximum of 0,
 * mean none.
 */
export const couponForm = z
  .object({
    code: requiredText(deskWords.couponCode, 64).check(
      z.minLength(3, deskWords.couponCode),
      z.regex(/^[!-~]+$/, deskWords.couponCodeCharacters),
    ),
    description: requiredText(deskWords.description, 300),
    discountType: z.enum(['percentage', 'fixed'], deskWords.discountType),
    discountValue: z
      .int({
        error: ({ input }) => (input === undefined ? deskWords.discountValue : deskWords.unreadDiscount),
      })
      .check(z.gte(1, deskWords.discountValue), z.lte(99_999_999, fieldWords.amountTooLarge)),
    minOrderAmount: limit(0, deskWords.minOrderAmount, deskWords.amount),
    maxDiscount: limit(0, deskWords.maxDiscount, deskWords.amount),
    usageLimit: limit(1, deskWords.usageLimit, deskWords.wholeNumber),
    eventTypes: z
      .array(z.enum(EVENT_TYPES, fieldWords.eventType), deskWords.eventTypes)
      .check(z.minLength(1, deskWords.eventTypes), z.maxLength(3)),
    validUntil: z.nullish(givenInstant(deskWords.instant)),
  })
  .check(
    z.refine((form) => form.discountType === 'fixed' || form.discountValue <= 100, {
      path: ['discountValue'],
      error: deskWords.percentage,
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
  /** Whether an open checkout holds it, or an order was ever paid with it: then it can only be ended. */
  isUsed: z.boolean(),
  eventTypes: z.array(z.enum(EVENT_TYPES)),
  validUntil: z.nullable(z.string()),
  isActive: z.boolean(),
  updatedAt: z.string(),
});
export type LocalCoupon = z.output<typeof localCoupon>;

export const listCoupons = route({
  method: 'GET',
  path: '/api/admin/coupons',
  permission: 'coupon_admin',
  response: z.array(localCoupon),
});

/** Every change returns the coupon as it is now. */
const couponChange = { method: 'POST', permission: 'coupon_admin', response: localCoupon } as const;

export const createCoupon = route({ ...couponChange, path: '/api/admin/coupons', body: couponForm });

export const toggleCoupon = route({
  ...couponChange,
  path: '/api/admin/coupons/{id}/toggle',
  body: z.object({ active: z.boolean(deskWords.isActive) }),
});

/** What may still change once a coupon is in circulation: everything but its code and discount. */
export const couponChanges = z.object({
  description: requiredText(deskWords.description, 300),
  usageLimit: limit(1, deskWords.usageLimit, deskWords.wholeNumber),
  validUntil: z.nullish(givenInstant(deskWords.instant)),
  isActive: z.boolean(deskWords.isActive),
});

/**
 * `seenUpdatedAt` is the coupon's timestamp when the form opened: a coupon that was ended or changed since is not
 * overwritten.
 */
export const saveCoupon = route({
  ...couponChange,
  path: '/api/admin/coupons/{id}',
  body: z.extend(couponChanges, { seenUpdatedAt: givenInstant(deskWords.instant) }),
});

export const endCoupon = route({ ...couponChange, path: '/api/admin/coupons/{id}/end' });

/** Refused if the coupon was used or an open checkout holds it. */
export const deleteCoupon = route({
  method: 'DELETE',
  path: '/api/admin/coupons/{id}',
  permission: 'coupon_admin',
  response: z.object({ success: z.literal(true) }),
});

/** `percent_off`, or `amount_off` in cents; `redeem_by` in Unix seconds. The names are the provider's. */
export const stripeCouponForm = z
  .object({
    id: z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/, deskWords.stripeCouponId))),
    name: requiredText(deskWords.displayName, 40),
    percent_off: z.optional(
      z.int(deskWords.percentOff).check(z.gte(1, deskWords.percentOff), z.lte(100, deskWords.percentOff)),
    ),
    amount_off: z.optional(
      z
        .int(deskWords.amount)
        .check(z.gte(1, deskWords.amountOff), z.lte(99_999_999, fieldWords.amountTooLarge)),
    ),
    currency: z.optional(z.literal('usd', deskWords.currency)),
    duration: z.enum(['once', 'repeating', 'forever'], deskWords.duration),
    duration_in_months: z.optional(
      z.int(deskWords.months).check(z.gte(1, deskWords.oneMonth), z.lte(120, deskWords.mostMonths)),
    ),
    max_redemptions: z.optional(
      z
        .int(deskWords.wholeNumber)
        .check(z.gte(1, deskWords.maxRedemptions), z.lte(1_000_000, deskWords.mostRedemptions)),
    ),
    redeem_by: z.optional(
      z.int(deskWords.unixSeconds).check(z.gte(1), z.lte(99_999_999_999, deskWords.redeemTooLate)),
    ),
    metadata: z.optional(z.record(z.string().check(z.maxLength(40)), optionalText(500))),
    /** Created by the page, so that a retry with the same values makes no second coupon. */
    requestId: z.optional(uuid(deskWords.requestId)),
  })
  .check(
    z.refine((form) => (form.percent_off === undefined) !== (form.amount_off === undefined), {
      path: ['percent_off'],
      error: deskWords.percentOrAmount,
    }),
    z.refine((form) => form.duration !== 'repeating' || form.duration_in_months !== undefined, {
      path: ['duration_in_months'],
      error: deskWords.months,
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
