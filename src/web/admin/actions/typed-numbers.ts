import { type Cents, centsFromDollars } from '#domain/money.ts';

/** Dollars as typed, such as `12.50`; undefined for blank, NaN for anything else. */
export function typedCents(text: string): Cents | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  return /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? centsFromDollars(typed) : Number.NaN;
}

/** A whole number as typed; undefined for blank, NaN for anything else. */
export function typedCount(text: string): number | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  return /^\d{1,8}$/.test(typed) ? Number(typed) : Number.NaN;
}
