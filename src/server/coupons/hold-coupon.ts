import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../db/open-database.ts';
import { coupons, type OrderRow, providerCoupons, providerPromotionCodes } from '../db/tables.ts';
import type { StoredCoupon } from './find-coupon.ts';

/** Holds one use for an open checkout; false when the limit is reached by now (R-COUPON-4). */
export async function holdCoupon(tx: Transaction, { code, source }: StoredCoupon): Promise<boolean> {
  if (source.kind === 'local') {
    const { usageCount, heldCount, usageLimit } = coupons;
    const held = await tx
      .update(coupons)
      .set({ heldCount: sql`${heldCount} + 1` })
      .where(
        and(
          eq(coupons.code, code),
          eq(coupons.isActive, true),
          or(isNull(usageLimit), sql`${usageCount} + ${heldCount} < ${usageLimit}`),
        ),
      );
    return held.rowCount === 1;
  }
  for (const [table, id] of rowsOf(source.couponId, source.promotionCodeId)) {
    const held = await tx
      .update(table)
      .set({ heldCount: sql`${table.heldCount} + 1` })
      .where(and(eq(table.id, id), hasUse(table)));
    if (held.rowCount === 0) return false;
  }
  return true;
}

type Held = Pick<OrderRow, 'appliedCouponCode' | 'stripeCouponId' | 'stripePromotionCodeId'>;

/** Turns the held use into a counted one: the order was paid. */
export async function countHeldCoupon(tx: Transaction, order: Held): Promise<void> {
  await endHold(tx, order, 1);
}

/** Frees the held use: the order came to nothing. */
export async function freeHeldCoupon(tx: Transaction, order: Held): Promise<void> {
  await endHold(tx, order, 0);
}

async function endHold(tx: Transaction, order: Held, counted: 0 | 1): Promise<void> {
  const { appliedCouponCode: code, stripeCouponId, stripePromotionCodeId } = order;
  if (!code) return;
  if (!stripeCouponId) {
    await tx
      .update(coupons)
      .set({ heldCount: sql`${coupons.heldCount} - 1`, usageCount: sql`${coupons.usageCount} + ${counted}` })
      .where(and(eq(coupons.code, code), sql`${coupons.heldCount} > 0`));
    return;
  }
  for (const [table, id] of rowsOf(stripeCouponId, stripePromotionCodeId)) {
    await tx
      .update(table)
      .set({ heldCount: sql`${table.heldCount} - 1`, usageCount: sql`${table.usageCount} + ${counted}` })
      .where(and(eq(table.id, id), sql`${table.heldCount} > 0`));
  }
}

type ProviderTable = typeof providerCoupons | typeof providerPromotionCodes;

/** Always in this order, so that two checkouts never wait for each other. */
function rowsOf(couponId: string, promotionCodeId: string | null): [ProviderTable, string][] {
  return [
    [providerCoupons, couponId],
    ...(promotionCodeId ? [[providerPromotionCodes, promotionCodeId] as [ProviderTable, string]] : []),
  ];
}

function hasUse({ maxRedemptions, timesRedeemed, usageCount, heldCount }: ProviderTable): SQL | undefined {
  return or(isNull(maxRedemptions), sql`${timesRedeemed} + ${usageCount} + ${heldCount} < ${maxRedemptions}`);
}
