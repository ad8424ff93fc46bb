import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

interface Named {
  readonly transactionId: string;
}

/**
 * An address may name an order by a provider's id, by its number, or with a typo. Replaces it with the order's
 * transaction id, and moves the data to the key from `queryOf`.
 */
export function useCanonicalAddress(
  called: string,
  data: Named | { readonly order: Named } | undefined,
  queryOf: (transactionId: string) => { readonly queryKey: readonly unknown[] },
  moveTo: (transactionId: string) => void,
): void {
  const queryClient = useQueryClient();
  const canonical = data && ('order' in data ? data.order : data).transactionId;
  const move = useEffectEvent((transactionId: string) => {
    queryClient.setQueryData(queryOf(transactionId).queryKey, data);
    moveTo(transactionId);
  });
  useEffect(() => {
    if (canonical && canonical !== called) move(canonical);
  }, [canonical, called]);
}
