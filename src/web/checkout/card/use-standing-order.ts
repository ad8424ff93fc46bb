import { useEffect, useState } from 'react';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { findStanding } from '../../find-standing.ts';

/**
 * The order that stands for the checkout of an order: itself, or the one that took its place. Undefined until it is known,
 * null where this browser has not made it or nobody answers. Asked anew whenever the window comes to the front.
 */
export function useStandingOrder(transactionId: string): {
  readonly standing: CheckoutOrder | null | undefined;
  readonly reload: () => void;
} {
  const [standing, setStanding] = useState<CheckoutOrder | null>();
  const [look, setLook] = useState(0);
  const reload = () => setLook((before) => before + 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each look is a call of its own.
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
