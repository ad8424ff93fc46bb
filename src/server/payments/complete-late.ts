import { takeSeats } from '../capacity/take-seats.ts';
import type { Context } from '../context.ts';
import { lockCoupons } from '../coupons/hold-coupon.ts';
import { TransactionRollbackError } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import type { OrderRow } from '../db/tables.ts';
import { completeOrder } from '../orders/complete-order.ts';

/** Takes seats for late money; false if there are too few, and the money is refunded. */
export async function completeLate(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  payment: Partial<OrderRow>,
): Promise<boolean> {
  try {
    // A savepoint, because seats taken on one day must be returned if the next is full.
    await tx.transaction(async (inner) => {
      await lockCoupons(inner, [order]);
      if (!(await takeSeats(inner, ctx, order.eventType, order.teamMemberCount))) inner.rollback();
      await completeOrder(inner, ctx, order, 'paid_late', payment);
    });
    return true;
  } catch (error) {
    if (error instanceof TransactionRollbackError) return false;
    throw error;
  }
}
