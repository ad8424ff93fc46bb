import type { LocalCoupon, saveCoupon as saveRoute } from '#contract/coupons.ts';
import type { ParsedOf } from '#contract/route.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { isNumber } from '../db/is-number.ts';
import type { Transaction } from '../db/open-database.ts';
import { coupons } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { type CouponRow, presentCoupon } from './present-coupon.ts';
import { refusePastEnd } from './refuse-past-end.ts';

/** The discount itself can't change; orders that hold the coupon keep it. */
export function saveCoupon(
  ctx: Context,
  id: string,
  { description, usageLimit, validUntil, isActive, seenUpdatedAt }: ParsedOf<typeof saveRoute.body>,
): Promise<LocalCoupon> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockCoupon(tx, id);
    if (before.updatedAt.getTime() !== new Date(seenUpdatedAt).getTime())
      throw new Refusal('changed_meanwhile');
    const end = validUntil ? new Date(validUntil) : null;
    if (end?.getTime() !== before.validUntil?.getTime()) refusePastEnd(ctx, end, 'validUntil');
    const limit = usageLimit ?? null;
    const taken = before.usageCount - before.lateCount + before.heldCount;
    if (limit !== null && limit < taken) {
      const sentence = REFUSAL_WORDS.couponLimitTooLow(taken);
      throw new Refusal('invalid', { message: sentence, fields: { usageLimit: sentence } });
    }
    return change(tx, ctx, before, 'coupon_saved', {
      ...{ description, usageLimit: limit, validUntil: end, isActive },
    });
  });
}

/** Ends the coupon for new orders. It stays in the list, because its uses stay on record. */
export function endCoupon(ctx: Context, id: string): Promise<LocalCoupon> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockCoupon(tx, id);
    const hasEnded = before.validUntil !== null && before.validUntil <= ctx.now;
    const validUntil = hasEnded ? before.validUntil : ctx.now;
    return change(tx, ctx, before, 'coupon_ended', { isActive: false, validUntil });
  });
}

/** Only for a coupon that no order has used or holds; others are ended. */
export function deleteCoupon(ctx: Context, id: string): Promise<{ success: true }> {
  return ctx.db.transaction(async (tx) => {
    const { id: couponId, code, usageCount, heldCount } = await lockCoupon(tx, id);
    if (usageCount + heldCount > 0) throw new Refusal('coupon_in_use');
    await tx.delete(coupons).where(eq(coupons.id, couponId));
    await recordAudit(tx, ctx, { action: 'coupon_deleted', details: { couponId, code } });
    return { success: true };
  });
}

async function lockCoupon(tx: Transaction, id: string): Promise<CouponRow> {
  const [row] = isNumber(id)
    ? await tx
        .select()
        .from(coupons)
        .where(eq(coupons.id, Number(id)))
        .for('update')
    : [];
  if (!row) throw new Refusal('coupon_not_found');
  return row;
}

async function change(
  tx: Transaction,
  ctx: Context,
  { id, code }: CouponRow,
  action: string,
  changes: Partial<CouponRow>,
): Promise<LocalCoupon> {
  const [row] = await tx
    .update(coupons)
    .set({ ...changes, updatedAt: ctx.now })
    .where(eq(coupons.id, id))
    .returning();
  // The description may mention people, and the audit log is permanent.
  const { description, ...told } = changes;
  await recordAudit(tx, ctx, { action, details: { couponId: id, code, ...told } });
  return presentCoupon(row!);
}
