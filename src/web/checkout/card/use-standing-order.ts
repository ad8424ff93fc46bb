import { useEffect, useState } from 'react';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { findStanding } from '../../find-standing.ts';

/**
 * The current order of an order's checkout: itself, or the one that replaced it. Undefined until known; null if this
 * browser didn't make it or the request fails. Fetched again whenever the window gets the focus.
 */
export function useStandingOrder(transactionId: string): {
  readonly standing: CheckoutOrder | null | undefined;
  readonly reload: () => void;
} {
  const [standing, setStanding] = useState<CheckoutOrder | null>();
  const [look, setLook] = useState(0);
  const reload = () => setLook((before) => before + 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round is a new call.
  useEffect(() => {
    const leaving = new AbortController();
    findStanding(transactionId, leaving.signal).then(setStanding, () => {
      if (!leaving.signal.aborted) setStanding((known) => known ?? null);
    });
    return () => leaving.abort();
  }, [transactionId, look]);

  useEffect(() => {
    const hear = () => setLook((before) => before + 1);
    window.addEventListener('focus', hear);
    return () => window.removeEventListener('focus', hear);
  }, []);
  return { standing, reload };
}
