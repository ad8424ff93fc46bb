import { useCallback, useEffect, useState } from 'react';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { getOrderByTransaction, type Order } from '#contract/orders.ts';
import { call } from '../../api.ts';
import { ASK_AGAIN, askAgainAfter, findCheckoutOrder } from '../../find-checkout-order.ts';

interface OrderState {
  /** Null until it has loaded. A reload keeps the old one until the new one arrives. */
  readonly order: Order | null;
  readonly error: Error | null;
  /**
   * The current order of its checkout: itself, or the one that replaced it, as last read. Undefined until the first
   * response; null if this browser didn't make it or no request has succeeded.
   */
  readonly current: CheckoutOrder | null | undefined;
  /** `current` was read after the last call of `reload`, and nothing about its payment is unknown. */
  readonly isCertain: boolean;
  readonly reload: () => void;
}

interface Seen {
  readonly current: CheckoutOrder | null;
  /** The last request failed, so what is known is older. */
  readonly hasFailed: boolean;
  /** How many reloads came before it. */
  readonly reloads: number;
}

/**
 * The order, and the current one of its checkout. While `isPaying` is false, both are fetched again with the window's
 * focus, and as long as it is unknown whether a payment is under way or the hold is over. If the card may have been
 * charged, they are also fetched again after a failure, and in a browser that didn't make the order, as long as the order
 * is pending.
 */
export function useCardOrder(transactionId: string, isPaying: boolean, mayBeCharged: boolean): OrderState {
  const [order, setOrder] = useState<Order | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [seen, setSeen] = useState<Seen>();
  const [reloads, setReloads] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    call(getOrderByTransaction, { params: { transactionId }, signal: leaving.signal }).then(
      (found) => setOrder(found.order),
      (failure: Error) => {
        if (!leaving.signal.aborted) setError(failure);
      },
    );
    findCheckoutOrder(transactionId, leaving.signal).then(
      (current) => setSeen({ current, hasFailed: false, reloads }),
      () => {
        if (leaving.signal.aborted) return;
        setSeen((last) => ({ current: last?.current ?? null, hasFailed: true, reloads }));
      },
    );
    return () => leaving.abort();
  }, [transactionId, reloads]);

  const reload = useCallback(() => {
    setError(null);
    setReloads((before) => before + 1);
  }, []);
  // Without the order, the page offers to try again.
  const hasOrder = order !== null;
  const isKnown = seen?.current != null && !seen.hasFailed;
  const isWaiting = mayBeCharged && !isKnown && order?.paymentStatus === 'pending';
  const askAgain = askAgainAfter(seen?.current) || (isWaiting && ASK_AGAIN);
  useEffect(() => {
    if (isPaying) return;
    window.addEventListener('focus', reload);
    const timer = hasOrder && seen && askAgain ? setTimeout(reload, askAgain) : undefined;
    return () => {
      window.removeEventListener('focus', reload);
      clearTimeout(timer);
    };
  }, [isPaying, reload, hasOrder, seen, askAgain]);
  const isCertain = isKnown && seen.reloads === reloads && !askAgain;
  return { order, error, current: seen?.current, isCertain, reload };
}
