import { queryOptions } from '@tanstack/react-query';
import { getUnfinishedOrder } from '#contract/checkout-order.ts';
import { call } from '../api.ts';
import { askAgainAfter, findCheckoutOrder } from '../find-checkout-order.ts';

/** An order's payment state is fetched each time a page is shown. */
const anew = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: 'always' } as const;

/** The current order of the checkout with that id; null without one. */
export function checkoutQuery(checkoutId: string | undefined) {
  return queryOptions({
    ...anew,
    queryKey: ['checkout', checkoutId],
    queryFn: async ({ signal }) => (checkoutId ? findCheckoutOrder(checkoutId, signal) : null),
    refetchInterval: ({ state: { data } }) => askAgainAfter(data),
  });
}

/** This browser's latest unpaid order, whichever tab made it; null without one. */
export const unfinishedOrderQuery = queryOptions({
  ...anew,
  queryKey: ['unfinished-order'],
  queryFn: async ({ signal }) => (await call(getUnfinishedOrder, { signal })).order,
});
