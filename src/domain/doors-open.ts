import type { Day } from './calendar.ts';
import type { Schedule } from './program.ts';

/** When the doors open on the conference day; null for a ticket without that day. */
export function doorsOpen(schedule: Schedule, days: readonly { readonly day: Day }[]): string | null {
  const arrival = schedule.items.find(({ kind }) => kind === 'arrival');
  return days.some(({ day }) => day === schedule.day) ? (arrival?.from ?? null) : null;
}
