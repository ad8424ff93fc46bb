import type { Square, serialization } from 'square';

/** What happens when a card is charged. */
export type CardOutcome =
  | { readonly kind: 'paid' }
  | { readonly kind: 'disputed' }
  | { readonly kind: 'verification' }
  | { readonly kind: 'declined'; readonly code: DeclineCode };

export type DeclineCode = Extract<
  Square.ErrorCode,
  | 'GENERIC_DECLINE'
  | 'CVV_FAILURE'
  | 'ADDRESS_VERIFICATION_FAILURE'
  | 'INVALID_EXPIRATION'
  | 'INSUFFICIENT_FUNDS'
  | 'CARD_DECLINED_VERIFICATION_REQUIRED'
>;

interface TestCard {
  readonly number: string;
  readonly shows: string;
  readonly outcome: CardOutcome;
}

const paid = { kind: 'paid' } as const;
const declined = (code: DeclineCode) => ({ kind: 'declined', code }) as const;

/** Cards of Square's own sandbox, plus a few for outcomes that it lacks. */
export const testCards: readonly TestCard[] = [
  { number: '4111111111111111', shows: 'Pays', outcome: paid },
  { number: '5105105105105100', shows: 'Pays', outcome: paid },
  { number: '4800000000000004', shows: 'Asks for confirmation', outcome: { kind: 'verification' } },
  { number: '4000000000000002', shows: 'Declined', outcome: declined('GENERIC_DECLINE') },
  { number: '4000000000009995', shows: 'Insufficient funds', outcome: declined('INSUFFICIENT_FUNDS') },
  { number: '4000000000000259', shows: 'Pays, then is disputed', outcome: { kind: 'disputed' } },
];

/** What the cardholder types to confirm a payment. */
export const verificationCode = '123456';

/** Values of the other fields that are declined, whatever the number. */
export const decliningValues = { cvv: '911', postalCode: '99999', expiry: { month: 1, year: 2040 } } as const;

interface TypedCard {
  readonly number: string;
  readonly cvv: string;
  readonly postalCode: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** Null if the number isn't a test card, which is always refused. */
export function outcomeOf(card: TypedCard): CardOutcome | null {
  const outcome = testCards.find(({ number }) => number === card.number)?.outcome;
  if (!outcome) return null;
  const { cvv, postalCode, expiry } = decliningValues;
  if (card.cvv === cvv) return declined('CVV_FAILURE');
  if (card.postalCode === postalCode) return declined('ADDRESS_VERIFICATION_FAILURE');
  if (card.expMonth === expiry.month && card.expYear === expiry.year) return declined('INVALID_EXPIRATION');
  return outcome;
}

/** Square's tokens for tests without a browser. They can be used any number of times. */
export const testTokens: Readonly<Record<string, CardOutcome>> = {
  'cnon:card-nonce-ok': paid,
  'cnon:card-nonce-declined': declined('GENERIC_DECLINE'),
};

export function brandOf(number: string): serialization.CardBrand.Raw {
  if (number.startsWith('4')) return 'VISA';
  return /^5[1-5]/.test(number) ? 'MASTERCARD' : 'OTHER_BRAND';
}
