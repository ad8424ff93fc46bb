import { parseRegistrationNumber } from '#domain/codes.ts';
import type { Context } from '../context.ts';
import { and, type Column, eq, or, type SQL, sql } from '../db/drizzle.ts';

/**
 * Whether the typed text is the number of `orderId`, or each of its words is in the search text (R-SEARCH-1).
 * Accents, case and apostrophes make no difference: the database normalizes both sides.
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

/** `text` is normalized by the database's `search_form`. Empty input matches everything. */
export function hasWords(text: Column | SQL, typed: string): SQL | undefined {
  const words = new Set(typed.split(/\s+/).filter((word) => word !== ''));
  return and(...[...words].map((word) => sql`${text} LIKE search_pattern(${word})`));
}
