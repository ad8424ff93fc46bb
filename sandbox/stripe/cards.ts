import type Stripe from 'stripe';

export type Outcome =
  | { readonly kind: 'paid' }
  | { readonly kind: 'disputed' }
  | { readonly kind: 'challenge' }
  | Decline;

export interface Decline {
  readonly kind: 'declined';
  readonly code: Stripe.PaymentIntent.LastPaymentError.Code;
  readonly declineCode?: string;
  readonly message: string;
}

interface TestCard {
  readonly number: string;
  readonly shows: string;
  readonly outcome: Outcome;
}

const declined = (code: Decline['code'], message: string, declineCode: string = code): Decline => ({
  kind: 'declined',
  code,
  declineCode,
  message,
});

/** Stripe's test cards. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', shows: 'Pays', outcome: { kind: 'paid' } },
  { number: '4000002760003184', shows: 'Asks for confirmation', outcome: { kind: 'challenge' } },
  {
    number: '4000000000000002',
    shows: 'Declined',
    outcome: declined('card_declined', 'Your card was declined.', 'generic_decline'),
  },
  {
    number: '4000000000009995',
    shows: 'Insufficient funds',
    outcome: declined('card_declined', 'Your card has insufficient funds.', 'insufficient_funds'),
  },
  {
    number: '4000000000000069',
    shows: 'Expired card',
    outcome: declined('expired_card', 'Your card has expired.'),
  },
  {
    number: '4000000000000127',
    shows: 'Wrong CVC',
    outcome: declined('incorrect_cvc', "Your card's security code is incorrect."),
  },
  {
    number: '4000000000000119',
    shows: 'Processing error',
    outcome: declined(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
  { number: '4000000000000259', shows: 'Pays, then is disputed', outcome: { kind: 'disputed' } },
];

/** Stripe's test cards of other brands, which people at the demo may know by heart. */
const otherPayingCards = ['5555555555554444', '378282246310005', '4000056655665556', '6011111111111117'];

/** What happens to a valid number. Only test cards are accepted. */
export function outcomeOf(number: string): Outcome {
  if (otherPayingCards.includes(number)) return { kind: 'paid' };
  return testCards.find((card) => card.number === number)?.outcome ?? notATestCard;
}

export function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^3[47]/.test(number)) return 'amex';
  if (/^5[1-5]/.test(number)) return 'mastercard';
  return number.startsWith('6') ? 'discover' : 'unknown';
}

const notATestCard = declined(
  'card_declined',
  'Your card was declined. This is a sandbox: use one of its test cards.',
  'test_mode_live_card',
);

export const authenticationFailed: Decline = {
  kind: 'declined',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};
