import { type Expiry, isExpired, parseExpiry, passesLuhn } from '#sandbox/typed-card.ts';
import { brandOf, type Outcome, outcomeOf } from './cards.ts';
import type { CardPayment } from './state.ts';

export const cardFields = ['email', 'number', 'expiry', 'cvc', 'name'] as const;
export type Field = (typeof cardFields)[number];

export type Typed = Partial<Record<Field, string>>;
export type FieldErrors = Partial<Record<Field, string>>;

type CardForm = { readonly card: CardPayment; readonly outcome: Outcome } | { readonly errors: FieldErrors };

/** Checks the hosted page's form as Stripe's page does. */
export function readCardForm(typed: Typed, now: Date): CardForm {
  const given = (field: Field) => typed[field]?.trim() ?? '';
  const number = given('number').replace(/[\s-]/g, '');
  const expiry = parseExpiry(given('expiry'));
  const errors = cardErrors(given, number, expiry, now);
  if (Object.keys(errors).length > 0 || !expiry) return { errors };
  const card = {
    brand: brandOf(number),
    last4: number.slice(-4),
    expMonth: expiry.month,
    expYear: expiry.year,
    name: given('name'),
    email: given('email'),
  };
  return { card, outcome: outcomeOf(number) };
}

function cardErrors(
  given: (field: Field) => string,
  number: string,
  expiry: Expiry | undefined,
  now: Date,
): FieldErrors {
  const digits = brandOf(number) === 'amex' ? 4 : 3;
  return withoutEmpty({
    email: check(given('email'), 'Enter your email.', (text) =>
      /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text) ? '' : 'Enter a complete email, like name@example.org.',
    ),
    number: check(number, 'Enter your card number.', () =>
      passesLuhn(number) ? '' : 'Your card number is invalid.',
    ),
    expiry: check(given('expiry'), 'Enter the expiration date.', () => expiryError(expiry, now)),
    cvc: check(given('cvc'), 'Enter the security code.', (text) =>
      text.length === digits && /^\d+$/.test(text) ? '' : `Your card's security code has ${digits} digits.`,
    ),
    name: check(given('name'), 'Enter the name on the card.', () => ''),
  });
}

function check(text: string, whenEmpty: string, otherwise: (text: string) => string): string {
  return text === '' ? whenEmpty : otherwise(text);
}

function withoutEmpty(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== ''));
}

function expiryError(expiry: Expiry | undefined, now: Date): string {
  if (!expiry) return 'Enter month and year, like 12 / 34.';
  return isExpired(expiry, now) ? "Your card's expiration date is in the past." : '';
}
