import { useEffect, useState } from 'react';
import { getCapacityStatus } from '#contract/event.ts';
import { call } from '../api.ts';
import { readPendingRegistration } from '../pending-registration.ts';
import { pollWhileShown } from '../poll-while-shown.ts';
import type { CapacityDays } from './seat-figures.ts';

const pollMs = 30_000;

/**
 * Seats per day: `known` at first, then fetched twice a minute while the page is visible. Seats held by this tab's own
 * checkout count as free. A failed fetch keeps the previous numbers.
 */
export function useCapacity(known: CapacityDays): { readonly days: CapacityDays; lookAgain(): void } {
  const [days, setDays] = useState(known);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round fetches again.
  useEffect(() => {
    let latest = new AbortController();
    const look = () => {
      // An older response could arrive after this one's.
      latest.abort();
      latest = new AbortController();
      const { signal } = latest;
      const checkoutId = readPendingRegistration()?.checkoutId;
      call(getCapacityStatus, { query: { checkoutId }, signal }).then(setDays, () => undefined);
    };
    const endPolls = pollWhileShown(look, pollMs);
    return () => {
      endPolls();
      latest.abort();
    };
  }, [round]);
  return { days, lookAgain: () => setRound((before) => before + 1) };
}
