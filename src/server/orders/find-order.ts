import type { ErrorCode } from '#contract/errors.ts';
import { parseTransactionId } from '#domain/codes.ts';
import { PAYMENT_PROVIDERS } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, desc, eq, inArray, sql } from '../db/drizzle.ts';
import { idFrom, isNumber } from '../db/id-from.ts';
import { prepared } from '../db/prepared.ts';
import { type OrderRow, orders, paymentAttempts, paymentLedger } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { limitKeyGuesses } from '../http/limits.ts';

/**
 * The order for `key`: a transaction id as copied or typed, the provider's session or payment id, or, for staff and in
 * the browser that made it, its number (R-CODE-1). Throws `missing` if there is none, or it isn't theirs, and
 * `too_many_requests` for an address that guesses, except to staff.
 */
export async function getOrderByKey(
  ctx: Context,
  key: string,
  missing: ErrorCode = 'order_not_found',
): Promise<OrderRow> {
  const found = await look(ctx, key);
  if (found) return found;
  if (!ctx.actor.isAdmin) await limitKeyGuesses(ctx, 'order');
  throw new Refusal(missing);
}

/** The order with this number, for staff. */
export async function getOrderByNumber(ctx: Context, id: string): Promise<OrderRow> {
  const found = await byNumber(ctx, idFrom(id));
  if (!found) throw new Refusal('order_not_found');
  return found;
}

const byTransaction = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.transactionId, sql.placeholder('transactionId')))
    .prepare('find_order'),
);

function byNumber(ctx: Context, id: number): Promise<OrderRow | null> {
  return one(ctx.db.select().from(orders).where(eq(orders.id, id)));
}

async function look(ctx: Context, typed: string): Promise<OrderRow | null> {
  const key = typed.trim();
  const transactionId = parseTransactionId(key);
  if (transactionId) {
    const found = await one(byTransaction(ctx.db).execute({ transactionId }));
    // A provider's id may have the same length.
    if (found) return found;
  }
  if (isNumber(key)) {
    const found = await byNumber(ctx, Number(key));
    return found && (ctx.actor.isAdmin || isTheirs(ctx, found)) ? found : null;
  }
  return key.length >= 20 && key.length <= 255 ? findByProviderRef(ctx, key) : null;
}

/** Whether this browser made the order. */
function isTheirs({ actor }: Context, { transactionId }: OrderRow): boolean {
  return actor.orders.includes(transactionId);
}

/** Reads each table through an index, so that a guess doesn't cost more as orders accumulate. */
function findByProviderRef(ctx: Context, ref: string): Promise<OrderRow | null> {
  const { orderId, provider, kind, moneyRef } = paymentLedger;
  const attempted = ctx.db
    .select({ orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.provider, PAYMENT_PROVIDERS), eq(paymentAttempts.ref, ref)));
  // Only payments' ids: the log has those of refunds.
  const captured = ctx.db
    .select({ orderId })
    .from(paymentLedger)
    .where(and(inArray(provider, PAYMENT_PROVIDERS), eq(kind, 'capture'), eq(moneyRef, ref)));
  const isIt = inArray(orders.id, attempted.union(captured));
  return one(ctx.db.select().from(orders).where(isIt).orderBy(desc(orders.id)).limit(1));
}

async function one<T>(rows: PromiseLike<T[]>): Promise<T | null> {
  return (await rows)[0] ?? null;
}
