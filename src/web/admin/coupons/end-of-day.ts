import { event } from '#content/event.ts';
import { dayIn, endOfDay } from '#domain/calendar.ts';

/** Without it, browsers take years of six digits. The next day would end in one. */
export const LAST_DAY = '9999-12-30';

/** The end of the chosen day, or of the last if that is earlier, in the event's time zone; undefined if none is chosen. */
export function endOfChosenDay(day: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  return endOfDay(event.zone, day < LAST_DAY ? day : LAST_DAY);
}

/** The day that was chosen for this end. */
export function chosenDayOf(end: Date): string {
  return dayIn(event.zone, new Date(end.getTime() - 1));
}
