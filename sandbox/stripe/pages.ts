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

/**
 * A page is newest first. A cursor is a position among all items, so it holds even if its item is no longer wanted.
 *
 * @param items all of them, oldest first, as the store lists them
 */
export function pageOf<T extends { id: string; created?: number }>(
  items: readonly T[],
  query: Paging,
  url: string,
  isWanted: (item: T) => boolean = () => true,
): Page<T> {
  const { limit = 10, created, ending_before: newerThan, starting_after: olderThan } = query;
  const all = items.toReversed();
  const start = olderThan === undefined ? 0 : indexOf(all, olderThan, 'starting_after') + 1;
  const end = newerThan === undefined ? all.length : indexOf(all, newerThan, 'ending_before');
  const found = all
    .slice(start, end)
    .filter((item) => (item.created ?? 0) >= (created?.gte ?? 0) && isWanted(item));
  const data = newerThan === undefined ? found.slice(0, limit) : found.slice(-limit);
  return { object: 'list', data, has_more: found.length > limit, url };
}

function indexOf(all: readonly { id: string }[], id: string, param: string): number {
  const at = all.findIndex((item) => item.id === id);
  if (at < 0) throw noSuch('object', id, param);
  return at;
}
