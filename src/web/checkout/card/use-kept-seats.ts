import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type HeldSeats, keepCardForm } from '#contract/checkout-order.ts';
import { MINUTE } from '#domain/durations.ts';
import { ApiError, call } from '../../api.ts';
import { everySecond, now } from '../../clock.ts';

const AT_MOST_EVERY_MS = MINUTE;
/** The hold lasts for minutes, and a server in trouble mustn't get a call for each key press. */
const AGAIN_AFTER_MS = 10_000;
/** Enough to read the warning and to react to it. */
const WARNED_MINUTES = 3;

export interface KeptSeats {
  /** Null until known. */
  readonly held: HeldSeats | null;
  /** The hold ends in a few minutes. */
  readonly isEnding: boolean;
  /** Tells the server that the form is in use. */
  readonly keep: () => void;
}

/** Seats stay held while the form is used. `onEnded` is called once they aren't. */
export function useKeptSeats(transactionId: string, onEnded: () => void): KeptSeats {
  const [held, setHeld] = useState<HeldSeats | null>(null);
  const tellAt = useRef(0);
  const keep = () => {
    if (performance.now() < tellAt.current) return;
    tellAt.current = performance.now() + AT_MOST_EVERY_MS;
    call(keepCardForm, { params: { key: transactionId } }).then(setHeld, (error: unknown) => {
      if (error instanceof ApiError && error.code === 'payment_not_open') onEnded();
      else tellAt.current = performance.now() + AGAIN_AFTER_MS;
    });
  };
  const minutesLeft = useSyncExternalStore(everySecond, () =>
    held ? Math.ceil((Date.parse(held.keptUntil) - now().getTime()) / MINUTE) : Number.POSITIVE_INFINITY,
  );
  const isOver = minutesLeft <= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the start, and once the hold seems over, which the server confirms.
  useEffect(() => {
    if (isOver) tellAt.current = 0;
    keep();
  }, [isOver]);
  return { held, isEnding: !isOver && minutesLeft <= WARNED_MINUTES, keep };
}
