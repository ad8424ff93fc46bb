import { event } from '#content/event.ts';
import { endOfDay } from '#domain/calendar.ts';

/** “Until that day” means its end in the event's zone; undefined while no day is chosen. */
export function endOfChosenDay(day: string): Date | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? endOfDay(event.zone, day) : undefined;
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
