import { type CheckoutOrder, getCheckout } from '#contract/checkout-order.ts';
import { call } from './api.ts';

/**
 * The current order of a checkout, by the checkout's id or the transaction id of one of its orders; null without one.
 */
export async function findCheckoutOrder(key: string, signal: AbortSignal): Promise<CheckoutOrder | null> {
  return (await call(getCheckout, { params: { key }, signal })).order;
}

export const ASK_AGAIN = 3_000;

/** Milliseconds until the next request, as long as the provider may know more than the last response; otherwise false. */
export function askAgainAfter(order: CheckoutOrder | null | undefined): number | false {
  if (!order || order.isCertain) return false;
  return (order.state === 'open' || order.state === 'unsure') && ASK_AGAIN;
}
