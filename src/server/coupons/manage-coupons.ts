import { isDeepStrictEqual } from 'node:util';
import type { createCoupon as createRoute, LocalCoupon, saveCoupon as saveRoute } from '#contract/coupons.ts';
import type { ParsedOf } from '#contract/route.ts';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { normalizeCouponCode } from '#domain/coupon.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { desc, eq, getTableColumns, sql } from '../db/drizzle.ts';
import { editedAt } from '../db/edited-at.ts';
import { idFrom } from '../db/id-from.ts';
import { isUniqueViolation, type Transaction } from '../db/open-database.ts';
import { coupons, orders } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { refusePastEnd } from './refuse-past-end.ts';

/** Orders that lost their last seat used it, too: if their refund fails, they use it again (R-COUPON-4). */
const isUsed = sql<boolean>`${coupons.usageCount} + ${coupons.heldCount} > 0 OR EXISTS (SELECT FROM ${orders}
  WHERE applied_coupon_code = ${coupons.code} AND stripe_coupon_id IS NULL AND paid_at IS NOT NULL)`;
const columns = { ...getTableColumns(coupons), isUsed };

type CouponRow = typeof coupons.$inferSelect & { readonly isUsed: boolean };

export async function listCoupons(ctx: Context): Promise<LocalCoupon[]> {
  const rows = await ctx.db.select(columns).from(coupons).orderBy(desc(coupons.createdAt), desc(coupons.id));
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
          // 0 means none, as for the minimum: a coupon that takes nothing off would still be used up.
          maxDiscount: maxDiscount || null,
          usageLimit: usageLimit ?? null,
          validUntil: validUntil ? new Date(validUntil) : null,
          createdAt: ctx.now,
          updatedAt: ctx.now,
        })
        .returning(columns);
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

/**
 * Orders that hold it keep their discount; new ones can't use an inactive coupon. One that has ended can't be switched
 * on, because no one could use it.
 */
export function toggleCoupon(ctx: Context, id: string, active: boolean): Promise<LocalCoupon> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockCoupon(tx, id);
    if (active && before.validUntil !== null && before.validUntil <= ctx.now)
      throw new Refusal('invalid', { message: REFUSAL_WORDS.couponEnded });
    return change(tx, ctx, before, 'coupon_toggled', { isActive: active });
  });
}

/** The discount itself can't change; orders that hold the coupon keep it. */
export function saveCoupon(
  ctx: Context,
  id: string,
  { description, usageLimit, validUntil, isActive, seenUpdatedAt }: ParsedOf<typeof saveRoute.body>,
): Promise<LocalCoupon> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockCoupon(tx, id);
    const end = validUntil ? new Date(validUntil) : null;
    const limit = usageLimit ?? null;
    const changes = { description, usageLimit: limit, validUntil: end, isActive };
    // Nothing to change, as in a retry after a lost response.
    if (isDeepStrictEqual({ ...before, ...changes }, before)) return presentCoupon(before);
    if (before.updatedAt.getTime() !== new Date(seenUpdatedAt).getTime())
      throw new Refusal('changed_meanwhile');
    const isSwitchedOn = isActive && !before.isActive;
    if (isSwitchedOn || end?.getTime() !== before.validUntil?.getTime())
      refusePastEnd(ctx, end, 'validUntil');
    const taken = before.usageCount - before.lateCount + before.heldCount;
    if (limit !== null && limit < taken)
      throw new Refusal('invalid', { fields: { usageLimit: REFUSAL_WORDS.couponLimitTooLow(taken) } });
    return change(tx, ctx, before, 'coupon_saved', changes);
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
    const { id: couponId, code, isUsed } = await lockCoupon(tx, id);
    if (isUsed) throw new Refusal('coupon_in_use');
    await tx.delete(coupons).where(eq(coupons.id, couponId));
    await recordAudit(tx, ctx, { action: 'coupon_deleted', details: { couponId, code } });
    return { success: true };
  });
}

async function lockCoupon(tx: Transaction, id: string): Promise<CouponRow> {
  const [row] = await tx
    .select(columns)
    .from(coupons)
    .where(eq(coupons.id, idFrom(id)))
    .for('update');
  if (!row) throw new Refusal('coupon_not_found');
  return row;
}

async function change(
  tx: Transaction,
  ctx: Context,
  before: CouponRow,
  action: string,
  changes: Partial<CouponRow>,
): Promise<LocalCoupon> {
  const { id, code } = before;
  const [row] = await tx
    .update(coupons)
    .set({ ...changes, updatedAt: editedAt(ctx.now, before) })
    .where(eq(coupons.id, id))
    .returning(columns);
  // The description may mention people, and the audit log is permanent.
  const { description, ...told } = changes;
  await recordAudit(tx, ctx, { action, details: { couponId: id, code, ...told } });
  return presentCoupon(row!);
}

function presentCoupon(row: CouponRow): LocalCoupon {
  const { validFrom, createdAt, updatedAt, validUntil, lateCount, ...shown } = row;
  return { ...shown, validUntil: validUntil?.toISOString() ?? null, updatedAt: updatedAt.toISOString() };
}
