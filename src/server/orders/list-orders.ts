import type { AdminOrder, exportOrders, listOrders as route } from '#contract/admin-orders.ts';
import type { ParsedOf } from '#contract/route.ts';
import { parsePartOfTransactionId } from '#domain/codes.ts';
import type { OrderSort } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { alphabetical } from '../db/alphabetical.ts';
import { and, asc, type Column, desc, eq, inArray, like, or, type SQL } from '../db/drizzle.ts';
import { orders, registrations } from '../db/tables.ts';
import { freeSeatsOf } from './free-seats.ts';
import { matchesSearch } from './matches-search.ts';
import { presentOrderToStaff } from './present-order.ts';

/**
 * A page of orders, with the total in `X-Total-Count`. Search finds everyone's name and email, part of the transaction
 * id and the DSS number.
 */
export async function listOrders(
  ctx: Context,
  query: ParsedOf<typeof route.query>,
  headers: Headers,
): Promise<AdminOrder[]> {
  const where = narrowedBy(ctx, query);
  const inOrder = query.direction === 'asc' ? asc : desc;
  const [rows, total] = await Promise.all([
    ctx.db
      .select({ order: orders, freeSeats: freeSeatsOf() })
      .from(orders)
      .where(where)
      .orderBy(...SORTED_BY[query.sort].map((by) => inOrder(by)), inOrder(orders.id))
      .limit(query.size)
      .offset((query.page - 1) * query.size),
    ctx.db.$count(orders, where),
  ]);
  headers.set('x-total-count', String(total));
  return rows.map(({ order, freeSeats }) => presentOrderToStaff(ctx.content.event, order, freeSeats));
}

/** The condition for the requested orders; undefined for all of them. */
export function narrowedBy(
  ctx: Context,
  { search, status, eventType, attendeeStatus, ids }: ParsedOf<typeof exportOrders.query>,
): SQL | undefined {
  return and(
    search ? matching(ctx, search) : undefined,
    status ? eq(orders.paymentStatus, status) : undefined,
    eventType ? eq(orders.eventType, eventType) : undefined,
    attendeeStatus ? eq(orders.attendeeDataStatus, attendeeStatus) : undefined,
    ids && inArray(orders.id, ids),
  );
}

const SORTED_BY: Readonly<Record<OrderSort, readonly (SQL | Column)[]>> = {
  organizer: [alphabetical(orders.organizerLastName), alphabetical(orders.organizerFirstName)],
  amount: [orders.totalAmount],
  createdAt: [orders.createdAt],
};

/** Finds the organizer, the number or the transaction id, or any person of the order, even with a refunded ticket. */
function matching(ctx: Context, search: string): SQL | undefined {
  const { id, searchText, transactionId } = orders;
  const part = parsePartOfTransactionId(search);
  const ofPeople = ctx.db
    .select({ id: registrations.orderId })
    .from(registrations)
    .where(matchesSearch(ctx, registrations, search));
  return or(
    matchesSearch(ctx, { orderId: id, searchText }, search),
    part === null ? undefined : like(transactionId, `%${part}%`),
    inArray(id, ofPeople),
  );
}
