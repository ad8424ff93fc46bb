import { event } from '#content/event.ts';
import { type EventPhase, eventPhase, isEarlyBird, isRegistrationClosed } from '#domain/event-phase.ts';

export interface Standing {
  readonly phase: EventPhase;
  readonly isEarlyBird: boolean;
  /** Registration is closed, by the clock or by the build. */
  readonly isClosed: boolean;
  /** The event is over; closed by the build alone it is not. */
  readonly isOver: boolean;
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
