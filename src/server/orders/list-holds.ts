import type { Hold } from '#contract/holds.ts';
import { LIVE_ATTEMPTS } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, asc, desc, eq, inArray, sql } from '../db/drizzle.ts';
import { orders, paymentAttempts } from '../db/tables.ts';

/** More than anyone reads. */
const MOST = 1_000;
/** Long enough to distinguish a few hundred. */
const MARK_LENGTH = 6;

/** What unpaid orders hold, so that staff notice one visitor holding much of it. */
export async function listHolds(ctx: Context): Promise<Hold[]> {
  const seatsOfIp = sql`sum(${orders.teamMemberCount}) OVER (PARTITION BY coalesce(${orders.ipMark}, ${orders.id}::text))`;
  const isLive = and(eq(paymentAttempts.orderId, orders.id), inArray(paymentAttempts.state, LIVE_ATTEMPTS));
  const rows = await ctx.db
    .select({ order: orders, attempt: paymentAttempts })
    .from(orders)
    .leftJoin(paymentAttempts, isLive)
    .where(eq(orders.paymentStatus, 'pending'))
    .orderBy(desc(seatsOfIp), asc(orders.ipMark), asc(orders.id))
    .limit(MOST);
  return rows.map(({ order, attempt }) => ({
    orderId: order.id,
    organizerFirstName: order.organizerFirstName,
    organizerLastName: order.organizerLastName,
    eventType: order.eventType,
    seats: order.teamMemberCount,
    heldUntil: attempt && attempt.state !== 'processing' ? attempt.holdUntil.toISOString() : null,
    addressMark: shown(order.ipMark),
    browserMark: shown(order.browserMark),
  }));
}

function shown(mark: string | null): string | null {
  return mark?.slice(0, MARK_LENGTH).toUpperCase() ?? null;
}
