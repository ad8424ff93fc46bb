import { useEffect, useState } from 'react';
import { type CheckoutOrder, getUnfinishedOrder } from '#contract/checkout-order.ts';
import { call } from '../api.ts';
import { UnfinishedOrderNotice } from '../unfinished-order-notice.tsx';

/** Shows this browser's unpaid order, from any tab, above the form. */
export function UnfinishedOrder({ onGivenUp }: { onGivenUp: () => void }) {
  const [order, setOrder] = useState<CheckoutOrder | null>(null);
  const [look, setLook] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round fetches again.
  useEffect(() => {
    const leaving = new AbortController();
    call(getUnfinishedOrder, { signal: leaving.signal }).then(
      (response) => setOrder(response.order),
      () => undefined,
    );
    return () => leaving.abort();
  }, [look]);
  // It may have been paid in another tab.
  useEffect(() => {
    const listener = () => {
      if (!document.hidden) setLook((before) => before + 1);
    };
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);
  const giveUp = () => {
    setLook((before) => before + 1);
    onGivenUp();
  };
  return (
    order && (
      <div className="max-w-copy">
        <UnfinishedOrderNotice order={order} onGivenUp={giveUp} />
      </div>
    )
  );
}
