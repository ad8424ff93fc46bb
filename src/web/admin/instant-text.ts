import { event } from '#content/event.ts';
import { formatInstant } from '#domain/calendar.ts';

/** Day and time, at the event. */
export function instantText(at: string | number): string {
  return formatInstant(event.zone, new Date(at));
}
