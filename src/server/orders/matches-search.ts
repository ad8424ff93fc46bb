import { parseRegistrationNumber } from '#domain/codes.ts';
import type { Context } from '../context.ts';
import { type Column, eq, or, type SQL } from '../db/drizzle.ts';
import { hasWords } from '../db/has-words.ts';

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
