import { WITH_MONEY } from '#domain/order.ts';
import { and, eq, inArray, ne } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { type OrderRow, orders } from '../db/tables.ts';

/** The checkout's other order that has money: paying this one would be a second purchase (R-ORDER-9). */
export async function findBought(
  db: Database | Transaction,
  { id, checkoutId }: OrderRow,
): Promise<OrderRow | null> {
  if (!checkoutId) return null;
  const isOther = and(eq(orders.checkoutId, checkoutId), ne(orders.id, id));
  const [bought] = await db
    .select()
    .from(orders)
    .where(and(isOther, inArray(orders.paymentStatus, WITH_MONEY)));
  return bought ?? null;
}
