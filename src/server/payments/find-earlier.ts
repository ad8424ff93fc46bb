import { ATTEMPT_STATES, type AttemptState, isLiveAttempt, type PaymentStatus } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, gt, inArray, type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts } from '../db/tables.ts';

const STANDING: PaymentStatus[] = ['pending', 'completed', 'partially_refunded', 'review'];

const LIVE: AttemptState[] = ATTEMPT_STATES.filter(isLiveAttempt);

export function isStanding(): SQL {
  return inArray(orders.paymentStatus, STANDING);
}

/** The order that a checkout has led to so far, with its latest attempt. */
export interface Earlier {
  readonly order: OrderRow;
  readonly attempt: AttemptRow | undefined;
}

/** The order of a checkout that is paid or may still be paid; what is paid counts before what is open. */
export async function findEarlier(ctx: Context, checkoutId: string | undefined): Promise<Earlier | null> {
  if (!checkoutId) return null;
  const { paymentStatus } = orders;
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.checkoutId, checkoutId), isStanding()))
    .orderBy(sql`${paymentStatus} = 'pending'`, desc(orders.id))
    .limit(1);
  return order ? { order, attempt: await latestAttempt(ctx, order.id) } : null;
}

/** The one that is live, else the one that ended last. */
export async function latestAttempt(ctx: Context, orderId: number): Promise<AttemptRow | undefined> {
  const [attempt] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(desc(inArray(paymentAttempts.state, LIVE)), desc(paymentAttempts.createdAt))
    .limit(1);
  return attempt;
}

/** Whether there is time left to pay: at the provider by the real clock, and until the seats go by the event's. */
export function isPayable(ctx: Context, { expiresAt, holdUntil }: AttemptRow): boolean {
  return ctx.protocolNow() < expiresAt && ctx.now < holdUntil;
}

/** Whether a newer order of the same checkout is paid or may be: the checkout was changed. */
export async function isReplaced(tx: Transaction, { id, checkoutId }: OrderRow): Promise<boolean> {
  if (!checkoutId) return false;
  const isNewer = and(eq(orders.checkoutId, checkoutId), gt(orders.id, id), isStanding());
  return (await tx.$count(orders, isNewer)) > 0;
}
