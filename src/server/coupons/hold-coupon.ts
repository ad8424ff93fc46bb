import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '../db/open-database.ts';
import { coupons } from '../db/tables.ts';

/** Holds one use for an open checkout; false when the limit is reached by now (R-COUPON-4). */
export async function holdCoupon(tx: Transaction, code: string): Promise<boolean> {
  const held = await tx
    .update(coupons)
    .set({ heldCount: sql`${coupons.heldCount} + 1` })
    .where(
      and(
        eq(coupons.code, code),
        eq(coupons.isActive, true),
        or(
          isNull(coupons.usageLimit),
          sql`${coupons.usageCount} + ${coupons.heldCount} < ${coupons.usageLimit}`,
        ),
      ),
    );
  return held.rowCount === 1;
}

/** Turns the held use into a counted one: the order was paid. */
export async function countHeldCoupon(tx: Transaction, code: string): Promise<void> {
  await tx
    .update(coupons)
    .set({ heldCount: sql`${coupons.heldCount} - 1`, usageCount: sql`${coupons.usageCount} + 1` })
    .where(and(eq(coupons.code, code), sql`${coupons.heldCount} > 0`));
}

/** Frees the held use: the order came to nothing. */
export async function freeHeldCoupon(tx: Transaction, code: string): Promise<void> {
  await tx
    .update(coupons)
    .set({ heldCount: sql`${coupons.heldCount} - 1` })
    .where(and(eq(coupons.code, code), sql`${coupons.heldCount} > 0`));
}
