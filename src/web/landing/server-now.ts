import { useEffect, useState } from 'react';
import { event } from '#content/event.ts';
import { type EventPhase, eventPhase, isEarlyBird, isRegistrationClosed } from '#domain/event-phase.ts';
import { useLanding } from './landing-data.tsx';

let readClock: (() => Date) | null = null;

/** Called by the browser's entry: from then on the page counts from the server's clock. */
export function startClock(read: () => Date): void {
  readClock = read;
}

/** The server's time: as rendered at first, then renewed every `intervalMs`. */
export function useServerNow(intervalMs: number): Date {
  const { boot } = useLanding();
  const [now, setNow] = useState(() => new Date(boot.now));
  useEffect(() => {
    const look = () => readClock && setNow(readClock());
    look();
    const timer = setInterval(look, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

export interface Standing {
  readonly phase: EventPhase;
  readonly isEarlyBird: boolean;
  /** Registration is closed, by the clock or by the build. */
  readonly isClosed: boolean;
  /** The event is over; closed by the build alone it is not. */
  readonly isOver: boolean;
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

export function standingAt(now: Date, closedByBuild: boolean): Standing {
  const phase = eventPhase(event, now);
  return {
    phase,
    isEarlyBird: isEarlyBird(event, now),
    isClosed: isRegistrationClosed(event, now, closedByBuild),
    isOver: phase === 'past',
  };
}
