import * as z from 'zod';
import { text } from './params.ts';

export const listParams = z
  .strictObject({
    begin_time: z.iso.datetime(),
    sort_order: z.enum(['ASC', 'DESC']),
    cursor: text(500),
    limit: z.coerce.number(),
    location_id: text(50),
  })
  .partial();

interface Listed {
  readonly id: string;
  readonly created_at: string;
}

/** @param found oldest first, as the store lists them */
export function pageOf<T extends Listed>(
  found: readonly T[],
  query: z.output<typeof listParams>,
): { items: T[]; cursor?: string } {
  const { begin_time, sort_order, cursor, limit = 100 } = query;
  const since = begin_time === undefined ? 0 : Date.parse(begin_time);
  const all = found.filter((one) => Date.parse(one.created_at) >= since);
  if (sort_order !== 'ASC') all.reverse();
  const start = cursor === undefined ? 0 : all.findIndex((one) => one.id === cursor) + 1;
  const items = all.slice(start, start + limit);
  return { items, ...(start + limit < all.length && { cursor: items.at(-1)?.id }) };
}
