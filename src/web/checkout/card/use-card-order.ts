import { useEffect, useState } from 'react';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { getOrderByTransaction, type Order } from '#contract/orders.ts';
import { call } from '../../api.ts';
import { findCheckoutOrder } from '../../find-checkout-order.ts';

interface OrderState {
  /** Null until it has loaded. A reload keeps the old one until the new one arrives. */
  readonly order: Order | null;
  readonly error: Error | null;
  /**
   * The current order of its checkout: itself, or the one that replaced it. Undefined until known; null if this browser
   * didn't make it or the request fails.
   */
  readonly current: CheckoutOrder | null | undefined;
  readonly reload: () => void;
}

/** The order, and the current one of its checkout. The latter is fetched again whenever the window gets the focus. */
export function useCardOrder(transactionId: string): OrderState {
  const [order, setOrder] = useState<Order | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [current, setCurrent] = useState<CheckoutOrder | null>();
  const [reloads, setReloads] = useState(0);
  const [focuses, setFocuses] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each reload is a new call.
  useEffect(() => {
    const leaving = new AbortController();
    call(getOrderByTransaction, { params: { transactionId }, signal: leaving.signal }).then(
      (found) => setOrder(found.order),
      (failure: Error) => {
        if (!leaving.signal.aborted) setError(failure);
      },
    );
    return () => leaving.abort();
  }, [transactionId, reloads]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each reload and each focus is a new call.
  useEffect(() => {
    const leaving = new AbortController();
    findCheckoutOrder(transactionId, leaving.signal).then(setCurrent, () => {
      if (!leaving.signal.aborted) setCurrent((known) => known ?? null);
    });
    return () => leaving.abort();
  }, [transactionId, reloads, focuses]);

  useEffect(() => {
    const hear = () => setFocuses((before) => before + 1);
    window.addEventListener('focus', hear);
    return () => window.removeEventListener('focus', hear);
  }, []);

  const reload = () => {
    setError(null);
    setReloads((before) => before + 1);
  };
  return { order, error, current, reload };
}
