import { event } from '#content/event.ts';
import {
  type EventPhase,
  eventPhase,
  hasConcluded,
  isEarlyBird,
  isRegistrationClosed,
} from '#domain/event-phase.ts';

export interface Standing {
  readonly phase: EventPhase;
  readonly isEarlyBird: boolean;
  /** Registration is closed, by the clock or by the build. */
  readonly isClosed: boolean;
  /** The program is over. Registration closes later the same day; closed by the build it may close before. */
  readonly isOver: boolean;
}

export function standingAt(now: Date, closedByBuild: boolean): Standing {
  return {
    phase: eventPhase(event, now),
    isEarlyBird: isEarlyBird(event, now),
    isClosed: isRegistrationClosed(event, now, closedByBuild),
    isOver: hasConcluded(event, now),
  };
}
