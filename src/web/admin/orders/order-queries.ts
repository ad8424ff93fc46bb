import { queryOptions, useQuery } from '@tanstack/react-query';
import { getOrderDetails, listOrders, listUndeliveredEmails } from '#contract/admin-orders.ts';
import { listAttendees } from '#contract/attendees.ts';
import { getCancellation } from '#contract/cancel.ts';
import { getCapacity } from '#contract/capacity.ts';
import { getCheckInStats, listCheckedIn } from '#contract/check-in.ts';
import { listPaymentCases, listRefunds } from '#contract/refunds.ts';
import { listRegistrations } from '#contract/registrations.ts';
import { getStats } from '#contract/stats.ts';
import { getTeam } from '#contract/team.ts';
import { call } from '../../api.ts';

/** All lists, without what is shown of one order. */
export const LISTS = [
  listOrders.path,
  listRegistrations.path,
  listPaymentCases.path,
  listUndeliveredEmails.path,
  getStats.path,
  getCapacity.path,
  getCheckInStats.path,
  listCheckedIn.path,
];

/** All data about people or orders. Changing any of it refreshes all of it. */
export const ORDER_LISTS = [...LISTS, getOrderDetails.path, listAttendees.path, listRefunds.path];

/** Also changed by the buyer, at the door, by providers and by jobs, so every opening reads it. */
const READ_ANEW = { staleTime: 0 };

export const detailsOf = (orderId: number) =>
  queryOptions({
    ...READ_ANEW,
    queryKey: [getOrderDetails.path, orderId],
    queryFn: ({ signal }) => call(getOrderDetails, { params: { id: String(orderId) }, signal }),
  });

export const attendeesOf = (orderId: number) =>
  queryOptions({
    ...READ_ANEW,
    queryKey: [listAttendees.path, orderId],
    queryFn: ({ signal }) => call(listAttendees, { params: { id: String(orderId) }, signal }),
  });

export const refundsOf = (orderId: number) =>
  queryOptions({
    ...READ_ANEW,
    queryKey: [listRefunds.path, orderId],
    queryFn: ({ signal }) => call(listRefunds, { params: { id: String(orderId) }, signal }),
  });

/** Free seats and links. Its key is below the order's details, so that refreshing those refreshes it, too. */
export const teamOf = (orderId: number) =>
  queryOptions({
    ...READ_ANEW,
    queryKey: [getOrderDetails.path, orderId, 'team'],
    queryFn: ({ signal }) => call(getTeam, { params: { transactionId: String(orderId) }, signal }),
  });

/**
 * What can be canceled, as the buyer sees it. Never cached, because payments and people change it. Its key is below the
 * order's details, so that refreshing those refreshes it, too.
 */
export const cancellationOf = (orderId: number) =>
  queryOptions({
    queryKey: [getOrderDetails.path, orderId, 'cancellation'],
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
    /** Undefined until both are there. */
    data: people.data && money.data,
    error: people.error ?? money.error,
    refetch: () => Promise.all([people.refetch(), money.refetch()]),
  };
}
