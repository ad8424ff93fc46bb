import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Order, OrderWithRegistrations } from '#contract/orders.ts';
import { UnfinishedOrderNotice } from '../unfinished-order-notice.tsx';
import { unpaidOrderQuery } from './order-queries.ts';

/** Leads from a pending order to its payment page, in the browser that made it. `query` is the page's. */
export function WayToPay({ order, query }: { order: Order; query: UseQueryResult<OrderWithRegistrations> }) {
  const { data: unpaid, refetch } = useQuery(unpaidOrderQuery(order.transactionId));
  if (!unpaid) return null;
  const readAgain = () => Promise.all([refetch(), query.refetch()]);
  return (
    <UnfinishedOrderNotice order={unpaid} title="You can still pay" onGivenUp={() => void readAgain()} />
  );
}
