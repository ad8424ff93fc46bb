import type { validateCoupon as route } from '#contract/checkout.ts';
import type { ParsedOf } from '#contract/route.ts';
import { SUCCESS_WORDS } from '#contract/words/successes.ts';
import { termsOf } from '#domain/offer.ts';
import { findPackage } from '#domain/packages.ts';
import { type QuoteRefusal, quoteOrder } from '#domain/quote.ts';
import { readPackages } from '../catalog/mirror.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { findCoupon, withoutOwnUse } from './find-coupon.ts';
import { quoteRefusalSentence } from './refuse-quote.ts';

/** The discount that a code would give. An unusable code is a normal response (`valid: false`), not an error. */
export async function validateCoupon(
  ctx: Context,
  input: ParsedOf<typeof route.body>,
): Promise<ParsedOf<typeof route.response>> {
  const { event } = ctx.content;
  const { now, closedByBuild } = ctx;
  const packages = await readPackages(ctx);
  const found = findPackage(packages, input.eventType, input.attendeeCount);
  if (!found) throw new Refusal('package_unknown');
  const { price } = termsOf({ event, package: found, now, closedByBuild });

  const coupon = await findCoupon(ctx, input.code);
  const refuse = (reason: QuoteRefusal) => {
    const message = quoteRefusalSentence(reason, coupon);
    return { valid: false, discountAmount: 0, finalAmount: price, message, coupon: null };
  };
  const result = quoteOrder({
    event,
    packages,
    eventType: input.eventType,
    seats: input.attendeeCount,
    coupon: coupon && (await withoutOwnUse(ctx, coupon, input.checkoutId)),
    now,
    closedByBuild,
  });
  if (!result.ok) return refuse(result.reason);
  if (!coupon) return refuse('coupon_unknown');
  const { discount, total } = result.quote;
  return {
    valid: true,
    discountAmount: discount,
    finalAmount: total,
    message: SUCCESS_WORDS.couponApplied(coupon.code, discount),
    coupon: {
      code: coupon.code,
      description: coupon.description,
      discountType: coupon.discountType,
      discountValue: coupon.discountValue,
    },
  };
}
