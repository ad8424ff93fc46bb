import * as z from 'zod/mini';
import { PAYMENT_PROVIDERS } from '#domain/order.ts';
import { EVENT_TYPES, PRICING_TYPES } from '#domain/packages.ts';
import { dollars } from './dollars.ts';
import {
  email,
  firstName,
  lastName,
  optionalText,
  optionalTrack,
  phone,
  seats,
  track,
  uuid,
} from './fields.ts';
import { route } from './route.ts';
import * as fieldWords from './words/fields.ts';

export const eventType = z.enum(EVENT_TYPES, fieldWords.eventType);
const pricingType = z.enum(PRICING_TYPES, fieldWords.pricingType);

export const teamMember = z.object({
  firstName,
  lastName,
  email,
  track: optionalTrack,
  dietaryRestrictions: z.optional(optionalText(500)),
});

/** What the registration form asks for. The page adds prices before storing it for the summary. */
export const registrationForm = z.object({
  firstName,
  lastName,
  email,
  phone,
  organization: optionalText(200),
  jobTitle: z.optional(optionalText(200)),
  dietaryRestrictions: z.optional(optionalText(500)),
  track: z.nullish(track),
  eventType,
  teamMembers: z._default(z.array(teamMember).check(z.maxLength(10, fieldWords.tooManyPeople(10))), []),
});

/**
 * The amounts that the page showed. The server compares them with its own price and never charges them (R-PRICE-1).
 */
const shownAmounts = z.object({
  amount: z.optional(dollars),
  originalAmount: z.optional(dollars),
  finalAmount: z.optional(dollars),
  discountAmount: z.optional(dollars),
});

/** The pending registration: kept in session storage between form and summary, sent as `registrationData`. */
export const pendingRegistration = z.extend(registrationForm, {
  /** Created by the page once per checkout, so that a repeated request finds the same order. */
  checkoutId: z.optional(uuid(fieldWords.checkoutId)),
  ...shownAmounts.shape,
  isEarlyBird: z.optional(z.boolean()),
  pricingType: z.optional(pricingType),
  /** Ignored: the server knows the product. */
  stripeProductId: z.nullish(z.string().check(z.maxLength(255))),
  attendeeCount: z.optional(seats),
  couponCode: z.optional(optionalText(64)),
  appliedCoupon: z.optional(z.unknown()),
});
export type PendingRegistration = z.output<typeof pendingRegistration>;

/** The form in which it is stored and sent: amounts in dollars. */
export function encodePendingRegistration(pending: PendingRegistration): z.input<typeof pendingRegistration> {
  return { ...pending, ...z.encode(shownAmounts, pending) };
}

/** The registration as an object, as our page sends it, or as JSON text, as it is stored. */
const registrationData = z.pipe(
  z.transform((value: unknown) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return undefined;
    }
  }),
  pendingRegistration,
);

export const createCheckoutSession = route({
  method: 'POST',
  path: '/api/create-checkout-session',
  permission: 'anyone',
  body: z.object({
    eventType,
    teamMemberCount: seats,
    pricingType: z.optional(pricingType),
    registrationData,
    provider: z.optional(z.enum(PAYMENT_PROVIDERS, fieldWords.paymentMethod)),
  }),
  /** Where the browser goes next: the provider's page, or the success page of a free order. */
  response: z.object({ url: z._default(z.string(), ''), transactionId: z.string() }),
});

/** Discount and final amount in cents. */
export const validateCoupon = route({
  method: 'POST',
  path: '/api/coupons/validate',
  permission: 'anyone',
  body: z.object({
    code: z
      .string(fieldWords.coupon)
      .check(z.trim(), z.minLength(1, fieldWords.coupon), z.maxLength(64, fieldWords.unknownCoupon)),
    eventType,
    attendeeCount: seats,
    /** The use held by this checkout's open order counts as free. */
    checkoutId: z.optional(uuid(fieldWords.checkoutId)),
  }),
  response: z.object({
    valid: z.boolean(),
    discountAmount: z.int(),
    finalAmount: z.int(),
    message: z.string(),
    coupon: z.nullable(
      z.object({
        code: z.string(),
        description: z.string(),
        discountType: z.string(),
        discountValue: z.number(),
      }),
    ),
  }),
});
