import * as z from 'zod';
import { isExpired, parseExpiry, passesLuhn } from '#sandbox/typed-card.ts';
import { brandOf, type CardOutcome, outcomeOf, verificationCode } from '../cards.ts';
import type { Core } from '../core.ts';
import type { CardToken, SquareCard, WireMoney } from '../state.ts';
import { makeToken } from '../tokens.ts';

/** As the fields of the card form are called in the script's errors. */
type Field = 'cardNumber' | 'expirationDate' | 'cvv' | 'postalCode' | 'verificationCode';

/** An error of `tokenize()`, as the page gets it. */
interface FieldError {
  readonly type: string;
  readonly field: Field;
  readonly message: string;
}

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
  return { status: 'Challenge', errors: code === undefined ? [] : [invalid('verificationCode', wrongCode)] };
}

const wrongDetails = {
  type: 'INVALID_VERIFICATION_DETAILS',
  field: 'verificationDetails',
  message:
    "The verification details need a decimal amount such as '1.00', currencyCode USD, intent, billingContact, customerInitiated and sellerKeyedIn.",
};

const wrongCode = `This code is wrong. In the sandbox it is ${verificationCode}.`;

function detailsOf({ brand, last4, expMonth, expYear, postalCode }: SquareCard) {
  const card = { brand, last4, expMonth, expYear, cardType: 'CREDIT', prepaidType: 'NOT_PREPAID' };
  return { method: 'Card', card, billing: { postalCode } };
}

type ReadCard =
  | { readonly card: SquareCard; readonly outcome: CardOutcome }
  | { readonly errors: readonly FieldError[] };

/** Checks what was typed as Square's form does. */
function readCard(typed: Readonly<Record<string, unknown>>, now: Date): ReadCard {
  const given = (field: Field) => String(typed[field] ?? '').trim();
  const number = given('cardNumber').replace(/[\s-]/g, '');
  const expiry = parseExpiry(given('expirationDate'));
  const errors = [
    !passesLuhn(number) && invalid('cardNumber', 'Enter a valid card number.'),
    (!expiry || isExpired(expiry, now)) &&
      invalid('expirationDate', 'Enter a valid expiration date, like 12/34.'),
    !/^\d{3}$/.test(given('cvv')) && invalid('cvv', 'Enter the security code; it has 3 digits.'),
    !/^\d{5}(-\d{4})?$/.test(given('postalCode')) && invalid('postalCode', 'Enter a valid ZIP code.'),
  ].filter((error) => error !== false);
  if (errors.length > 0 || !expiry) return { errors };

  const [cvv, postalCode] = [given('cvv'), given('postalCode')];
  const { month: expMonth, year: expYear } = expiry;
  const outcome = outcomeOf({ number, cvv, postalCode, expMonth, expYear });
  if (!outcome) return { errors: [invalid('cardNumber', 'This is a sandbox: use one of its test cards.')] };
  const shown = { brand: brandOf(number), last4: number.slice(-4) };
  return { card: { ...shown, expMonth, expYear, postalCode }, outcome };
}

/** The details that `tokenize()` must get to verify a card. */
const verification = z.object({
  amount: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/),
  currencyCode: z.literal('USD'),
  intent: z.literal('CHARGE'),
  billingContact: z.object({}),
  customerInitiated: z.boolean(),
  sellerKeyedIn: z.boolean(),
});

/** What the details ask the cardholder to confirm; null if they are invalid. */
function readVerification(details: unknown): WireMoney | null {
  const { data } = verification.safeParse(details);
  return data ? { amount: Math.round(Number(data.amount) * 100), currency: data.currencyCode } : null;
}

function invalid(field: Field, message: string): FieldError {
  return { type: 'VALIDATION_ERROR', field, message };
}
