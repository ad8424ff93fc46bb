import type { testPricing as route } from '#contract/catalog.ts';
import type { ParsedOf } from '#contract/route.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { quoteOrder } from '#domain/quote.ts';
import { readMirror, readPackages } from '../catalog/mirror.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { findCoupon } from './find-coupon.ts';
import { refuseQuote } from './refuse-quote.ts';

/** What a buyer would be charged now, by the same rule that charges. */
export async function testPricing(
  ctx: Context,
  { eventType, teamMemberCount: seats, couponId }: ParsedOf<typeof route.body>,
): Promise<ParsedOf<typeof route.response>> {
  const coupon = couponId ? await findCoupon(ctx, couponId) : null;
  const { event } = ctx.content;
  const packages = await readPackages(ctx);
  const { now, closedByBuild } = ctx;
  const result = quoteOrder({ event, packages, eventType, seats, coupon, now, closedByBuild });
  if (!result.ok) {
    if (result.reason !== 'package_unknown') throw refuseQuote(result.reason, coupon);
    throw new Refusal('package_unknown', { message: REFUSAL_WORDS.noProductForTeam(seats) });
  }
  if (couponId && !coupon) throw new Refusal('coupon_unknown');
  const { quote } = result;
  const product = (await readMirror(ctx)).find((one) => one.id === quote.listing?.productId);
  return {
    mapping: { name: product?.name ?? quote.package.name, productId: quote.listing?.productId ?? null },
    baseAmount: quote.price,
    discountAmount: quote.discount,
    finalAmount: quote.total,
    priceId: quote.listing?.priceId ?? null,
  };
}
