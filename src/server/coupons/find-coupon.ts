import Stripe from 'stripe';
import {
  type Coupon,
  type CouponRefusal,
  couponDiscount,
  couponRefusal,
  normalizeCouponCode,
  visibleCouponCode,
} from '#domain/coupon.ts';
import { MINUTE } from '#domain/durations.ts';
import { CURRENCY } from '#domain/money.ts';
import { EVENT_TYPES } from '#domain/packages.ts';
import type { Quote } from '#domain/quote.ts';
import { connectStripe, isMissing } from '../catalog/stripe-connection.ts';
import type { Context } from '../context.ts';
import { and, eq } from '../db/drizzle.ts';
import { fromJson, type JsonRow } from '../db/from-json.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { coupons, orders, providerCoupons, providerPromotionCodes } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { limitTries, visitorKey } from '../http/limits.ts';
import { findInMirror, keepCode, keepCoupon, type MirroredCoupon, readMirrored } from './stripe-coupons.ts';

/** Which row counts the uses. */
type CouponSource =
  | { readonly kind: 'local' }
  | { readonly kind: 'stripe'; readonly couponId: string; readonly promotionCodeId: string | null };

export type StoredCoupon = Coupon & { readonly description: string; readonly source: CouponSource };

/**
 * The coupon with this code: a local one first, then the card provider's; null if there is none. If the mirror
 * doesn't know the code, the provider is asked; without a response the call is refused.
 */
export async function findCoupon(ctx: Context, typed: string): Promise<StoredCoupon | null> {
  const local = await readLocal(ctx.db, normalizeCouponCode(typed));
  const code = visibleCouponCode(typed);
  if (local || !ctx.settings.stripe) return local;
  const known = await findInMirror(ctx, code);
  if (known) return fromMirror(known);
  await askStripe(ctx, code);
  const told = await findInMirror(ctx, code);
  return told && fromMirror(told);
}

/** A checkout whose order holds a use, or was paid with it, needs no other use (R-SEAT-5). */
export async function withoutOwnUse(
  ctx: Context,
  coupon: StoredCoupon,
  checkoutId: string | undefined,
): Promise<StoredCoupon> {
  if (!checkoutId) return coupon;
  const { checkoutId: ofCheckout, appliedCouponCode, seatsHeld } = orders;
  const isOwn = and(eq(ofCheckout, checkoutId), eq(appliedCouponCode, coupon.code), eq(seatsHeld, true));
  const own = await ctx.db.$count(orders, isOwn);
  return own === 0 ? coupon : { ...coupon, usesTaken: coupon.usesTaken - 1 };
}

/**
 * Why the coupon is no longer what was quoted, or null; the caller then rolls back. `rows` are those of the held use.
 */
export async function refusalOfUse(
  tx: Transaction,
  coupon: StoredCoupon,
  rows: readonly JsonRow[],
  { package: { eventType }, price, discount, listing }: Quote,
  now: Date,
): Promise<CouponRefusal | 'price_changed' | null> {
  const held = fromRows(coupon.source, rows);
  const present = held ?? (await readCoupon(tx, coupon));
  if (!present) return 'coupon_unknown';
  // The UPDATE has checked the limit, and our own use already counts as taken.
  const order = { eventType, price, now, productId: listing?.productId ?? null };
  const refusal = couponRefusal({ ...present, usageLimit: null }, order);
  if (refusal) return refusal;
  if (!held) return 'coupon_used_up';
  return couponDiscount(present, price) === discount ? null : 'price_changed';
}

/** Reads the same coupon again. */
async function readCoupon(tx: Transaction, { code, source }: StoredCoupon): Promise<StoredCoupon | null> {
  if (source.kind === 'local') return readLocal(tx, code);
  const found = await readMirrored(tx, source.couponId, source.promotionCodeId);
  return found && fromMirror(found);
}

async function readLocal(db: Database | Transaction, code: string): Promise<StoredCoupon | null> {
  const [row] = await db.select().from(coupons).where(eq(coupons.code, code));
  return row ? fromLocal(row) : null;
}

/** The coupon from the rows that count its uses, its own first; null if one is missing. */
function fromRows(source: CouponSource, [row, promotionRow]: readonly JsonRow[]): StoredCoupon | null {
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
  // Negative if more uses were counted than the limit allows; a buyer who gives a use back then finds none free.
  const lefts = [coupon, promotion].flatMap((one) =>
    one?.maxRedemptions == null
      ? []
      : one.maxRedemptions - one.timesRedeemed - one.usageCount - one.heldCount,
  );
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

/** A buyer is waiting. */
const ASK = { timeout: 2_500, maxNetworkRetries: 0 };

/** Asks the provider, once, about a code that the mirror doesn't know, and stores the response. */
async function askStripe(ctx: Context, code: string): Promise<void> {
  if (!ctx.settings.stripe || !/^[\w-]{1,64}$/.test(code)) return;
  // Codes can be guessed, and to the provider the guesses would be ours.
  const key = `coupon-ask:${visitorKey(ctx.ipAddress)}`;
  await limitTries(ctx.db, ctx.protocolNow(), { key, max: 20, window: MINUTE });
  const stripe = connectStripe(ctx.settings.stripe);
  const seenAt = ctx.protocolNow();
  const { codes, coupon } = await answered(ctx, async () => {
    const expand = ['data.promotion.coupon.applies_to'];
    const [{ data }, found] = await Promise.all([
      stripe.promotionCodes.list({ code, limit: 10, expand }, ASK),
      findByTyped(stripe, code),
    ]);
    return { codes: data, coupon: found };
  });
  if (coupon) await keepCoupon(ctx.db, coupon, seenAt);
  for (const one of codes) {
    if (typeof one.promotion.coupon === 'object' && one.promotion.coupon)
      await keepCoupon(ctx.db, one.promotion.coupon, seenAt);
    await keepCode(ctx.db, one, seenAt);
  }
}

/** Stripe tells capitals in ids from small letters, but the field shows all as capitals. */
async function findByTyped(stripe: Stripe, code: string): Promise<Stripe.Coupon | null> {
  const shown = code.toUpperCase();
  return (await findById(stripe, code)) ?? (shown === code ? null : findById(stripe, shown));
}

async function findById(stripe: Stripe, id: string): Promise<Stripe.Coupon | null> {
  try {
    return await stripe.coupons.retrieve(id, { expand: ['applies_to'] }, ASK);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function answered<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    ctx.log.warn({ err: error }, 'a coupon code could not be checked');
    throw new Refusal('coupon_unchecked', { cause: error });
  }
}
