import type { QuoteRefusal } from '#domain/quote.ts';

/** Why there is no price: those refusals that the browser finds out by itself and tells in the server's words. */
export const QUOTE_ERRORS = {
  registration_closed: [403, 'Registration for this event has closed as the event has concluded.'],
  registration_closed_early: [403, 'Registration for this event is closed.'],
  sale_ended: [403, 'The sale of this package has ended.'],
  package_unknown: [400, 'This package does not exist. Choose one of the packages on the registration page.'],
  package_not_offered: [409, 'This package is not on sale at the moment.'],
  total_below_minimum: [400, 'The total after the discount is too small to be paid by card.'],
  coupon_unknown: [400, 'This coupon code is not valid.'],
  coupon_inactive: [400, 'This coupon is no longer active.'],
  coupon_not_yet_valid: [400, 'This coupon is not valid yet.'],
  coupon_expired: [400, 'This coupon has expired.'],
  coupon_used_up: [409, 'This coupon has been used as often as it may be.'],
  coupon_wrong_event_type: [400, 'This coupon does not apply to this package.'],
  coupon_below_minimum: [400, 'This coupon needs a larger order.'],
} as const satisfies Record<QuoteRefusal, readonly [number, string]>;
