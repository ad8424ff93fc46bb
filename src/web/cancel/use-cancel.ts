import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { event } from '#content/event.ts';
import { refunds } from '#content/refunds.ts';
import { type Cancellation, cancelSeats, getCancellation } from '#contract/cancel.ts';
import { previewCancellation } from '#domain/refund.ts';
import { call } from '../api.ts';
import { isUnconfirmed } from '../api-errors.ts';
import { now } from '../clock.ts';
import { seenOf } from '../seen-of.ts';
import { useNow } from '../use-now.ts';
import { choiceOf, onlySeat } from './seat-choice.ts';

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
  const [chosen, setChosen] = useState(() => onlySeat(cancellation));
  // One id per choice, so that a retry after a lost response cancels nothing twice.
  const [refundId, setRefundId] = useState(() => crypto.randomUUID());
  /** When the question was asked. Its amount stays: if the rule gives another by then, the server refuses and says so. */
  const [askedAt, setAskedAt] = useState<Date | null>(null);
  const time = useNow();
  const choice = choiceOf(cancellation, chosen);
  const preview = previewCancellation(
    cancellation,
    refunds,
    { zone: event.zone, now: askedAt ?? time },
    choice,
  );
  // Until the page shows other seats, those sent may have been canceled, so another choice keeps the id.
  const [sentFor, setSentFor] = useState<Cancellation | null>(null);
  const choose = (keys: ReadonlySet<string>) => {
    setChosen(keys);
    if (cancellation !== sentFor) setRefundId(crypto.randomUUID());
    else if (isUnconfirmed(sending.error)) return;
    sending.reset();
  };
  const sending = useMutation({
    mutationFn: () =>
      call(cancelSeats, {
        params: { transactionId },
        body: {
          refundId,
          amount: preview.amount,
          ...choice,
          registrationIds: [...choice.registrationIds],
          seen: { people: seenOf(cancellation, choice) },
        },
      }),
    onMutate: () => setSentFor(cancellation),
    onSuccess: async ({ cancellation: fresh }) => {
      setChosen(new Set());
      setRefundId(crypto.randomUUID());
      const { queryKey } = cancellationQuery(transactionId);
      // The response is newer than that of any call still on its way.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, fresh);
      await client.invalidateQueries({
        queryKey: ['orders'],
        predicate: ({ queryKey }) => queryKey[1] !== 'cancellation',
      });
    },
    // Something has changed, or may have been canceled. The id stays for a retry.
    onError: (error) => {
      if (!isUnconfirmed(error)) setAskedAt((before) => before && now());
      void client.invalidateQueries({ queryKey: ['orders'] });
    },
  });
  const setAsked = (isAsked: boolean) => setAskedAt(isAsked ? now() : null);
  return { chosen, choose, choice, preview, sending, isAsked: askedAt !== null, setAsked };
}
