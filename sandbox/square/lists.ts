import { digits, fields, instant, oneOf, text } from './params.ts';
import { invalid } from './refusal.ts';

export const listParams = fields(
  {
    begin_time: instant,
    sort_order: oneOf('ASC', 'DESC'),
    cursor: text(500),
    limit: digits,
    location_id: text(50),
  },
  [],
  'UNKNOWN_QUERY_PARAMETER',
);

export type ListQuery = ReturnType<typeof listParams>;

interface Listed {
  readonly id: string;
  readonly created_at: string;
  readonly location_id?: string | null;
}

const longestPage = 100;
const yearMs = 365 * 24 * 3600 * 1000;

/** @param found oldest first, as the store lists them */
export function pageOf<T extends Listed>(
  found: readonly T[],
  query: ListQuery,
  mainLocation: string,
  now: number,
): { items: T[]; cursor?: string } {
  const { begin_time: from = now - yearMs, location_id: location = mainLocation } = query;
  const size = Math.min(query.limit || longestPage, longestPage);
  const all = found.filter((one) => {
    const at = Date.parse(one.created_at);
    return at >= from && at <= now && one.location_id === location;
  });
  if (query.sort_order !== 'ASC') all.reverse();
  const start = query.cursor === undefined ? 0 : afterCursor(all, query.cursor);
  const items = all.slice(start, start + size);
  const last = items.at(-1);
  const isLastPage = start + size >= all.length || last === undefined;
  return { items, ...(!isLastPage && { cursor: last.id }) };
}

function afterCursor(all: readonly Listed[], cursor: string): number {
  const at = all.findIndex((one) => one.id === cursor);
  if (at >= 0) return at + 1;
  throw invalid('INVALID_CURSOR', 'The cursor does not belong to this query.', 'cursor');
}
