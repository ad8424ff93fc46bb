import { desc, eq, or } from 'drizzle-orm';
import { isTransactionId } from '#domain/codes.ts';
import type { Context } from '../context.ts';
import { type OrderRow, orders, paymentAttempts, paymentLedger } from '../db/tables.ts';
import { Refusal } from '../errors.ts';

/**
 * The order that `key` opens: its transaction id, the provider's session or payment id, or its number in the
 * browser that made it or for an admin (R-CODE-1). Null alike for what does not exist and what is not theirs.
 */
export async function findOrder(ctx: Context, key: string): Promise<OrderRow | null> {
  if (isTransactionId(key.toUpperCase())) {
    return one(ctx.db.select().from(orders).where(eq(orders.transactionId, key.toUpperCase())));
  }
  if (isNumber(key)) {
    const found = await one(
      ctx.db
        .select()
        .from(orders)
        .where(eq(orders.id, Number(key))),
    );
    return found && (ctx.actor.isAdmin || ctx.actor.orders.includes(found.transactionId)) ? found : null;
  }
  return key.length >= 20 && key.length <= 255 ? findByProviderRef(ctx, key) : null;
}

/** The order of that number, for staff. */
export async function findOrderByNumber(ctx: Context, id: string): Promise<OrderRow> {
  const found = isNumber(id)
    ? await one(
        ctx.db
          .select()
          .from(orders)
          .where(eq(orders.id, Number(id))),
      )
    : null;
  if (!found) throw new Refusal('order_not_found');
  return found;
}

/** A number that the database's integers hold. */
export function isNumber(id: string): boolean {
  return /^\d{1,9}$/.test(id);
}

async function findByProviderRef(ctx: Context, ref: string): Promise<OrderRow | null> {
  const rows = await ctx.db
    .select({ order: orders })
    .from(orders)
    .leftJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .leftJoin(paymentLedger, eq(paymentLedger.orderId, orders.id))
    .where(or(eq(paymentAttempts.ref, ref), eq(paymentLedger.moneyRef, ref)))
    .orderBy(desc(orders.id))
    .limit(1);
  return rows[0]?.order ?? null;
}

async function one<T>(rows: PromiseLike<T[]>): Promise<T | null> {
  return (await rows)[0] ?? null;
}
