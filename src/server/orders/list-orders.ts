import { type AdminOrder, PAGE_SIZE, type listOrders as route } from '#contract/admin.ts';
import type { ParsedOf } from '#contract/route.ts';
import { parseRegistrationNumber } from '#domain/codes.ts';
import type { OrderSort } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, asc, type Column, desc, eq, or, type SQL, sql } from '../db/drizzle.ts';
import { orders } from '../db/tables.ts';
import { presentOrderToStaff } from './present-order.ts';

/** A page of orders; tells the total in `X-Total-Count`. Search finds names, e-mail, transaction id and DSS number. */
export async function listOrders(
  ctx: Context,
  query: ParsedOf<typeof route.query>,
  headers: Headers,
): Promise<AdminOrder[]> {
  const where = and(
    query.search ? matching(ctx, query.search) : undefined,
    query.status ? eq(orders.paymentStatus, query.status) : undefined,
    query.eventType ? eq(orders.eventType, query.eventType) : undefined,
    query.attendeeStatus ? eq(orders.attendeeDataStatus, query.attendeeStatus) : undefined,
  );
  const inOrder = query.direction === 'asc' ? asc : desc;
  const [rows, total] = await Promise.all([
    ctx.db
      .select()
      .from(orders)
      .where(where)
      .orderBy(...SORTED_BY[query.sort].map(inOrder), inOrder(orders.id))
      .limit(PAGE_SIZE)
      .offset((query.page - 1) * PAGE_SIZE),
    ctx.db.$count(orders, where),
  ]);
  headers.set('x-total-count', String(total));
  return rows.map((row) => presentOrderToStaff(ctx.content.event, row));
}

const SORTED_BY: Readonly<Record<OrderSort, readonly SQL[]>> = {
  organizer: [sql`lower(${orders.organizerLastName})`, sql`lower(${orders.organizerFirstName})`],
  amount: [sql`${orders.totalAmount}`],
  createdAt: [sql`${orders.createdAt}`],
};

function matching(ctx: Context, search: string): SQL | undefined {
  const number = parseRegistrationNumber(ctx.content.event.shortCode, search);
  return or(
    number !== null && number < 2 ** 31 ? eq(orders.id, number) : undefined,
    contains(orders.searchText, search),
  );
}

/** Whether a column of small letters has what was typed in it. */
export function contains(column: Column, text: string): SQL {
  return sql`${column} LIKE lower(${likePattern(text)})`;
}

/** A substring pattern in which the visitor's own `%` and `_` mean themselves. */
export function likePattern(text: string): string {
  return `%${text.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
}
