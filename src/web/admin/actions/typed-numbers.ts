import { type Cents, centsFromDollars } from '#domain/money.ts';

/** Cents from typed dollars, such as `1,200.50`. Undefined if blank, NaN if not an amount. */
export function typedCents(text: string): Cents | undefined {
  const typed = ungrouped(text);
  if (typed === '') return undefined;
  return /^\d{1,9}(\.\d{1,2})?$/.test(typed) ? centsFromDollars(typed) : Number.NaN;
}

/** A typed whole number, such as `1,000`. Undefined if blank, NaN if not a whole number. */
export function typedCount(text: string): number | undefined {
  const typed = ungrouped(text);
  if (typed === '') return undefined;
  return /^\d{1,8}$/.test(typed) ? Number(typed) : Number.NaN;
}

/** Without the commas between thousands; any other comma stays, and makes it no number. */
function ungrouped(text: string): string {
  const typed = text.trim();
  return /^\d{1,3}(,\d{3})+(\.|$)/.test(typed) ? typed.replaceAll(',', '') : typed;
}
