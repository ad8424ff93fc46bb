import { createHash } from 'node:crypto';
import { digits, fields, instant, notSupported, oneOf, only, type Param, text } from './params.ts';
import { invalid } from './refusal.ts';

export interface ListQuery {
  begin_time?: number;
  end_time?: number;
  sort_order?: 'ASC' | 'DESC';
  sort_field?: undefined;
  cursor?: string;
  limit?: number;
  location_id?: string;
}

const paging = {
  begin_time: instant,
  end_time: instant,
  sort_order: oneOf('ASC', 'DESC'),
  sort_field: only('CREATED_AT'),
  cursor: text(500),
  limit: digits,
  location_id: text(50),
  updated_at_begin_time: notSupported,
  updated_at_end_time: notSupported,
};

/** @param own what this list takes besides time range, order, place and page */
export function listParams<F extends Record<string, Param<unknown>>>(own: F) {
  return fields<typeof paging & F>({ ...paging, ...own }, [], 'UNKNOWN_QUERY_PARAMETER');
}

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
  const { begin_time: from = now - yearMs, end_time: to = now, location_id: location = mainLocation } = query;
  if (to < from) throw invalid('INVALID_TIME_RANGE', 'end_time is before begin_time.', 'end_time');
  const size = Math.min(query.limit || longestPage, longestPage);
  const all = found.filter((one) => {
    const at = Date.parse(one.created_at);
    return at >= from && at <= to && one.location_id === location;
  });
  if (query.sort_order !== 'ASC') all.reverse();
  const start = query.cursor === undefined ? 0 : afterCursor(all, query.cursor, query);
  const items = all.slice(start, start + size);
  const last = items.at(-1);
  const isLastPage = start + size >= all.length || last === undefined;
  return { items, ...(!isLastPage && { cursor: cursorOf(last.id, query) }) };
}

/** A cursor belongs to the query that it came from. */
function cursorOf(lastId: string, { cursor: _, limit: __, ...query }: ListQuery): string {
  const of = createHash('sha256').update(JSON.stringify(query)).digest('hex').slice(0, 12);
  return Buffer.from(`${of}:${lastId}`).toString('base64url');
}

function afterCursor(all: readonly Listed[], cursor: string, query: ListQuery): number {
  const lastId = Buffer.from(cursor, 'base64url').toString().split(':')[1] ?? '';
  const at = all.findIndex((one) => one.id === lastId);
  if (at >= 0 && cursorOf(lastId, query) === cursor) return at + 1;
  throw invalid('INVALID_CURSOR', 'The cursor does not belong to this query.', 'cursor');
}
