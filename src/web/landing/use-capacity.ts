import { useEffect, useState } from 'react';
import { type LandingData, useLanding } from './landing-data.tsx';

const pollMs = 30_000;

/** Seats per day as rendered, then looked at twice a minute. A look that fails leaves the figures as they are. */
export function useCapacity(): LandingData['capacity'] {
  const [capacity, setCapacity] = useState(useLanding().capacity);
  useEffect(() => {
    const leaving = new AbortController();
    const look = async () => {
      const { lookAtCapacity } = await import('./look-at-capacity.ts');
      setCapacity(await lookAtCapacity(leaving.signal));
    };
    const timer = setInterval(() => look().catch(() => undefined), pollMs);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, []);
  return capacity;
}
