import type { QuoteRefusal } from '#domain/quote.ts';

const QUOTE_ERRORS = {
  registration_closed: 403,
  registration_closed_early: 403,
  sale_ended: 403,
  package_unknown: 400,
  package_not_offered: 409,
  total_below_minimum: 400,
  coupon_unknown: 400,
  coupon_inactive: 400,
  coupon_not_yet_valid: 400,
  coupon_expired: 400,
  coupon_used_up: 409,
  coupon_wrong_event_type: 400,
  coupon_below_minimum: 400,
} as const satisfies Record<QuoteRefusal, number>;

export const QUOTE_REFUSALS = Object.keys(QUOTE_ERRORS) as QuoteRefusal[];

/** Every error code, with its HTTP status. The sentences are in `words/errors.ts`. */
export const ERRORS = {
  ...QUOTE_ERRORS,
  invalid: 400,
  price_changed: 409,
  sold_out: 409,
  too_much_held: 429,
  coupon_exists: 409,
  coupon_in_use: 409,
  coupon_not_found: 404,
  coupon_unchecked: 503,
  payment_provider_unavailable: 503,
  payment_declined: 402,
  declined_too_often: 409,
  too_many_declines: 429,
  payment_under_way: 409,
  payment_not_open: 409,
  order_replaced: 409,
  card_token_used: 409,
  order_not_refundable: 409,
  no_such_seats: 409,
  order_not_cancelable: 409,
  person_is_in: 409,
  case_needs_review: 409,
  case_needs_decision: 409,
  case_not_found: 404,
  stripe_not_configured: 409,
  stripe_away: 503,
  stripe_refused: 400,
  stripe_key_refused: 409,
  refund_too_large: 409,
  order_disputed: 409,
  capacity_below_taken: 409,
  changed_meanwhile: 409,
  order_not_found: 404,
  registration_not_found: 404,
  not_found: 404,
  order_not_paid: 409,
  no_receipt: 409,
  tickets_not_paid: 409,
  no_valid_ticket: 409,
  order_not_confirmed: 409,
  organizer_erased: 409,
  organizer_stays: 409,
  same_person: 409,
  no_slots_left: 409,
  event_over: 403,
  naming_over: 403,
  seats_invited: 409,
  team_full: 409,
  claim_unknown: 404,
  claim_withdrawn: 409,
  claim_used: 409,
  link_not_found: 404,
  ticket_invalid: 404,
  ticket_not_paid: 409,
  ticket_wrong_day: 409,
  ticket_replaced: 409,
  ticket_page_unknown: 404,
  ticket_ended: 409,
  track_fixed: 409,
  already_checked_in: 409,
  press_spent: 409,
  not_checked_in: 409,
  speaker_not_found: 404,
  template_not_found: 404,
  mail_not_sent: 503,
  sign_in_first: 401,
  forbidden: 403,
  door_phone_needed: 401,
  door_phone_ended: 403,
  invitation_invalid: 404,
  invitation_used_up: 409,
  scan_not_found: 404,
  no_badges: 409,
  badges_not_found: 404,
  wrong_origin: 403,
  bad_signature: 400,
  already_subscribed: 409,
  body_too_large: 413,
  not_json: 415,
  method_not_allowed: 405,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERRORS;

/** The body of an unsuccessful `/api` response. `fields` maps dotted paths to sentences. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  /** `success` and `message` repeat the error for the pages of the specification. */
  readonly success: false;
  readonly error: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly requestId?: string;
}
