import type { ErrorCode } from '../errors.ts';
import { OFFER_WORDS, QUOTE_WORDS } from './quotes.ts';

/**
 * What people read when a call is refused. Sentences are in `contract/words` because server and browser both show them;
 * `content` has the texts that change with the event. All are in English and imported as constants: a second language
 * needs a choice wherever one is read, and also in the other files here, the components of `src/web`, and `content`.
 */
export const ERROR_WORDS: Readonly<Record<ErrorCode, string>> = {
  ...QUOTE_WORDS,
  invalid: 'Some of your entries need correcting.',
  price_changed:
    'The price has changed since you opened this page. Please check the new total and try again.',
  // The server doesn't tell a day without seats from one with too few; before that, the form does (`OFFER_WORDS`).
  sold_out: OFFER_WORDS.too_few_seats,
  too_much_held: 'Too many unpaid orders are open. Pay for one, or wait for one to expire, and try again.',
  coupon_exists: 'A coupon with this code already exists.',
  coupon_in_use: 'This coupon has been used, so it cannot be deleted. End it instead.',
  coupon_not_found: 'This coupon does not exist.',
  coupon_unchecked:
    'We cannot check this code right now. Please try again in a minute, or continue without it.',
  payment_provider_unavailable:
    'We cannot reach the payment provider right now. Nothing was charged; please try again in a minute.',
  payment_declined: 'The payment was declined. Nothing was charged; please try another card.',
  declined_too_often:
    'Ten cards were declined for this order, so it was closed. Nothing was charged. To try again, start a new registration.',
  too_many_declines:
    'Too many cards were declined. Nothing was charged. Please try again in an hour, or contact us.',
  payment_under_way:
    'A payment for this order is being confirmed. Please do not pay again; this page will show the result in a moment.',
  payment_not_open: 'This order is closed. Nothing was charged; please start over.',
  order_replaced: 'A newer order has replaced this one. Nothing was charged for this one.',
  card_token_used: 'These card details were already used. Nothing was charged; please enter your card again.',
  order_not_refundable: 'Only a paid order can be refunded.',
  no_such_seats: 'This order does not have that many unnamed seats.',
  order_not_cancelable: 'Only a paid order has seats that can be canceled.',
  person_is_in: 'Someone you chose has already checked in, so their seat cannot be canceled.',
  case_needs_review:
    'This case has no order under review, so there is nothing to accept or refund. Reload the list.',
  case_needs_decision: 'This order is under review: accept it or refund it.',
  case_closes_itself: 'This case closes by itself once its cause is gone, so there is nothing to decide.',
  case_not_found: 'This case does not exist.',
  stripe_not_configured: 'Stripe is not set up for this site.',
  stripe_away: 'Stripe is not responding right now. Please check again in a minute.',
  stripe_refused: 'Stripe rejected this request.',
  stripe_key_refused:
    'Stripe rejected this site’s API key. Ask the site’s operator to check STRIPE_SECRET_KEY.',
  refund_too_large: 'This is more than the amount left to refund.',
  refund_differs:
    'An earlier attempt went through with a different amount or different seats. Please review the order before you try again.',
  order_disputed: 'The buyer has disputed this payment with their bank, so it cannot be refunded here.',
  capacity_below_taken: 'More seats than that are already taken.',
  changed_meanwhile: 'Someone else has changed this in the meantime. Please review it and try again.',
  order_not_found: 'Order not found',
  registration_not_found: 'Registration not found',
  not_found: 'There is nothing at this address.',
  order_not_paid:
    'Only a paid order can be changed. This one was not paid, was refunded, or is under review.',
  no_receipt: 'The receipt is available once this order has been paid.',
  tickets_not_paid: 'The tickets are available once this order has been paid.',
  no_valid_ticket: 'This order has no valid ticket.',
  order_not_confirmed: 'Only a paid order has a confirmation to send.',
  organizer_erased: 'The organizer’s data was erased, so there is no address to send anything to.',
  person_erased:
    'There is no address to send this ticket to, because it was erased. Enter the person’s own address first.',
  organizer_stays: 'Cannot remove the organizer from the registration',
  same_person: 'This order already has a person with this name and email.',
  no_slots_left: 'Every seat in this order already has a name.',
  event_over: 'The event is over, so the registration can no longer be changed.',
  naming_over: 'The deadline for naming seats has passed. Staff can still name a seat, even at the door.',
  seats_invited: 'Every free seat has an invitation. Withdraw one first.',
  team_full: 'Every seat on this team is taken. Please contact the person who sent you the link.',
  claim_unknown: 'This link is incomplete. Please open it again from the message you received.',
  claim_withdrawn: 'This link was withdrawn. Please ask the person who sent it to you for a new one.',
  claim_used: 'This link has been used. If that was you, your ticket is in your email.',
  link_not_found: 'This link does not exist.',
  ticket_invalid: 'This ticket is not valid.',
  ticket_not_paid: 'This ticket has not been paid for.',
  ticket_wrong_day: 'This ticket is for another day.',
  ticket_replaced: 'This ticket was replaced by a newer one.',
  ticket_page_unknown: 'There is no ticket at this link. Open it again from our email.',
  ticket_ended: 'This ticket is no longer valid.',
  track_fixed:
    'Starting on the conference day, only staff can change the track. Please ask at the help desk.',
  already_checked_in: 'Already checked in',
  press_spent: 'This check-in was already sent and no longer counts. Please scan the ticket again.',
  not_checked_in: 'This person is not checked in today.',
  speaker_not_found: 'This speaker does not exist.',
  template_not_found: 'This template does not exist.',
  mail_not_sent: 'The mail server did not accept the email. Please try again in a minute.',
  sign_in_first: 'You are signed out. Sign in, then try again.',
  forbidden: 'Access Denied - This area is restricted to authorized personnel only.',
  door_phone_needed: 'This phone has not joined. Please scan the invitation that staff show you.',
  door_phone_ended: 'This phone no longer works at the door. Please see staff.',
  invitation_invalid: 'This invitation is no longer valid. Please ask staff for a new code.',
  invitation_used_up:
    'This invitation has already been used on the maximum number of phones. Please ask staff for a new code.',
  phone_revoked: 'Staff revoked this phone. To use it again, please ask staff for a new invitation.',
  scan_not_found: 'This scan does not exist.',
  no_badges: 'There are no badges to make, because no valid ticket needs one.',
  badges_not_found:
    'These badges are already printed, the file no longer exists, or everything in it has changed. Please create the file again.',
  wrong_origin: 'This request came from another site and was refused.',
  bad_signature: 'The signature of this message is not valid.',
  already_subscribed: 'This email is already signed up for newsletter updates.',
  body_too_large: 'The request is larger than 100 kB.',
  not_json: 'Send JSON, with the content type application/json.',
  method_not_allowed: 'This address does not accept that method.',
  too_many_requests: 'Too many attempts. Please wait a minute and try again.',
  unavailable: 'The service is not available right now. Please try again in a moment.',
  internal: 'Something went wrong on our side. Please try again.',
};
