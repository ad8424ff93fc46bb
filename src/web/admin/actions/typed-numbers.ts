import { type Cents, centsFromDollars } from '#domain/money.ts';

/** Cents from typed dollars, such as `12.50`. Undefined if blank, NaN if not an amount. */
export function typedCents(text: string): Cents | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  return /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? centsFromDollars(typed) : Number.NaN;
}

/** A typed whole number. Undefined if blank, NaN if not a number. */
export function typedCount(text: string): number | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  return /^\d{1,8}$/.test(typed) ? Number(typed) : Number.NaN;
}
