import { queryOptions } from '@tanstack/react-query';
import { getCancellation } from '#contract/cancel.ts';
import { call } from '../api.ts';

/** Never cached: a person may have been named, refunded or checked in since. */
export const cancellationQuery = (transactionId: string) =>
  queryOptions({
    queryKey: ['orders', 'cancellation', transactionId],
    queryFn: ({ signal }) => call(getCancellation, { params: { transactionId }, signal }),
    staleTime: 0,
  });
