import { QUOTE_ERRORS } from './quote-errors.ts';

/** Every way in which a call can refuse, with its HTTP status and the sentence that people read. */
export const ERRORS = {
  ...QUOTE_ERRORS,
  invalid: [400, 'Some of the answers need another look.'],
  price_changed: [
    409,
    'The price has changed since this page was opened. Please look at the new total and try again.',
  ],
  sold_out: [409, 'There are not enough seats left for this package.'],
  too_much_held: [429, 'Too many unpaid orders are open. Pay for one, or wait until it ends, and try again.'],
  coupon_exists: [409, 'There is a coupon with this code already.'],
  coupon_in_use: [409, 'This coupon has been used, so it cannot be deleted. End it instead.'],
  coupon_not_found: [404, 'This coupon does not exist.'],
  coupon_unchecked: [
    503,
    'This code cannot be checked just now. Please try again in a minute, or go on without it.',
  ],
  payment_provider_unavailable: [
    503,
    'The payment provider cannot be reached just now. Nothing was charged; please try again in a minute.',
  ],
  payment_declined: [402, 'The payment was declined. Nothing was charged; please try another card.'],
  declined_too_often: [
    409,
    'Ten cards were declined for this order, so it was closed. Nothing was charged. To try again, start a new registration.',
  ],
  too_many_declines: [
    429,
    'Too many cards were declined. Nothing was charged. Please try again in an hour, or contact us.',
  ],
  payment_under_way: [
    409,
    'A payment of this order is being confirmed. Please do not pay again; this page shows the result in a moment.',
  ],
  payment_not_open: [409, 'This order can no longer be paid. Nothing was charged; please start again.'],
  order_replaced: [409, 'A newer order has taken the place of this one. Nothing was charged for this one.'],
  card_token_used: [
    409,
    'These card details were used already. Nothing was charged; please enter your card again.',
  ],
  order_not_refundable: [409, 'Only an order that was paid can be refunded.'],
  no_such_seats: [409, 'The order has not that many seats without a name.'],
  case_needs_review: [409, 'There is no order under review that this could be decided for.'],
  case_needs_decision: [409, 'This order is under review: accept it or refund it.'],
  case_not_found: [404, 'This case does not exist.'],
  stripe_not_configured: [409, 'Stripe is not configured here.'],
  stripe_away: [503, 'Stripe gives no answer just now. Please look again in a minute.'],
  stripe_refused: [400, 'Stripe refuses this.'],
  refund_too_large: [409, 'This is more than is left of what was paid.'],
  order_disputed: [
    409,
    'The buyer has disputed this payment with their bank, so it cannot be refunded here.',
  ],
  capacity_below_taken: [409, 'More seats than that are taken.'],
  changed_meanwhile: [409, 'Somebody else has changed this in the meantime. Please look at it again.'],
  order_not_found: [404, 'Order not found'],
  registration_not_found: [404, 'Registration not found'],
  not_found: [404, 'There is nothing at this address.'],
  order_not_paid: [409, 'This order has not been paid, so nobody can be added to it.'],
  no_receipt: [409, 'There is a receipt once this order has been paid.'],
  order_not_confirmed: [409, 'Only a paid order has a confirmation to send.'],
  organizer_stays: [409, 'Cannot remove the organizer from the registration'],
  same_person: [409, 'This order already has a person with this name and email.'],
  no_slots_left: [409, 'Every seat of this order has a name already.'],
  event_over: [403, 'The event is over, so the registration can no longer be changed.'],
  ticket_invalid: [404, 'This ticket is not valid.'],
  ticket_not_paid: [409, 'This ticket has not been paid.'],
  ticket_wrong_day: [409, 'This ticket is for another day.'],
  already_checked_in: [409, 'Already checked in'],
  press_spent: [409, 'This check-in was sent before and no longer counts. Please scan the ticket again.'],
  not_checked_in: [409, 'This person is not checked in today.'],
  speaker_not_found: [404, 'This speaker does not exist.'],
  template_not_found: [404, 'This template does not exist.'],
  mail_not_sent: [503, 'The mail server did not take the mail. Please try again in a minute.'],
  sign_in_first: [401, 'Unauthorized'],
  forbidden: [403, 'Access Denied - This area is restricted to authorized personnel only.'],
  wrong_origin: [403, 'This request came from another site and was refused.'],
  bad_signature: [400, 'The signature of this message is not valid.'],
  already_subscribed: [409, 'This email is already signed up for newsletter updates.'],
  body_too_large: [413, 'The request is larger than 100 kB.'],
  not_json: [415, 'Send JSON, with the content type application/json.'],
  method_not_allowed: [405, 'This address does not take that method.'],
  too_many_requests: [429, 'Too many tries. Please wait a minute and try again.'],
  unavailable: [503, 'The service is not ready just now. Please try again in a moment.'],
  internal: [500, 'Something went wrong on our side. Nothing that you typed is lost; please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** What an unsuccessful answer of `/api` holds. `fields` maps dotted paths to sentences. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  /** `false`, and the message once more: what the specification's pages read. */
  readonly success: false;
  readonly error: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly requestId?: string;
}
