import { LIVE_ATTEMPTS, SEAT_HOLDING } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, gt, inArray, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts } from '../db/tables.ts';

const isHoldingSeats = inArray(orders.paymentStatus, SEAT_HOLDING);

/** The order that a checkout already has, with its latest attempt. */
export interface Earlier {
  readonly order: OrderRow;
  readonly attempt: AttemptRow | undefined;
}

/** The checkout's order that is paid or may still be paid. Paid ones come first. */
export async function findEarlier(ctx: Context, checkoutId: string | null): Promise<Earlier | null> {
  if (!checkoutId) return null;
  const { paymentStatus } = orders;
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.checkoutId, checkoutId), isHoldingSeats))
    .orderBy(sql`${paymentStatus} = 'pending'`, desc(orders.id))
    .limit(1);
  return order ? { order, attempt: await latestAttempt(ctx, order.id) } : null;
}

/** The live attempt, or else the one that ended last. */
export async function latestAttempt(ctx: Context, orderId: number): Promise<AttemptRow | undefined> {
  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(desc(inArray(paymentAttempts.state, LIVE_ATTEMPTS)), desc(paymentAttempts.createdAt))
    .limit(1);
  return attempt;
}

/** Whether there is time left to pay: at the provider by real time, and for the seats by the event's clock. */
export function isPayable(ctx: Context, { expiresAt, holdUntil }: AttemptRow): boolean {
  return ctx.protocolNow() < expiresAt && ctx.now < holdUntil;
}

/** Whether the checkout was changed: a newer order of it is paid or may still be. */
export async function isReplaced(tx: Transaction, { id, checkoutId }: OrderRow): Promise<boolean> {
  if (!checkoutId) return false;
  const isNewer = and(eq(orders.checkoutId, checkoutId), gt(orders.id, id), isHoldingSeats);
  return (await tx.$count(orders, isNewer)) > 0;
}
