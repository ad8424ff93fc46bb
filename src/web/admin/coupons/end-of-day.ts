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

/** `12.50` dollars → 1250; undefined for blank, NaN for what is no amount. */
export function centsOf(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  return /^\d{1,7}(\.\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text) * 100) : Number.NaN;
}

/** Undefined for blank, NaN for what is no whole number. */
export function countOf(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  return /^\d{1,8}$/.test(text.trim()) ? Number(text) : Number.NaN;
}
