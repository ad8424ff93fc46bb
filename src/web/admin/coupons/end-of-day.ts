import { event } from '#content/event.ts';
import { dayIn, endOfDay } from '#domain/calendar.ts';

/** Without it, browsers take years of six digits. */
export const LAST_DAY = '9999-12-31';

/** The end of the chosen day in the event's time zone; undefined if no day is chosen. */
export function endOfChosenDay(day: string): Date | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? endOfDay(event.zone, day) : undefined;
}

/** The day that was chosen for this end. */
export function chosenDayOf(end: Date): string {
  return dayIn(event.zone, new Date(end.getTime() - 1));
}
