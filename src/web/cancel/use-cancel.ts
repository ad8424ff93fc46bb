import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { event } from '#content/event.ts';
import { refunds } from '#content/refunds.ts';
import { type Cancellation, cancelSeats, getCancellation } from '#contract/cancel.ts';
import { previewCancellation } from '#domain/refund.ts';
import { ApiError, call } from '../api.ts';
import { useNow } from '../use-now.ts';
import { choiceOf } from './seat-choice.ts';

/** Never cached: a person may have been named, refunded or checked in since. */
export const cancellationQuery = (transactionId: string) =>
  queryOptions({
    queryKey: ['orders', 'cancellation', transactionId],
    queryFn: ({ signal }) => call(getCancellation, { params: { transactionId }, signal }),
    staleTime: 0,
  });

/** The chosen seats, the current preview, and the call. */
export function useCancel(transactionId: string, cancellation: Cancellation) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // One id per choice, so that a retry after a lost response cancels nothing twice.
  const [refundId, setRefundId] = useState(() => crypto.randomUUID());
  const now = useNow();
  const choice = choiceOf(cancellation, chosen);
  const preview = previewCancellation(cancellation, refunds, { zone: event.zone, now }, choice);
  const choose = (keys: ReadonlySet<string>) => {
    setChosen(keys);
    setRefundId(crypto.randomUUID());
    sending.reset();
  };
  const sending = useMutation({
    mutationFn: () =>
      call(cancelSeats, {
        params: { transactionId },
        body: { refundId, amount: preview.amount, ...choice, registrationIds: [...choice.registrationIds] },
      }),
    onSuccess: async ({ cancellation: fresh }) => {
      setChosen(new Set());
      setRefundId(crypto.randomUUID());
      client.setQueryData(cancellationQuery(transactionId).queryKey, fresh);
      await client.invalidateQueries({
        queryKey: ['orders'],
        predicate: ({ queryKey }) => queryKey[1] !== 'cancellation',
      });
    },
    onError: (error) => {
      // Something has changed, so the page reloads it; a lost response keeps the id.
      if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return;
      void client.invalidateQueries({ queryKey: cancellationQuery(transactionId).queryKey });
    },
  });
  return { chosen, choose, choice, preview, sending };
}
