import { useRouter } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { deskPart } from '../frame/part-boundary.tsx';
import { useAddress } from './address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous history entry is the list that the order was opened from. */
    isOverList?: true;
  }
}

/** Loaded on demand: with its forms it is as large as a list, and most visits open none. */
const OrderDialog = deskPart(() => import('../orders/order-dialog.tsx'), 'OrderDialog', 'The order');

/** Opens an order beside the list. The function stays the same, so that memoized rows do. */
export function useOpenOrder(): (id: number) => void {
  const { change } = useAddress();
  return useCallback(
    (order: number) => change({ order }, { keep: true, state: { isOverList: true } }),
    [change],
  );
}

/** The order in the address. */
export function OpenedOrder() {
  const { search, change } = useAddress();
  const router = useRouter();
  // Going back is asynchronous: until it happens, a second press of Escape would go back twice.
  const [left, setLeft] = useState<number>();
  const { order } = search;
  if (left !== undefined && left !== order) setLeft(undefined);
  if (order === undefined || order === left) return null;
  const close = () => {
    // Replacing the entry would leave a second copy of the list for the Back button to pass.
    if (!router.state.location.state.isOverList) return change({ order: undefined });
    setLeft(order);
    router.history.back();
  };
  return <OrderDialog key={order} id={order} onClose={close} />;
}
