import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Order, OrderWithRegistrations } from '#contract/orders.ts';
import { UnfinishedOrderNotice } from '../unfinished-order-notice.tsx';
import { unpaidOrderQuery } from './order-queries.ts';

/** Leads from a pending order to its payment page, in the browser that made it. `query` is the page's. */
export function WayToPay({ order, query }: { order: Order; query: UseQueryResult<OrderWithRegistrations> }) {
  const { data: unpaid, refetch } = useQuery(unpaidOrderQuery(order.transactionId));
  const { refetch: readOrder } = query;
  // Asking the provider may have settled the order, which the page doesn't know yet.
  const isSettled = unpaid?.state === 'paid' || unpaid?.state === 'over';
  useEffect(() => {
    if (isSettled) void readOrder();
  }, [isSettled, readOrder]);
  if (!unpaid) return null;
  const readAgain = () => Promise.all([refetch(), readOrder()]);
  return (
    <UnfinishedOrderNotice order={unpaid} title="You can still pay" onGivenUp={() => void readAgain()} />
  );
}
