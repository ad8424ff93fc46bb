import type { OfferRefusal } from '#domain/offer.ts';
import type { QuoteRefusal } from '#domain/quote.ts';
import { unknownCoupon } from './fields.ts';

/** Why there is no price. A separate file, because the browser needs only these. */
export const QUOTE_WORDS = {
  registration_closed: 'Registration for this event has closed as the event has concluded.',
  registration_closed_early: 'Registration for this event is closed.',
  sale_ended: 'This package is no longer on sale.',
  package_unknown: 'This package does not exist. Choose one of the packages on the registration page.',
  package_not_offered: 'This package is not on sale at the moment.',
  total_below_minimum: 'The total after the discount is too small to pay by card.',
  coupon_unknown: unknownCoupon,
  coupon_inactive: 'This coupon is no longer active.',
  coupon_not_yet_valid: 'This coupon is not valid yet.',
  coupon_expired: 'This coupon has expired.',
  coupon_used_up: 'This coupon has reached its usage limit.',
  coupon_wrong_event_type: 'This coupon does not apply to this package.',
  coupon_below_minimum: 'This coupon requires a larger order.',
} as const satisfies Record<QuoteRefusal, string>;

/** Why a package cannot be bought, in the form's sentences. `content/landing-texts.ts` has labels for shorter places. */
export const OFFER_WORDS: Record<OfferRefusal, string> = {
  ...QUOTE_WORDS,
  sold_out: 'This package is sold out.',
  too_few_seats: 'There are not enough seats left for this package.',
};
