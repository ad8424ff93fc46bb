import { type Coupon, normalizeCouponCode } from '#domain/coupon.ts';
import { CURRENCY } from '#domain/money.ts';
import { EVENT_TYPES } from '#domain/packages.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { fromJson, type JsonRow } from '../db/from-json.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { coupons, providerCoupons, providerPromotionCodes } from '../db/tables.ts';
import { askStripe } from './ask-stripe.ts';
import { findInMirror, type MirroredCoupon, readMirrored } from './stripe-coupons.ts';

/** Which row counts the uses. */
export type CouponSource =
  | { readonly kind: 'local' }
  | { readonly kind: 'stripe'; readonly couponId: string; readonly promotionCodeId: string | null };

export type StoredCoupon = Coupon & { readonly description: string; readonly source: CouponSource };

/**
 * The coupon with this code: a local one first, then the card provider's; null if there is none. If the mirror
 * doesn't know the code, the provider is asked; without a response the call is refused.
 */
export async function findCoupon(ctx: Context, code: string): Promise<StoredCoupon | null> {
  const local = await readLocal(ctx.db, normalizeCouponCode(code));
  if (local || !ctx.settings.stripe) return local;
  const known = await findInMirror(ctx, code);
  if (known) return fromMirror(known);
  await askStripe(ctx, code);
  const told = await findInMirror(ctx, code);
  return told && fromMirror(told);
}

/** Reads the same coupon again. */
export async function readCoupon(
  tx: Transaction,
  { code, source }: StoredCoupon,
): Promise<StoredCoupon | null> {
  if (source.kind === 'local') return readLocal(tx, code);
  const found = await readMirrored(tx, source.couponId, source.promotionCodeId);
  return found && fromMirror(found);
}

async function readLocal(db: Database | Transaction, code: string): Promise<StoredCoupon | null> {
  const [row] = await db.select().from(coupons).where(eq(coupons.code, code));
  return row ? fromLocal(row) : null;
}

/** The coupon from the rows that count its uses, its own first; null if one is missing. */
export function fromRows(source: CouponSource, [row, promotionRow]: readonly JsonRow[]): StoredCoupon | null {
  if (!row) return null;
  if (source.kind === 'local') return fromLocal(fromJson(coupons, row));
  const coupon = fromJson(providerCoupons, row);
  if (!source.promotionCodeId) return fromMirror({ coupon, promotion: null });
  const promotion = promotionRow && fromJson(providerPromotionCodes, promotionRow);
  return promotion?.couponId === coupon.id ? fromMirror({ coupon, promotion }) : null;
}

function fromLocal(row: typeof coupons.$inferSelect): StoredCoupon {
  return { ...row, usesTaken: row.usageCount + row.heldCount, source: { kind: 'local' } };
}

/** The lower of two limits and the earlier of two end dates apply (R-COUPON-5). */
function fromMirror({ coupon, promotion }: MirroredCoupon): StoredCoupon | null {
  const isPercentage = coupon.percentOff !== null;
  if (!isPercentage && coupon.currency !== CURRENCY) return null;
  const lefts = [coupon, promotion].flatMap((one) => (one?.maxRedemptions == null ? [] : [leftOf(one)]));
  const ends = [coupon.redeemBy, promotion?.expiresAt].flatMap((one) => one?.getTime() ?? []);
  const usesTaken = coupon.timesRedeemed + coupon.usageCount + coupon.heldCount;
  return {
    code: promotion?.code ?? coupon.id,
    description: coupon.name ?? coupon.id,
    discountType: isPercentage ? 'percentage' : 'fixed',
    discountValue: isPercentage ? Number(coupon.percentOff) : (coupon.amountOff ?? 0),
    minOrderAmount: promotion?.minimumAmount ?? null,
    maxDiscount: null,
    usageLimit: lefts.length === 0 ? null : usesTaken + Math.min(...lefts),
    usesTaken,
    validFrom: null,
    validUntil: ends.length === 0 ? null : new Date(Math.min(...ends)),
    eventTypes: EVENT_TYPES,
    ...(coupon.productIds.length > 0 && { productIds: coupon.productIds }),
    isActive: coupon.valid && (promotion?.active ?? true),
    source: { kind: 'stripe', couponId: coupon.id, promotionCodeId: promotion?.id ?? null },
  };
}

function leftOf(one: {
  maxRedemptions: number | null;
  timesRedeemed: number;
  usageCount: number;
  heldCount: number;
}): number {
  return Math.max(0, (one.maxRedemptions ?? 0) - one.timesRedeemed - one.usageCount - one.heldCount);
}
