import { event } from '#content/event.ts';
import { dayIn, endOfDay, formatInstant } from '#domain/calendar.ts';

/** Day and time, at the event. */
export function instantText(at: string | number): string {
  return formatInstant(event.zone, new Date(at));
}

/** Midnight is shown as the last minute of the previous day, because it would read as the next day. */
export function saidEnd(end: Date): string {
  const before = new Date(end.getTime() - 1);
  const isMidnight = endOfDay(event.zone, dayIn(event.zone, before)).getTime() === end.getTime();
  return formatInstant(event.zone, isMidnight ? before : end);
}
