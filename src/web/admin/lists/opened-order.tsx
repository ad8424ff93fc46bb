import { lazy, Suspense, useCallback } from 'react';
import { useAddress } from './address.ts';

/** Loaded on demand: with its forms it is as large as a list, and most visits open none. */
const OrderDialog = lazy(() =>
  import('../orders/order-dialog.tsx').then((file) => ({ default: file.OrderDialog })),
);

/** Opens an order beside the list. The function stays the same, so that memoized rows do. */
export function useOpenOrder(): (id: number) => void {
  const { change } = useAddress();
  return useCallback((order: number) => change({ order }, { keep: true }), [change]);
}

/** The order in the address. */
export function OpenedOrder() {
  const { search, change } = useAddress();
  if (search.order === undefined) return null;
  return (
    <Suspense>
      <OrderDialog key={search.order} id={search.order} onClose={() => change({ order: undefined })} />
    </Suspense>
  );
}
