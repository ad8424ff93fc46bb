import type { CheckoutOrder } from '#contract/checkout-order.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { closeOrder, PageOpened } from '../payments/close-order.ts';
import { latestAttempt } from '../payments/find-earlier.ts';
import { findCheckout, findOwn } from './find-checkout.ts';
import { tellingBuyer } from './replace-order.ts';

/**
 * Lets the buyer start over: closes the order at the provider and releases its seats and coupon. A paid order stays
 * paid.
 */
export async function giveUpCheckout(ctx: Context, key: string): Promise<CheckoutOrder | null> {
  const order = await findOwn(ctx, key);
  if (order?.paymentStatus !== 'pending') return findCheckout(ctx, key);
  const attempt = await latestAttempt(ctx, order.id);
  try {
    await tellingBuyer({ order, attempt }, () => closeOrder(ctx, order.id, 'cancelled'));
  } catch (error) {
    if (error instanceof PageOpened) throw new Refusal('unavailable', { cause: error });
    throw error;
  }
  return findCheckout(ctx, key);
}
