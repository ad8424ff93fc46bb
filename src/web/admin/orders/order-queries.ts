import { queryOptions, useQuery } from '@tanstack/react-query';
import { listAttendees } from '#contract/admin.ts';
import { getCancellation } from '#contract/cancel.ts';
import { listRefunds } from '#contract/refunds.ts';
import { call } from '../../api.ts';

export const attendeesOf = (orderId: number) =>
  queryOptions({
    queryKey: [listAttendees.path, orderId],
    queryFn: ({ signal }) => call(listAttendees, { params: { id: String(orderId) }, signal }),
  });

export const refundsOf = (orderId: number) =>
  queryOptions({
    queryKey: [listRefunds.path, orderId],
    queryFn: ({ signal }) => call(listRefunds, { params: { id: String(orderId) }, signal }),
  });

/** What can be canceled, as the buyer sees it. Always read anew, because money and people change what it says. */
export const cancellationOf = (orderId: number) =>
  queryOptions({
    queryKey: [getCancellation.path, orderId],
    queryFn: ({ signal }) => call(getCancellation, { params: { transactionId: String(orderId) }, signal }),
    gcTime: 0,
  });

/** What staff must know before an order loses someone: who is in it, and what was paid. */
export function useOrderContents(orderId: number) {
  const people = useQuery(attendeesOf(orderId));
  const money = useQuery(refundsOf(orderId));
  return {
    people: people.data,
    money: money.data,
    isReady: people.data !== undefined && money.data !== undefined,
    error: people.error ?? money.error,
    retry: () => {
      void people.refetch();
      void money.refetch();
    },
  };
}
