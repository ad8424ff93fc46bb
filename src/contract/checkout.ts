import * as z from 'zod/mini';
import { PAYMENT_PROVIDERS } from '#domain/order.ts';
import { EVENT_TYPES, PRICING_TYPES } from '#domain/packages.ts';
import {
  dollars,
  email,
  firstName,
  lastName,
  optionalText,
  optionalTrack,
  phone,
  seats,
  track,
} from './fields.ts';
import { route } from './route.ts';

export const eventType = z.enum(EVENT_TYPES, 'Choose conference, trainer or both');
const pricingType = z.enum(PRICING_TYPES, 'Expected individual or group');

export const teamMember = z.object({
  firstName,
  lastName,
  email,
  track: optionalTrack,
  dietaryRestrictions: z.optional(optionalText(500)),
});

/** What the registration form asks; the page adds prices before it is stored for the summary. */
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
  teamMembers: z._default(z.array(teamMember).check(z.maxLength(10, 'At most 10 people, please')), []),
});

/**
 * The pending registration: kept in session storage between form and summary, sent as `registrationData`.
 * Amounts in dollars; they are compared with the server's and never charged (R-PRICE-1).
 */
export const pendingRegistration = z.extend(registrationForm, {
  /** Made by the page once per checkout, so that a repeated request meets the same order. */
  checkoutId: z.optional(z.uuid('Expected a checkout id')),
  amount: z.optional(dollars),
  originalAmount: z.optional(dollars),
  finalAmount: z.optional(dollars),
  discountAmount: z.optional(dollars),
  isEarlyBird: z.optional(z.boolean()),
  pricingType: z.optional(pricingType),
  stripeProductId: z.nullish(z.string().check(z.maxLength(255))),
  attendeeCount: z.optional(seats),
  couponCode: z.optional(optionalText(64)),
  appliedCoupon: z.optional(z.unknown()),
});
export type PendingRegistration = z.output<typeof pendingRegistration>;

/** Older pages and the card form send the stored text as it is. */
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
    provider: z.optional(z.enum(PAYMENT_PROVIDERS, 'This way of paying is not offered')),
  }),
  /** Where the browser goes next: the provider's page, or the success page of an order without a charge. */
  response: z.object({ url: z.string(), transactionId: z.string() }),
});

/** The order that a checkout has led to, as the browser that made it may see it. */
const checkoutOrder = z.object({
  transactionId: z.string(),
  checkoutId: z.nullable(z.uuid()),
  /** `DSS000042` */
  registrationNumber: z.string(),
  packageLabel: z.string(),
  /** Dollars, as text. */
  totalAmount: z.string(),
  /**
   * `open`: the provider has no money for it, and it can be paid at `url` until `keptUntil`. `unsure`: nobody knows just
   * now whether it is paid. `over`: it came to nothing, or the money went back.
   */
  standing: z.enum(['open', 'paid', 'unsure', 'over']),
  /** False when the provider was asked a few seconds ago and not just now: too old to say that nothing was charged. */
  isCertain: z.boolean(),
  url: z.nullable(z.string()),
  keptUntil: z.nullable(z.iso.datetime()),
});
export type CheckoutOrder = z.output<typeof checkoutOrder>;

const checkoutAnswer = z.object({ order: z.nullable(checkoutOrder) });

/**
 * The order that stands for a checkout now. `key` is the checkout's id, or the transaction id of any order that it has led
 * to. Null alike for what does not exist and for what another browser has made.
 */
export const getCheckout = route({
  method: 'GET',
  path: '/api/checkout/{key}',
  permission: 'anyone',
  response: checkoutAnswer,
});

/** Closes the order of a checkout and frees its seats; answers with what became of it. */
export const giveUpCheckout = route({
  method: 'POST',
  path: '/api/checkout/{key}/give-up',
  permission: 'anyone',
  response: checkoutAnswer,
});

/** Somebody uses the card form of the order with that transaction id: its seats are held on, until `keptUntil`. */
export const keepCardForm = route({
  method: 'POST',
  path: '/api/checkout/{key}/keep',
  permission: 'anyone',
  response: z.object({ keptUntil: z.iso.datetime() }),
});

/** The latest order of this browser that waits to be paid. */
export const getUnfinishedOrder = route({
  method: 'GET',
  path: '/api/unfinished-order',
  permission: 'anyone',
  response: checkoutAnswer,
});

/** Discount and final amount in cents. */
export const validateCoupon = route({
  method: 'POST',
  path: '/api/coupons/validate',
  permission: 'anyone',
  body: z.object({
    code: z
      .string('Enter a coupon code')
      .check(
        z.trim(),
        z.minLength(1, 'Enter a coupon code'),
        z.maxLength(64, 'This coupon code is not valid.'),
      ),
    eventType,
    attendeeCount: seats,
    /** The use that this checkout's open order holds counts as free. */
    checkoutId: z.optional(z.uuid('Expected a checkout id')),
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
