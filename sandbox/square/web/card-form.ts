import { passesLuhn } from '#sandbox/luhn.ts';
import { brandOf, type CardOutcome, outcomeOf } from '../cards.ts';
import type { SquareCard, WireMoney } from '../state.ts';

/** As the fields of the card form are called in the script's errors. */
type Field = 'cardNumber' | 'expirationDate' | 'cvv' | 'postalCode';

/** An error of `tokenize()`, as the page gets it. */
export interface FieldError {
  readonly type: string;
  readonly field: Field | 'verificationCode';
  readonly message: string;
}

export type ReadCard =
  | { readonly card: SquareCard; readonly outcome: CardOutcome }
  | { readonly errors: readonly FieldError[] };

/** Checks what was typed as Square's form does. */
export function readCard(typed: Readonly<Record<string, unknown>>, now: Date): ReadCard {
  const given = (field: Field) => String(typed[field] ?? '').trim();
  const number = given('cardNumber').replace(/[\s-]/g, '');
  const expiry = parseExpiry(given('expirationDate'));
  const errors = [
    !passesLuhn(number) && invalid('cardNumber', 'Enter a valid card number.'),
    !isAhead(expiry, now) && invalid('expirationDate', 'Enter a valid expiration date, like 12/34.'),
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

/** The details for `tokenize()` to verify; null if invalid. Amounts are decimals, like '1.00'. */
export function readVerification(details: unknown): WireMoney | null {
  if (typeof details !== 'object' || details === null) return null;
  const { amount, currencyCode, intent, billingContact, customerInitiated, sellerKeyedIn } =
    details as Readonly<Record<string, unknown>>;
  const isRight =
    typeof billingContact === 'object' &&
    billingContact !== null &&
    typeof customerInitiated === 'boolean' &&
    typeof sellerKeyedIn === 'boolean' &&
    intent === 'CHARGE';
  if (!isRight) return null;
  const [, whole, cents = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(String(amount)) ?? [];
  if (typeof amount !== 'string' || whole === undefined || currencyCode !== 'USD') return null;
  return { amount: Number(whole) * 100 + Number(cents.padEnd(2, '0')), currency: currencyCode };
}

const invalid = (field: Field, message: string): FieldError => ({ type: 'VALIDATION_ERROR', field, message });

interface Expiry {
  readonly month: number;
  readonly year: number;
}

/** `12/34`, `12 / 34` or `1234` */
function parseExpiry(text: string): Expiry | undefined {
  const [, month = '', year = ''] = /^(\d{1,2})\s*\/?\s*(\d{2})$/.exec(text) ?? [];
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  return { month: Number(month), year: 2000 + Number(year) };
}

/** A card is valid until the end of its month. */
function isAhead(expiry: Expiry | undefined, now: Date): boolean {
  return expiry !== undefined && Date.UTC(expiry.year, expiry.month) > now.getTime();
}
