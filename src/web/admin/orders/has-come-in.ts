import { event } from '#content/event.ts';
import { dayIn } from '#domain/calendar.ts';
import { daysOf } from '#domain/capacity.ts';
import type { EventType } from '#domain/packages.ts';

/** Whether one of these check-ins was on a day of the ticket. Rehearsals don't count. */
export function hasComeIn(eventType: EventType, checkedInAt: readonly string[]): boolean {
  const days = daysOf(event, eventType);
  return checkedInAt.some((at) => days.includes(dayIn(event.zone, new Date(at))));
}
