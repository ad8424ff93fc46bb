import { useEffect, useState } from 'react';
import { getCapacityStatus } from '#contract/event.ts';
import { call } from '../api.ts';
import type { LandingData } from './landing-data.tsx';

const pollMs = 30_000;

/** Seats per day: `known` at first, then looked at twice a minute. A look that fails leaves the figures as they are. */
export function useCapacity(known: LandingData['capacity']): LandingData['capacity'] {
  const [capacity, setCapacity] = useState(known);
  useEffect(() => {
    const leaving = new AbortController();
    const look = () => call(getCapacityStatus, { signal: leaving.signal }).then(setCapacity, () => undefined);
    void look();
    const timer = setInterval(look, pollMs);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, []);
  return capacity;
}
