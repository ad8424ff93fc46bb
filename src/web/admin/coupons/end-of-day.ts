import { event } from '#content/event.ts';
import { dayIn, endOfDay, formatInstant } from '#domain/calendar.ts';

/** “Until that day” means its end in the event's zone; undefined while no day is chosen. */
export function endOfChosenDay(day: string): Date | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? endOfDay(event.zone, day) : undefined;
}

/** The day that such an end was chosen by. */
export function chosenDayOf(end: Date): string {
  return dayIn(event.zone, new Date(end.getTime() - 1));
}

/** The end of a day as that day's last minute, or it would read as the next day; any other instant as it is. */
export function saidEnd(end: Date): string {
  const before = new Date(end.getTime() - 1);
  const isMidnight = endOfDay(event.zone, dayIn(event.zone, before)).getTime() === end.getTime();
  return formatInstant(event.zone, isMidnight ? before : end);
}
