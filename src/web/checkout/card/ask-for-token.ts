import type { Card, ChargeCardVerificationDetails, TokenResult } from '@square/web-payments-sdk-types';
import type { BillingForm } from '#contract/square.ts';
import { type Cents, dollarsFromCents } from '#domain/money.ts';

type TokenOutcome =
  | { readonly kind: 'token'; readonly token: string }
  /** The card field rejected what was typed; `text` is for people. */
  | { readonly kind: 'refused'; readonly text: string }
  /** The buyer canceled, for example at the bank's challenge. */
  | { readonly kind: 'called_off'; readonly text?: undefined };

const TOKEN_FAILED = 'Card tokenization failed';

/** Gets a token for this amount from the card field, which also shows the bank's challenge if there is one. */
export async function askForToken(
  card: Pick<Card, 'tokenize'>,
  total: Cents,
  billing: BillingForm,
): Promise<TokenOutcome> {
  try {
    return outcomeOf(await card.tokenize(verificationOf(total, billing)));
  } catch (error) {
    return { kind: 'refused', text: wordsFor((error as { errors?: unknown } | null)?.errors) };
  }
}

function verificationOf(total: Cents, billing: BillingForm): ChargeCardVerificationDetails {
  const { addressLine1, addressLine2 } = billing;
  return {
    amount: dollarsFromCents(total),
    currencyCode: 'USD',
    intent: 'CHARGE',
    customerInitiated: true,
    sellerKeyedIn: false,
    billingContact: {
      givenName: billing.firstName,
      familyName: billing.lastName,
      email: billing.email,
      addressLines: addressLine2 ? [addressLine1, addressLine2] : [addressLine1],
      city: billing.locality,
      state: billing.administrativeDistrictLevel1,
      postalCode: billing.postalCode,
      countryCode: billing.country,
    },
  };
}

function outcomeOf(result: TokenResult): TokenOutcome {
  switch (result.status) {
    case 'OK':
      return { kind: 'token', token: result.token };
    case 'Cancel':
    case 'Abort':
      return { kind: 'called_off' };
    case 'Invalid':
      return { kind: 'refused', text: firstMessage(result.errors) };
    default:
      return { kind: 'refused', text: wordsFor('errors' in result && result.errors) };
  }
}

/** The card field's messages about typed values are for people; its other errors are for engineers. */
function wordsFor(errors: unknown): string {
  return Array.isArray(errors) && errors[0]?.type === 'VALIDATION_ERROR'
    ? firstMessage(errors)
    : TOKEN_FAILED;
}

function firstMessage(errors: unknown): string {
  const [first] = Array.isArray(errors) ? (errors as ({ message?: unknown } | null)[]) : [];
  return typeof first?.message === 'string' && first.message ? first.message : TOKEN_FAILED;
}
