import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OrderWithRegistrations } from '#contract/orders.ts';

/** Milliseconds between polls for the payment, and the duration of polling. */
const POLL_INTERVAL = 2000;
const POLLING_TIME = 60_000;

/**
 * The order of a page. Polls while the payment is pending, for up to a minute, and reads the order again whenever the
 * page is shown again. If that fails, the page stays as it is.
 */
export function useOrder<Data extends OrderWithRegistrations>(
  options: UseQueryOptions<Data, Error, Data, string[]>,
): { query: UseQueryResult<Data>; isSlow: boolean } {
  const [isSlow, setIsSlow] = useState(false);
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => isPending(state.data) && !isSlow && POLL_INTERVAL,
    refetchIntervalInBackground: true,
    // The payment may have arrived, and a code may have been replaced.
    refetchOnWindowFocus: ({ state }) => (state.data ? 'always' : false),
  });
  const pendingNow = isPending(query.data);
  useEffect(() => {
    if (!pendingNow) return;
    const timer = setTimeout(() => setIsSlow(true), POLLING_TIME);
    return () => clearTimeout(timer);
  }, [pendingNow]);
  return { query, isSlow };
}

export function isPending(data: OrderWithRegistrations | undefined): boolean {
  return data?.order.paymentStatus === 'pending';
}
