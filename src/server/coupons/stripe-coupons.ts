import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { createStripeCoupon as createRoute, StripeCoupon } from '#contract/coupons.ts';
import type { ParsedOf } from '#contract/route.ts';
import { CURRENCY } from '#domain/money.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { atStripe } from '../catalog/manage-products.ts';
import { connectStripe, isMissing } from '../catalog/stripe-connection.ts';
import type { Context } from '../context.ts';
import { and, eq, lt, lte, sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { providerCoupons, providerPromotionCodes } from '../db/tables.ts';
import { refusePastEnd } from './refuse-past-end.ts';

/** The provider's coupons, with our uses included. */
export async function listStripeCoupons(ctx: Context): Promise<StripeCoupon[]> {
  const found = await atStripe(ctx, (stripe) => Array.fromAsync(stripe.coupons.list({ limit: 100 })));
  const ours = await ctx.db.select().from(providerCoupons);
  return found.map((one) => present(one, ours.find((row) => row.id === one.id)?.usageCount ?? 0));
}

export async function createStripeCoupon(
  ctx: Context,
  form: ParsedOf<typeof createRoute.body>,
): Promise<StripeCoupon> {
  const { metadata, requestId, ...fields } = form;
  refusePastEnd(ctx, form.redeem_by === undefined ? null : new Date(form.redeem_by * 1000), 'redeem_by');
  const values: Stripe.CouponCreateParams = {
    ...fields,
    ...(form.amount_off !== undefined && { currency: 'usd' }),
    metadata: { ...metadata, source: 'admin', created_via: 'admin_dashboard' },
  };
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex');
  // Stripe would refuse the key for other values, such as corrected ones.
  const options = requestId === undefined ? {} : { idempotencyKey: `${requestId}-${hash}` };
  const coupon = await atStripe(ctx, (stripe) => stripe.coupons.create(values, options));
  await noteChange(ctx, 'stripe_coupon_created', coupon.id);
  return present(coupon, 0);
}

/** Orders made with it keep their discount. */
export async function deleteStripeCoupon(ctx: Context, id: string): Promise<{ success: true }> {
  const isOurs = eq(providerCoupons.id, id);
  const isKnown = (await ctx.db.$count(providerCoupons, isOurs)) > 0;
  await atStripe(ctx, async (stripe) => {
    try {
      await stripe.coupons.del(id);
    } catch (error) {
      // An earlier try deleted it, but its response was lost.
      if (!isKnown || !isMissing(error)) throw error;
    }
  });
  // Stamped later than any list still being read, which must not restore it.
  await ctx.db.update(providerCoupons).set({ valid: false, seenAt: ctx.protocolNow() }).where(isOurs);
  await noteChange(ctx, 'stripe_coupon_deleted', id);
  return { success: true };
}

/**
 * Copies coupons and promotion codes into the mirror. Our counts stay; what was deleted at the provider is invalid.
 */
export async function refreshCoupons(ctx: Context): Promise<void> {
  if (!ctx.settings.stripe) return;
  const stripe = connectStripe(ctx.settings.stripe);
  // Taken before the lists are read: what others write in the meantime is newer.
  const seenAt = ctx.protocolNow();
  const coupons = await Array.fromAsync(stripe.coupons.list({ limit: 100, expand: ['data.applies_to'] }));
  const codes = await Array.fromAsync(stripe.promotionCodes.list({ limit: 100 }));
  // Not in one transaction, or orders would wait for their coupon's row until every coupon is stored.
  for (const coupon of coupons) await keepCoupon(ctx.db, coupon, seenAt);
  await ctx.db
    .update(providerCoupons)
    .set({ valid: false })
    .where(and(lt(providerCoupons.seenAt, seenAt), eq(providerCoupons.valid, true)));
  for (const code of codes) await keepCode(ctx.db, code, seenAt);
  await ctx.db
    .update(providerPromotionCodes)
    .set({ active: false })
    .where(and(lt(providerPromotionCodes.seenAt, seenAt), eq(providerPromotionCodes.active, true)));
}

/** Stores the provider's state as of `seenAt`, unless something newer is stored. `keepCode` does the same. */
export async function keepCoupon(db: Database, coupon: Stripe.Coupon, seenAt: Date): Promise<void> {
  const row = couponRow(coupon, seenAt);
  await db.insert(providerCoupons).values(row).onConflictDoUpdate(unlessNewer(providerCoupons, row));
}

export async function keepCode(db: Database, code: Stripe.PromotionCode, seenAt: Date): Promise<void> {
  const row = codeRow(code, seenAt);
  await db
    .insert(providerPromotionCodes)
    .values(row)
    .onConflictDoUpdate(unlessNewer(providerPromotionCodes, row));
}

function unlessNewer<Table extends typeof providerCoupons | typeof providerPromotionCodes>(
  table: Table,
  row: Table['$inferInsert'],
) {
  return { target: table.id, set: row, setWhere: lte(table.seenAt, row.seenAt) };
}

/** A coupon of the provider, perhaps behind a promotion code. */
export interface MirroredCoupon {
  readonly coupon: typeof providerCoupons.$inferSelect;
  readonly promotion: typeof providerPromotionCodes.$inferSelect | null;
}

export async function readMirrored(
  tx: Transaction,
  couponId: string,
  promotionCodeId: string | null,
): Promise<MirroredCoupon | null> {
  const [found] = await tx
    .select({ coupon: providerCoupons, promotion: providerPromotionCodes })
    .from(providerCoupons)
    .leftJoin(
      providerPromotionCodes,
      and(
        eq(providerPromotionCodes.id, promotionCodeId ?? ''),
        eq(providerPromotionCodes.couponId, providerCoupons.id),
      ),
    )
    .where(eq(providerCoupons.id, couponId));
  // A code that moved to another coupon is no longer the one that was quoted.
  return found && (found.promotion !== null || promotionCodeId === null) ? found : null;
}

/**
 * The mirror's row for a typed code: a promotion code ignoring case, otherwise a coupon's id. A promotion code that was
 * ended doesn't hide another coupon.
 */
export async function findInMirror(ctx: Context, typed: string): Promise<MirroredCoupon | null> {
  const [promotion] = await ctx.db
    .select({ promotion: providerPromotionCodes, coupon: providerCoupons })
    .from(providerPromotionCodes)
    .innerJoin(providerCoupons, eq(providerCoupons.id, providerPromotionCodes.couponId))
    .where(eq(sql`upper(${providerPromotionCodes.code})`, typed.toUpperCase()))
    .orderBy(sql`${providerPromotionCodes.active} DESC`)
    .limit(1);
  if (promotion?.promotion.active && promotion.coupon.valid) return promotion;
  const [coupon] = await ctx.db
    .select()
    .from(providerCoupons)
    .where(eq(sql`upper(${providerCoupons.id})`, typed.toUpperCase()))
    .orderBy(sql`${providerCoupons.id} = ${typed} DESC`)
    .limit(1);
  // Not the coupon of that code, which may be for certain customers only.
  const isAnother = coupon?.valid && coupon.id !== promotion?.coupon.id;
  if (coupon && (!promotion || isAnother)) return { promotion: null, coupon };
  return promotion ?? null;
}

async function noteChange(ctx: Context, action: string, couponId: string): Promise<void> {
  await ctx.db.transaction((tx) => recordAudit(tx, ctx, { action, details: { couponId } }));
  try {
    await refreshCoupons(ctx);
  } catch (error) {
    // The change is made; the mirror follows with the webhook or the next refresh.
    ctx.log.warn({ err: error }, 'the coupon mirror could not be refreshed yet');
  }
}

function couponRow(coupon: Stripe.Coupon, seenAt: Date): typeof providerCoupons.$inferInsert {
  return {
    id: coupon.id,
    name: coupon.name,
    percentOff: coupon.percent_off === null ? null : String(coupon.percent_off),
    amountOff: coupon.amount_off,
    currency: coupon.currency,
    maxRedemptions: coupon.max_redemptions,
    timesRedeemed: coupon.times_redeemed,
    redeemBy: coupon.redeem_by === null ? null : new Date(coupon.redeem_by * 1000),
    valid: coupon.valid,
    productIds: coupon.applies_to?.products ?? [],
    seenAt,
  };
}

function codeRow(code: Stripe.PromotionCode, seenAt: Date): typeof providerPromotionCodes.$inferInsert {
  const { coupon } = code.promotion;
  return {
    id: code.id,
    code: code.code,
    couponId: typeof coupon === 'string' ? coupon : (coupon?.id ?? ''),
    active: code.active && isForAnybody(code),
    maxRedemptions: code.max_redemptions,
    timesRedeemed: code.times_redeemed,
    expiresAt: code.expires_at === null ? null : new Date(code.expires_at * 1000),
    minimumAmount: code.restrictions.minimum_amount,
    seenAt,
  };
}

/**
 * Buyers have no account here, so a code restricted to certain customers can't be checked. Nor can a minimum in
 * another currency.
 */
function isForAnybody({ customer, customer_account, restrictions }: Stripe.PromotionCode): boolean {
  const { first_time_transaction, minimum_amount, minimum_amount_currency } = restrictions;
  const isOurMoney = minimum_amount === null || minimum_amount_currency === CURRENCY;
  return !customer && !customer_account && !first_time_transaction && isOurMoney;
}

function present(coupon: Stripe.Coupon, ours: number): StripeCoupon {
  const uses = coupon.times_redeemed + ours;
  return {
    ...coupon,
    times_redeemed: uses,
    valid: coupon.valid && (coupon.max_redemptions === null || uses < coupon.max_redemptions),
    metadata: coupon.metadata ?? {},
  };
}
