import { event } from '#content/event.ts';
import { eventPhase, hasConcluded } from '#domain/event-phase.ts';
import { now } from '../clock.ts';

export const EVENT_OVER = 'The event is over, so nothing can be changed.';

/** Whether its day is over, by the server's time; buyers can then change nothing about their orders. */
export function isEventPast(): boolean {
  return eventPhase(event, now()) === 'past';
}

/** Whether there is nothing left to attend, although its day isn't over. */
export function isProgramOver(): boolean {
  return hasConcluded(event, now());
}
