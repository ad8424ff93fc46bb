import { parseRegistrationNumber } from '#domain/codes.ts';
import type { Context } from '../context.ts';
import { and, type Column, eq, or, type SQL, sql } from '../db/drizzle.ts';

/**
 * Whether the order number `orderId` is what was typed, or the search text has each of its words, in any order
 * (R-SEARCH-1). Accents, case and apostrophes make no difference: the database brings both sides to one form.
 */
export function matchesSearch(
  ctx: Pick<Context, 'content'>,
  { orderId, searchText }: { readonly orderId: Column; readonly searchText: Column },
  typed: string,
): SQL | undefined {
  const number = parseRegistrationNumber(ctx.content.event.shortCode, typed);
  const isNumber = number !== null && number < 2 ** 31 ? eq(orderId, number) : undefined;
  return or(isNumber, hasWords(searchText, typed));
}

/** `text` is in the form of the database's `search_form`. Nothing typed is in everything. */
export function hasWords(text: Column | SQL, typed: string): SQL | undefined {
  const words = new Set(typed.split(/\s+/).filter((word) => word !== ''));
  return and(...[...words].map((word) => sql`${text} LIKE search_pattern(${word})`));
}
