import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refunds } from '#content/refunds.ts';
import { type ReturnPreview, returnMyTicket } from '#contract/my-ticket.ts';
import { nothingBackWords } from '#contract/words/cancel.ts';
import { formatUsd } from '#domain/money.ts';
import { ApiError, call, sentenceOf } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmOnDemand } from '../ui/confirm-on-demand.tsx';
import { Notice } from '../ui/notice.tsx';
import { changeFailure, myReturnQuery, refetchAfter, takeChange } from './use-my-ticket.ts';

/** The holder returns the ticket, after a preview of the effect. */
export function CannotCome({ pageKey: key }: { pageKey: string }) {
  const [isAsked, setAsked] = useState(false);
  const queryClient = useQueryClient();
  const preview = useQuery({ ...myReturnQuery(key), enabled: isAsked });
  const returning = useMutation({
    mutationFn: () => call(returnMyTicket, { body: { key, seen: preview.data } }),
    onSuccess: (response) => takeChange(queryClient, key, response),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') void preview.refetch();
      void refetchAfter(queryClient, key, error);
    },
  });
  const unasked = preview.error;
  // If the ticket has ended, the page then says so, in place of this dialog.
  useEffect(() => {
    if (unasked) void refetchAfter(queryClient, key, unasked);
  }, [unasked, queryClient, key]);
  const failure = returning.error ? changeFailure(returning.error) : unasked && sentenceOf(unasked);
  return (
    <>
      <Button variant="secondary" onClick={() => setAsked(true)}>
        I can’t come
      </Button>
      {isAsked && (
        <ConfirmOnDemand
          title="Return your ticket?"
          confirmLabel="I can’t come"
          cancelLabel="Keep my ticket"
          tone="danger"
          busy={returning.isPending}
          busyLabel="Returning"
          isReady={preview.isSuccess && !preview.isFetching}
          onConfirm={() => returning.mutate()}
          onClose={() => {
            setAsked(false);
            returning.reset();
          }}
        >
          {preview.data ? (
            <p role="status">{returnWords(preview.data)}</p>
          ) : (
            !failure && <p role="status">One moment</p>
          )}
          {failure && (
            <Notice
              tone="error"
              className="mt-3"
              action={
                preview.isError && (
                  <Button size="sm" variant="secondary" onClick={() => void preview.refetch()}>
                    Try again
                  </Button>
                )
              }
            >
              {failure}
            </Notice>
          )}
        </ConfirmOnDemand>
      )}
    </>
  );
}

/** The effect of returning a ticket. */
export function returnWords(preview: ReturnPreview): string {
  const stops = 'Your code stops working immediately, and this cannot be undone.';
  if (preview.to === 'team') {
    return `Your seat will go back to the person who registered you, and we’ll let them know. ${stops}`;
  }
  return `We’ll let the person who placed the order know. ${refundWords(preview)} ${stops}`;
}

/** The refund of a ticket that goes back to staff. */
export function refundWords({ amount, nothingBack }: Extract<ReturnPreview, { to: 'staff' }>): string {
  if (amount === null) return 'We cannot say yet whether the person who paid will get a refund.';
  return nothingBack
    ? `There is no refund. ${nothingBackWords(nothingBack, refunds)}`
    : `Under the refund policy, ${formatUsd(amount)} will be refunded to the person who paid, once we’ve checked it.`;
}
