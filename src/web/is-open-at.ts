import type { CheckoutOrder } from '#contract/checkout-order.ts';

/** Whether there is a page to continue paying at, and time left. */
export function isOpenAt(
  order: CheckoutOrder,
  at: Date,
): order is CheckoutOrder & { readonly url: string; readonly keptUntil: string } {
  const { standing, url, keptUntil } = order;
  return standing === 'open' && url !== null && keptUntil !== null && at < new Date(keptUntil);
}
