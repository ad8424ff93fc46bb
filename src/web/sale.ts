import { useSyncExternalStore } from 'react';
import { event } from '#content/event.ts';
import { hasConcluded, isEarlyBird, isRegistrationClosed } from '#domain/event-phase.ts';
import { isOnSale } from '#domain/quote.ts';
import { boot } from './boot.ts';
import { now } from './clock.ts';

/** What the clock allows at the moment. */
export interface Sale {
  readonly isClosed: boolean;
  /** The event has concluded; closed by the build alone it has not. */
  readonly isOver: boolean;
  readonly isEarlyBird: boolean;
  readonly isTrainingOnSale: boolean;
}

/** Looks at the server's time every second and renders only when a rule changes its mind. */
export function useSale(): Sale {
  const [closed, over, earlyBird, training] = useSyncExternalStore(everySecond, snapshot, snapshot);
  return {
    isClosed: closed === 'y',
    isOver: over === 'y',
    isEarlyBird: earlyBird === 'y',
    isTrainingOnSale: training === 'y',
  };
}

/** One letter per rule, because a snapshot is compared by identity. */
function snapshot(): string {
  const at = now();
  return [
    isRegistrationClosed(event, at, boot.closedByBuild),
    hasConcluded(event, at),
    isEarlyBird(event, at),
    isOnSale(event, 'both', at),
  ]
    .map((holds) => (holds ? 'y' : 'n'))
    .join('');
}

function everySecond(look: () => void): () => void {
  const timer = setInterval(look, 1000);
  return () => clearInterval(timer);
}
