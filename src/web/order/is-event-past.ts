import { event } from '#content/event.ts';
import { eventPhase } from '#domain/event-phase.ts';
import { now } from '../clock.ts';

/** Whether its day is over, by the server's time; buyers can then change nothing about their orders. */
export function isEventPast(): boolean {
  return eventPhase(event, now()) === 'past';
}
