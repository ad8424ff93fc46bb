import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { OrderWithRegistrations } from '#contract/orders.ts';

/**
 * An order may be called by its provider's ids, by its number, or with a slip of the pen; the address then moves to its
 * transaction id. What is shown moves along: `queryKeyOf` says where it is kept.
 */
export function useCanonicalAddress(
  called: string,
  data: OrderWithRegistrations | undefined,
  {
    queryKeyOf,
    moveTo,
  }: {
    queryKeyOf: (transactionId: string) => readonly unknown[];
    moveTo: (transactionId: string) => void;
  },
): void {
  const queryClient = useQueryClient();
  const canonical = data?.order.transactionId;
  const move = useEffectEvent((transactionId: string) => {
    queryClient.setQueryData(queryKeyOf(transactionId), data);
    moveTo(transactionId);
  });
  useEffect(() => {
    if (canonical && canonical !== called) move(canonical);
  }, [canonical, called]);
}
