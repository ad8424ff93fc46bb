import { event } from '#content/event.ts';
import { dayIn, endOfDay } from '#domain/calendar.ts';

/** Without it, browsers take years of six digits. */
export const LAST_DAY = '9999-12-31';
const LAST_INSTANT = new Date('9999-12-31T23:59:59.999Z');

/** The end of the chosen day in the event's time zone, in a year of four digits; undefined if no day is chosen. */
export function endOfChosenDay(day: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const end = endOfDay(event.zone, day);
  return end < LAST_INSTANT ? end : LAST_INSTANT;
}

/** The day that was chosen for this end. */
export function chosenDayOf(end: Date): string {
  return dayIn(event.zone, new Date(end.getTime() - 1));
}
