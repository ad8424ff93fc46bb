import Stripe from 'stripe';
import { MINUTE } from '#domain/durations.ts';
import { connectStripe } from '../catalog/stripe-connection.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limitTries, visitorKey } from '../http/limits.ts';
import { keepCode, keepCoupon } from './stripe-coupons.ts';

/** A buyer is waiting. */
const ASK = { timeout: 2_500, maxNetworkRetries: 0 };

/** Asks the provider, once, about a code that the mirror doesn't know, and stores the response. */
export async function askStripe(ctx: Context, typed: string): Promise<void> {
  const code = typed.trim();
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
      findById(stripe, code),
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

async function findById(stripe: Stripe, id: string): Promise<Stripe.Coupon | null> {
  try {
    return await stripe.coupons.retrieve(id, { expand: ['applies_to'] }, ASK);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return null;
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
