import type Stripe from 'stripe';
import { type Param, type Range, range, text } from './params.ts';
import { invalid, noSuch } from './refusal.ts';

const limit: Param<number> = (value, name) => {
  const read = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (read >= 1 && read <= 100) return read;
  throw invalid('This value must be an integer between 1 and 100.', 'parameter_invalid_integer', name);
};

export const paging = { limit, starting_after: text, ending_before: text };
export const pagingByTime = { ...paging, created: range };

export interface Paging {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: Range;
}

interface Page<T> extends Pick<Stripe.ApiList<T>, 'object' | 'data' | 'has_more' | 'url'> {}

/** @param items oldest first, as the store lists them; a page is newest first */
export function pageOf<T extends { id: string; created?: number }>(
  items: readonly T[],
  query: Paging,
  url: string,
): Page<T> {
  const all = items.filter((item) => inRange(item.created ?? 0, query.created)).reverse();
  const size = query.limit ?? 10;
  const { ending_before: newerThan, starting_after: olderThan } = query;

  if (newerThan !== undefined) {
    const end = indexOf(items, all, newerThan, 'ending_before');
    const start = Math.max(0, end - size);
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url };
  }
  const start = olderThan === undefined ? 0 : indexOf(items, all, olderThan, 'starting_after') + 1;
  return { object: 'list', data: all.slice(start, start + size), has_more: start + size < all.length, url };
}

function indexOf<T extends { id: string }>(known: readonly T[], all: T[], id: string, param: string): number {
  const at = all.findIndex((item) => item.id === id);
  if (at >= 0) return at;
  if (known.some((item) => item.id === id)) return all.length;
  throw noSuch('object', id, param);
}

function inRange(at: number, { gte = 0 }: Range = {}): boolean {
  return at >= gte;
}
