import { dayIn, endOfDay, instantOf, wallTimeIn } from '#domain/calendar.ts';
import type { EventInfo } from '#domain/event-phase.ts';

const A_MINUTE = 60_000;

/** The evening of the event day, or of today once that is over, as the value of a date-and-time field. */
export function defaultEnd({ zone, closesAt }: Pick<EventInfo, 'zone' | 'closesAt'>, at: Date): string {
  const close = new Date(closesAt);
  const end = close > at ? close : endOfDay(zone, dayIn(zone, at));
  return fieldValue(zone, new Date(end.getTime() - A_MINUTE));
}

/** `2025-09-20T08:31`, in the event's zone. */
function fieldValue(zone: string, at: Date): string {
  return `${dayIn(zone, at)}T${wallTimeIn(zone, at)}`;
}

/** The instant of a typed day and time; undefined until both are complete. */
export function typedInstant(zone: string, typed: string): string | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(typed);
  return match ? instantOf(zone, match[1]!, match[2]!).toISOString() : undefined;
}
