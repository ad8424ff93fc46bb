import { verificationCode } from '../cards.ts';
import type { Core } from '../core.ts';
import type { CardToken, SquareCard } from '../state.ts';
import { makeToken } from '../tokens.ts';
import { type FieldError, readCard, readVerification } from './card-form.ts';

/** The response to the card form's frame, which forwards all but the challenge to the page. */
type TokenOutcome =
  | { readonly status: 'OK'; readonly token: string; readonly details: object }
  | { readonly status: 'Invalid' | 'Error'; readonly errors: readonly object[] }
  | { readonly status: 'Challenge'; readonly errors: readonly FieldError[] };

/** Exchanges a card for a token; some cards require the owner to confirm the amount first. */
export function tokenize({ state }: Core, request: Readonly<Record<string, unknown>>): TokenOutcome {
  const { card: typed = {}, verification: details, code } = request;
  const read = readCard(typed as Readonly<Record<string, unknown>>, new Date(state.now()));
  if ('errors' in read) return { status: 'Invalid', errors: read.errors };
  const { card, outcome } = read;
  const tokenFor = (verified?: CardToken['verified']): TokenOutcome => {
    const token = makeToken(state, { card, outcome, verified });
    return { status: 'OK', token, details: detailsOf(card) };
  };

  if (!details) return tokenFor();
  const verification = readVerification(details);
  if (!verification) return { status: 'Error', errors: [wrongDetails] };
  if (outcome.kind !== 'verification') return tokenFor();
  if (code === verificationCode) return tokenFor(verification);
  return { status: 'Challenge', errors: code === undefined ? [] : [wrongCode] };
}

const wrongDetails = {
  type: 'INVALID_VERIFICATION_DETAILS',
  field: 'verificationDetails',
  message:
    "The verification details need a decimal amount such as '1.00', currencyCode USD, intent, billingContact, customerInitiated and sellerKeyedIn.",
};

const wrongCode: FieldError = {
  type: 'VALIDATION_ERROR',
  field: 'verificationCode',
  message: `This code is wrong. In the sandbox it is ${verificationCode}.`,
};

function detailsOf({ brand, last4, expMonth, expYear, postalCode }: SquareCard) {
  const card = { brand, last4, expMonth, expYear, cardType: 'CREDIT', prepaidType: 'NOT_PREPAID' };
  return { method: 'Card', card, billing: { postalCode } };
}
