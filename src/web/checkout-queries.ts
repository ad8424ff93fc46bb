import { queryOptions } from '@tanstack/react-query';
import { type CheckoutOrder, getUnfinishedOrder } from '#contract/checkout-order.ts';
import { call } from './api.ts';
import { findStanding } from './find-standing.ts';

/** The provider is asked again after so many milliseconds, where the last answer was not of that moment. */
const ASK_AGAIN = 3000;

/** What is known of an order's money is asked for each time a page is shown. */
const anew = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: 'always' } as const;

/** The order that stands for the checkout of that id; null without one. */
export function checkoutQuery(checkoutId: string | undefined) {
  return queryOptions({
    ...anew,
    queryKey: ['checkout', checkoutId],
    queryFn: async ({ signal }) => (checkoutId ? findStanding(checkoutId, signal) : null),
    refetchInterval: ({ state: { data } }) => !!data && isUncertain(data) && ASK_AGAIN,
  });
}

/** The latest order of this browser that waits to be paid, whichever tab made it; null without one. */
export const unfinishedOrderQuery = queryOptions({
  ...anew,
  queryKey: ['unfinished-order'],
  queryFn: async ({ signal }) => (await call(getUnfinishedOrder, { signal })).order,
});

function isUncertain({ standing, isCertain }: CheckoutOrder): boolean {
  return !isCertain && (standing === 'open' || standing === 'unsure');
}
