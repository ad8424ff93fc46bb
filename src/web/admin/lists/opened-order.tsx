import { useCallback } from 'react';
import { onDemand } from '../../ui/on-demand.tsx';
import { useAddress } from './address.ts';

/** Loaded on demand: with its forms it is as large as a list, and most visits open none. */
const OrderDialog = onDemand(() => import('../orders/order-dialog.tsx'), 'OrderDialog');

/** Opens an order beside the list. The function stays the same, so that memoized rows do. */
export function useOpenOrder(): (id: number) => void {
  const { change } = useAddress();
  return useCallback((order: number) => change({ order }, { keep: true }), [change]);
}

/** The order in the address. */
export function OpenedOrder() {
  const { search, change } = useAddress();
  if (search.order === undefined) return null;
  return <OrderDialog key={search.order} id={search.order} onClose={() => change({ order: undefined })} />;
}
