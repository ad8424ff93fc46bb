import { type UseQueryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { ApiError } from '../api.ts';

/** Milliseconds between polls for the payment, and the duration of polling. */
const POLL_INTERVAL = 2000;
const POLLING_TIME = 60_000;
/** Milliseconds between retries while the server does not respond, and their number: they last as long as polling. */
const RETRY_INTERVAL = 5_000;
const RETRIES = POLLING_TIME / RETRY_INTERVAL;

/**
 * The order of a page. Polls while the payment is pending, for up to a minute, and reads the order again whenever the
 * page is shown again. If that fails, the page stays as it is.
 */
export function useOrder<Data extends OrderWithRegistrations>(
  options: UseQueryOptions<Data, Error, Data, string[]>,
): { query: UseQueryResult<Data>; isSlow: boolean } {
  const [isSlow, setIsSlow] = useState(false);
  const client = useQueryClient();
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => isPending(state.data) && !isSlow && POLL_INTERVAL,
    refetchIntervalInBackground: true,
    // In a rush, the first response after paying may be a 503. An order that is shown has its polls.
    retry: (failures, error) =>
      client.getQueryData(options.queryKey) === undefined && mayRespond(error) && failures < RETRIES,
    retryDelay: RETRY_INTERVAL,
    // The payment may have arrived, and a code may have been replaced.
    refetchOnWindowFocus: ({ state }) => (state.data || mayRespond(state.error) ? 'always' : false),
  });
  const pendingNow = isPending(query.data);
  useEffect(() => {
    if (!pendingNow) return;
    const timer = setTimeout(() => setIsSlow(true), POLLING_TIME);
    return () => clearTimeout(timer);
  }, [pendingNow]);
  return { query, isSlow };
}

/** Whether the server may respond later: it was unreachable, or had an error. */
function mayRespond(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

export function isPending(data: OrderWithRegistrations | undefined): boolean {
  return data?.order.paymentStatus === 'pending';
}
