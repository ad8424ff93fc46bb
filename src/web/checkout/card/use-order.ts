import { useEffect, useState } from 'react';
import { getOrderByTransaction, type Order } from '#contract/orders.ts';
import { call } from '../../api.ts';

/** The order from the server; null until it has loaded. A reload keeps the old one until the new one arrives. */
export function useOrder(transactionId: string): {
  readonly order: Order | null;
  readonly error: Error | null;
  readonly reload: () => void;
} {
  const [order, setOrder] = useState<Order | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [look, setLook] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round is a new call.
  useEffect(() => {
    const leaving = new AbortController();
    call(getOrderByTransaction, { params: { transactionId }, signal: leaving.signal }).then(
      (found) => setOrder(found.order),
      (failure: Error) => {
        if (!leaving.signal.aborted) setError(failure);
      },
    );
    return () => leaving.abort();
  }, [transactionId, look]);

  const reload = () => {
    setError(null);
    setLook((before) => before + 1);
  };
  return { order, error, reload };
}
