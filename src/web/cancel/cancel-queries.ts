import { queryOptions } from '@tanstack/react-query';
import { getCancellation } from '#contract/cancel.ts';
import { call } from '../api.ts';

/** Always fresh: somebody may have named, refunded or let in a person since. */
export const cancellationQuery = (transactionId: string) =>
  queryOptions({
    queryKey: ['orders', 'cancellation', transactionId],
    queryFn: ({ signal }) => call(getCancellation, { params: { transactionId }, signal }),
    staleTime: 0,
  });
