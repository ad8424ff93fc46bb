import { queryOptions } from '@tanstack/react-query';
import {
  getLastOrder,
  getOrderAfterPayment,
  getOrderByTransaction,
  getOrderConfirmation,
} from '#contract/orders.ts';
import { getTeam } from '#contract/team.ts';
import { call } from '../api.ts';
import { askAgainAfter, findCheckoutOrder } from '../find-checkout-order.ts';

/** The query key of all data about orders, so that one change can refresh everything. */
export const ordersKey = ['orders'] as const;

export const confirmationQuery = (transactionId: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'confirmation', transactionId],
    queryFn: ({ signal }) => call(getOrderConfirmation, { params: { transactionId }, signal }),
  });

export const transactionQuery = (transactionId: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'transaction', transactionId],
    queryFn: ({ signal }) => call(getOrderByTransaction, { params: { transactionId }, signal }),
  });

export const teamQuery = (transactionId: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'team', transactionId],
    queryFn: ({ signal }) => call(getTeam, { params: { transactionId }, signal }),
    // Invited people may have claimed seats meanwhile.
    refetchOnWindowFocus: 'always',
  });

export const registrationQuery = (id: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'registration', id],
    queryFn: ({ signal }) => call(getOrderAfterPayment, { params: { id }, signal }),
  });

/** What is left to pay of a pending order; null in a browser that didn't make it. Asks the provider first. */
export const unpaidOrderQuery = (transactionId: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'unpaid', transactionId],
    queryFn: ({ signal }) => findCheckoutOrder(transactionId, signal),
    staleTime: 0,
    // It may have been paid in another tab.
    refetchOnWindowFocus: 'always',
    // A charge without a response is voided after a minute; then another card can pay.
    refetchInterval: ({ state: { data } }) => askAgainAfter(data),
  });

export const lastOrderQuery = queryOptions({
  queryKey: [...ordersKey, 'last'],
  queryFn: ({ signal }) => call(getLastOrder, { signal }),
  staleTime: 0,
});
