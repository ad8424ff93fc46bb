import { formatDay } from '#domain/calendar.ts';
import type { EventInfo } from '#domain/event-phase.ts';
import type { EventType } from '#domain/packages.ts';

/** `Conference on September 20` */
export function eventTypeText(event: Pick<EventInfo, 'day' | 'training'>, eventType: EventType): string {
  const training = `training on ${formatDay(event.training.day, 'short')}`;
  const conference = `conference on ${formatDay(event.day, 'short')}`;
  const words = { conference, trainer: training, both: `${training} and ${conference}` }[eventType];
  return words.charAt(0).toUpperCase() + words.slice(1);
}
