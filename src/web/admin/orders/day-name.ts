import { type Day, monthOf } from '#domain/calendar.ts';

/** `September 20`. */
export function dayName(day: Day): string {
  return `${monthOf(day)} ${Number(day.slice(8))}`;
}
