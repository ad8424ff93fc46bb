import type { createCoupon as createRoute, LocalCoupon } from '#contract/coupons.ts';
import type { ParsedOf } from '#contract/route.ts';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { normalizeCouponCode } from '#domain/coupon.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { desc, eq } from '../db/drizzle.ts';
import { isNumber } from '../db/is-number.ts';
import { isUniqueViolation } from '../db/open-database.ts';
import { coupons } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { presentCoupon } from './present-coupon.ts';
import { refusePastEnd } from './refuse-past-end.ts';

export async function listCoupons(ctx: Context): Promise<LocalCoupon[]> {
  const rows = await ctx.db.select().from(coupons).orderBy(desc(coupons.createdAt), desc(coupons.id));
  return rows.map(presentCoupon);
}

export async function createCoupon(
  ctx: Context,
  form: ParsedOf<typeof createRoute.body>,
): Promise<LocalCoupon> {
  const { validUntil, minOrderAmount, maxDiscount, usageLimit, ...fields } = form;
  refusePastEnd(ctx, validUntil ? new Date(validUntil) : null, 'validUntil');
  try {
    return await ctx.db.transaction(async (tx) => {
      const [row] = await tx
        .insert(coupons)
        .values({
          ...fields,
          code: normalizeCouponCode(form.code),
          eventTypes: [...new Set(form.eventTypes)],
          minOrderAmount: minOrderAmount ?? null,
          maxDiscount: maxDiscount ?? null,
          usageLimit: usageLimit ?? null,
          validUntil: validUntil ? new Date(validUntil) : null,
          createdAt: ctx.now,
          updatedAt: ctx.now,
        })
        .returning();
      await recordAudit(tx, ctx, {
        action: 'coupon_created',
        details: { couponId: row!.id, code: row!.code },
      });
      return presentCoupon(row!);
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'coupons_code_key')) throw error;
    throw new Refusal('coupon_exists', { fields: { code: ERROR_WORDS.coupon_exists } });
  }
}

/** Orders that hold it keep their discount; new ones can't use an inactive coupon. */
export async function toggleCoupon(ctx: Context, id: string, active: boolean): Promise<LocalCoupon> {
  return ctx.db.transaction(async (tx) => {
    const [row] = isNumber(id)
      ? await tx
          .update(coupons)
          .set({ isActive: active, updatedAt: ctx.now })
          .where(eq(coupons.id, Number(id)))
          .returning()
      : [];
    if (!row) throw new Refusal('coupon_not_found');
    await recordAudit(tx, ctx, { action: 'coupon_toggled', details: { couponId: row.id, active } });
    return presentCoupon(row);
  });
}
