import { countSeats } from '#domain/attendee.ts';
import { and, eq, type SQL, sql } from '../db/drizzle.ts';
import type { JsonRow } from '../db/from-json.ts';
import type { Transaction } from '../db/open-database.ts';
import {
  coupons,
  type OrderRow,
  type orders,
  providerCoupons,
  providerPromotionCodes,
} from '../db/tables.ts';
import type { StoredCoupon } from './find-coupon.ts';

/** A use as parts of the statement that places the order. */
export interface CouponUse {
  readonly ctes: SQL[];
  /** The name of the last CTE, which has a row if the use is held. */
  readonly last: SQL;
  /** The rows that count the use, in the order of their CTEs; fewer if no use was left. */
  readonly rows: SQL<JsonRow[]>;
}

/**
 * Holds a use after the CTE `after`. Others wait for the coupon's row until the order is committed, so the use is held in
 * the same statement as the rest. The limit is in the UPDATE, so it holds under concurrency (R-COUPON-4).
 */
export function holdCoupon({ code, source }: StoredCoupon, after: SQL): CouponUse {
  const isTheRow =
    source.kind === 'local'
      ? [[coupons, eq(coupons.code, code)] as const]
      : rowsOf(source.couponId, source.promotionCodeId).map(
          ([table, id]) => [table, eq(table.id, id)] as const,
        );
  let last = after;
  const ctes: SQL[] = [];
  const rows: SQL[] = [];
  for (const [table, isIt] of isTheRow) {
    const name = sql.identifier(`use_${ctes.length}`);
    ctes.push(sql`${name} AS (UPDATE ${table} SET held_count = held_count + 1
      WHERE ${isIt} AND ${hasUse(table)} AND EXISTS (SELECT FROM ${last}) RETURNING *)`);
    rows.push(sql`(SELECT to_jsonb(${name}) FROM ${name})`);
    last = sql`${name}`;
  }
  return { ctes, last, rows: sql`array_remove(ARRAY[${sql.join(rows, sql`, `)}], NULL)` };
}

type CouponColumns = Pick<
  typeof orders.$inferInsert,
  'appliedCouponCode' | 'stripeCouponId' | 'stripePromotionCodeId'
>;
export type CouponOrder = Pick<
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
 * Counts a paid order's use: the one it holds or, if the hold has ended, another one. The latter counts even above the
 * limit, because the order was placed within it and the buyer gets what was paid for (R-COUPON-6). `order` is the row
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
 * Locks the coupons of several orders, always in the same order. For callers that take seats before counting the use:
 * coupons are locked before days, so that no two callers deadlock.
 */
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

/** Payment counts the use; losing the order's last seat releases it. */
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

/** Uses above the limit. They are released first, so that the others stay within it. */
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

/** PostgreSQL checks this again on the row after waiting for its lock. */
function hasUse(table: typeof coupons | ProviderTable): SQL {
  return table === coupons
    ? sql`(usage_limit IS NULL OR usage_count + held_count < usage_limit)`
    : sql`(max_redemptions IS NULL OR times_redeemed + usage_count + held_count < max_redemptions)`;
}
