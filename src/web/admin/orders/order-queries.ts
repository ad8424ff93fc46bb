import { queryOptions, useQuery } from '@tanstack/react-query';
import { listAttendees } from '#contract/attendees.ts';
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

/** What can be canceled, as the buyer sees it. Never cached, because payments and people change it. */
export const cancellationOf = (orderId: number) =>
  queryOptions({
    queryKey: [getCancellation.path, orderId],
    queryFn: ({ signal }) => call(getCancellation, { params: { transactionId: String(orderId) }, signal }),
    gcTime: 0,
  });

/** Facts for staff before a person is removed: the order's people, and what was paid. */
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
