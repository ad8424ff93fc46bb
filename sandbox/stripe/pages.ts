import type Stripe from 'stripe';
import * as z from 'zod';
import { integer, text } from './params.ts';
import { noSuch } from './refusal.ts';

export const pagingParams = z
  .strictObject({
    limit: integer,
    starting_after: text,
    ending_before: text,
    created: z.strictObject({ gte: integer }),
  })
  .partial();
type Paging = z.output<typeof pagingParams>;

type Page<T> = Pick<Stripe.ApiList<T>, 'object' | 'data' | 'has_more' | 'url'>;

/** @param items oldest first, as the store lists them; a page is newest first */
export function pageOf<T extends { id: string; created?: number }>(
  items: readonly T[],
  query: Paging,
  url: string,
): Page<T> {
  const { limit = 10, created, ending_before: newerThan, starting_after: olderThan } = query;
  const all = items.filter((item) => (item.created ?? 0) >= (created?.gte ?? 0)).reverse();
  if (newerThan !== undefined) {
    const end = indexOf(all, newerThan, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url };
  }
  const start = olderThan === undefined ? 0 : indexOf(all, olderThan, 'starting_after') + 1;
  return { object: 'list', data: all.slice(start, start + limit), has_more: start + limit < all.length, url };
}

function indexOf(all: readonly { id: string }[], id: string, param: string): number {
  const at = all.findIndex((item) => item.id === id);
  if (at < 0) throw noSuch('object', id, param);
  return at;
}
