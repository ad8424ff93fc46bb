import { event } from '#content/event.ts';
import { formatTime } from '#domain/calendar.ts';

/** `10:42 AM Denver time` */
export function keptUntilText(instant: string): string {
  return `${formatTime(event.zone, new Date(instant))} ${event.venue.city} time`;
}
