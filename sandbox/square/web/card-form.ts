import * as z from 'zod';
import { isExpired, parseExpiry, passesLuhn } from '#sandbox/typed-card.ts';
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
export function readVerification(details: unknown): WireMoney | null {
  const { data } = verification.safeParse(details);
  return data ? { amount: Math.round(Number(data.amount) * 100), currency: data.currencyCode } : null;
}

const invalid = (field: Field, message: string): FieldError => ({ type: 'VALIDATION_ERROR', field, message });
