import { countSeats } from '#domain/attendee.ts';
import { type CouponRefusal, couponDiscount, couponRefusal } from '#domain/coupon.ts';
import type { Quote } from '#domain/quote.ts';
import { and, eq, isNull, or, type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import {
  coupons,
  type OrderRow,
  type orders,
  providerCoupons,
  providerPromotionCodes,
} from '../db/tables.ts';
import { fromLocal, readCoupon, type StoredCoupon } from './find-coupon.ts';

/**
 * Holds one use for an open checkout. Returns the reason if the coupon is no longer what was quoted; the caller then
 * rolls back. The limit is in the UPDATE, so it holds under concurrency (R-COUPON-4).
 */
export async function holdCoupon(
  tx: Transaction,
  coupon: StoredCoupon,
  { package: { eventType }, price, discount, listing }: Quote,
  now: Date,
): Promise<CouponRefusal | 'price_changed' | null> {
  const held = await takeUse(tx, coupon);
  const present = held ?? (await readCoupon(tx, coupon));
  if (!present) return 'coupon_unknown';
  // The UPDATE has checked the limit, and our own use already counts as taken.
  const order = { eventType, price, now, productId: listing?.productId ?? null };
  const refusal = couponRefusal({ ...present, usageLimit: null }, order);
  if (refusal) return refusal;
  if (!held) return 'coupon_used_up';
  return couponDiscount(present, price) === discount ? null : 'price_changed';
}

/**
 * The coupon with the use that it now holds, or null if none is left. Others wait for the row from here on, so that one
 * statement takes the use and reads the coupon.
 */
async function takeUse(tx: Transaction, coupon: StoredCoupon): Promise<StoredCoupon | null> {
  const { code, source } = coupon;
  if (source.kind === 'local') {
    const { usageCount, heldCount, usageLimit } = coupons;
    const [held] = await tx
      .update(coupons)
      .set({ heldCount: sql`${heldCount} + 1` })
      .where(
        and(
          eq(coupons.code, code),
          or(isNull(usageLimit), sql`${usageCount} + ${heldCount} < ${usageLimit}`),
        ),
      )
      .returning();
    return held ? fromLocal(held) : null;
  }
  for (const [table, id] of rowsOf(source.couponId, source.promotionCodeId)) {
    const held = await tx
      .update(table)
      .set({ heldCount: sql`${table.heldCount} + 1` })
      .where(and(eq(table.id, id), hasUse(table)));
    if (held.rowCount === 0) return null;
  }
  return readCoupon(tx, coupon);
}

type CouponColumns = Pick<
  typeof orders.$inferInsert,
  'appliedCouponCode' | 'stripeCouponId' | 'stripePromotionCodeId'
>;
type CouponOrder = Pick<
  OrderRow,
  | 'appliedCouponCode'
  | 'stripeCouponId'
  | 'stripePromotionCodeId'
  | 'seatsHeld'
  | 'paidAt'
  | 'teamMemberCount'
  | 'seatsReturned'
>;

/**
 * Counts a paid order's use: the one it holds or, if its hold had ended, another. That one is counted even above the
 * limit, because the coupon was sold within it and the buyer gets what was paid for (R-COUPON-6). `order` is the row
 * from before the caller's changes.
 */
export async function countCoupon(tx: Transaction, order: CouponOrder): Promise<void> {
  if (isCounted(order)) return;
  await changeUses(tx, order, holdsUse(order) ? 'held' : 'late');
}

/**
 * Releases the counted use of an order that loses its last seats. `order` is the row from before, and it is locked: no
 * other call sees the order with seats, so the use is released once (R-COUPON-4).
 */
export async function releaseCountedCoupon(tx: Transaction, order: CouponOrder): Promise<void> {
  if (isCounted(order)) await changeUses(tx, order, 'released');
}

/** Releases the held use of an order that ended unpaid. An order that was paid, or ended before, holds none. */
export async function freeHeldCoupon(tx: Transaction, order: CouponOrder): Promise<void> {
  if (holdsUse(order)) await changeUses(tx, order, 'freed');
}

/**
 * For callers that take seats before counting the use: coupons are locked before days, so that no two callers
 * deadlock.
 */
export async function lockCoupon(tx: Transaction, order: CouponColumns): Promise<void> {
  await lockCoupons(tx, [order]);
}

/** The same for several orders' coupons, always in the same order. */
export async function lockCoupons(tx: Transaction, of: readonly CouponColumns[]): Promise<void> {
  const locals = of.flatMap((one) =>
    one.appliedCouponCode && !one.stripeCouponId ? [one.appliedCouponCode] : [],
  );
  for (const code of [...new Set(locals)].toSorted())
    await tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.code, code)).for('update');
  for (const [table, ids] of [
    [providerCoupons, of.flatMap((one) => one.stripeCouponId ?? [])],
    [providerPromotionCodes, of.flatMap((one) => one.stripePromotionCodeId ?? [])],
  ] as const) {
    for (const id of [...new Set(ids)].toSorted())
      await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update');
  }
}

/** Seats and use are held together; payment counts the use and keeps the seats. */
function holdsUse({ seatsHeld, paidAt }: CouponOrder): boolean {
  return seatsHeld && paidAt === null;
}

/** Payment counts the use, and the order's last seat takes it along. */
function isCounted(order: CouponOrder): boolean {
  return order.paidAt !== null && countSeats(order) > 0;
}

/** What each change does to held and counted uses. */
const CHANGES = {
  held: { held: -1, counted: 1 },
  late: { held: 0, counted: 1 },
  freed: { held: -1, counted: 0 },
  released: { held: 0, counted: -1 },
} as const;

async function changeUses(tx: Transaction, order: CouponOrder, to: keyof typeof CHANGES): Promise<void> {
  const { appliedCouponCode: code, stripeCouponId, stripePromotionCodeId } = order;
  if (!code) return;
  const { held, counted } = CHANGES[to];
  const change = (table: typeof coupons | ProviderTable) => ({
    heldCount: sql`${table.heldCount} + ${held}`,
    usageCount: sql`${table.usageCount} + ${counted}`,
  });
  const hasThem = (table: typeof coupons | ProviderTable) =>
    sql`${table.heldCount} + ${held} >= 0 AND ${table.usageCount} + ${counted} >= 0`;
  if (!stripeCouponId) {
    await tx
      .update(coupons)
      .set({ ...change(coupons), ...lateUses(to) })
      .where(and(eq(coupons.code, code), hasThem(coupons)));
    return;
  }
  for (const [table, id] of rowsOf(stripeCouponId, stripePromotionCodeId)) {
    await tx
      .update(table)
      .set(change(table))
      .where(and(eq(table.id, id), hasThem(table)));
  }
}

/** Uses above the limit. The first that are released are these, so that the others stay within it. */
function lateUses(to: keyof typeof CHANGES): { lateCount?: SQL } {
  const { usageCount, lateCount, heldCount, usageLimit } = coupons;
  const isFull = sql`${usageCount} + ${heldCount} >= ${usageLimit}`;
  if (to === 'late') return { lateCount: sql`${lateCount} + CASE WHEN ${isFull} THEN 1 ELSE 0 END` };
  return to === 'released' ? { lateCount: sql`greatest(${lateCount} - 1, 0)` } : {};
}

type ProviderTable = typeof providerCoupons | typeof providerPromotionCodes;

/** Always in this order, so that no two checkouts deadlock. */
function rowsOf(couponId: string, promotionCodeId: string | null): [ProviderTable, string][] {
  return [
    [providerCoupons, couponId],
    ...(promotionCodeId ? [[providerPromotionCodes, promotionCodeId] as [ProviderTable, string]] : []),
  ];
}

function hasUse({ maxRedemptions, timesRedeemed, usageCount, heldCount }: ProviderTable): SQL | undefined {
  return or(isNull(maxRedemptions), sql`${timesRedeemed} + ${usageCount} + ${heldCount} < ${maxRedemptions}`);
}
