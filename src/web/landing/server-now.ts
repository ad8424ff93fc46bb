import { useEffect, useState } from 'react';
import { useLanding } from './landing-data.tsx';
import { type Standing, standingAt } from './standing.ts';

let readClock: (() => Date) | null = null;

/** Called by the browser's entry: from then on the page counts from the server's clock. */
export function startClock(read: () => Date): void {
  readClock = read;
}

/** Where the event stands, looked at every second; renders only when it changes. */
export function useStanding(): Standing {
  const { boot } = useLanding();
  const [standing, setStanding] = useState(() => standingAt(new Date(boot.now), boot.closedByBuild));
  useEffect(() => {
    const look = () => {
      if (!readClock) return;
      const next = standingAt(readClock(), boot.closedByBuild);
      setStanding((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next));
    };
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [boot.closedByBuild]);
  return standing;
}
