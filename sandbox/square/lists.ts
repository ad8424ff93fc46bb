import * as z from 'zod';
import type { Core } from './core.ts';
import { text } from './params.ts';
import type { WirePayment, WireRefund } from './state.ts';

export const listParams = z
  .strictObject({
    begin_time: z.iso.datetime(),
    sort_order: z.enum(['ASC', 'DESC']),
    cursor: text(500),
    limit: z.coerce.number(),
    location_id: text(50),
  })
  .partial();

const defaultLagMs = 2000;

interface Recorded {
  readonly payment: WirePayment;
  readonly refund: WireRefund;
}

/** Oldest first, as they were a while ago: Square's lists are eventually consistent. */
export function listed<Kind extends keyof Recorded>({ events, faults, state }: Core, kind: Kind) {
  const until = state.now() - (faults.get().listLagMs ?? defaultLagMs);
  const found = new Map<string, Recorded[Kind]>();
  for (const { created_at, data } of events.stored.list()) {
    if (data.type === kind && Date.parse(created_at) <= until)
      found.set(data.id, (data.object as Recorded)[kind]);
  }
  return [...found.values()];
}

interface Listed {
  readonly id: string;
  readonly created_at: string;
}

/** @param found oldest first */
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
