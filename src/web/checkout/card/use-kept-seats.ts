import { useEffect, useRef, useState } from 'react';
import { keepCardForm } from '#contract/checkout-order.ts';
import { ApiError, call } from '../../api.ts';

const AT_MOST_EVERY_MS = 60_000;

/**
 * Tells the server that the form is in use, now and whenever `keep` is called, so that its seats stay held. `keptUntil`
 * is an instant, ISO 8601; null until known.
 */
export function useKeptSeats(
  transactionId: string,
  onEnded: () => void,
): { readonly keptUntil: string | null; readonly keep: () => void } {
  const [keptUntil, setKeptUntil] = useState<string | null>(null);
  const toldAt = useRef(Number.NEGATIVE_INFINITY);
  const keep = () => {
    if (performance.now() - toldAt.current < AT_MOST_EVERY_MS) return;
    toldAt.current = performance.now();
    call(keepCardForm, { params: { key: transactionId } }).then(
      (kept) => setKeptUntil(kept.keptUntil),
      (error: unknown) => {
        // After any other failure the seats are still held for a while, and the next use tries again.
        if (error instanceof ApiError && error.code === 'payment_not_open') onEnded();
      },
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the form calls it again.
  useEffect(keep, []);
  return { keptUntil, keep };
}
