import { type CheckoutOrder, getCheckout } from '#contract/checkout-order.ts';
import { call } from './api.ts';

/**
 * The current order of a checkout, by the checkout's id or the transaction id of one of its orders; null without one.
 */
export async function findCheckoutOrder(key: string, signal: AbortSignal): Promise<CheckoutOrder | null> {
  return (await call(getCheckout, { params: { key }, signal })).order;
}
