import type { Day } from './calendar.ts';
import type { Schedule, ScheduleItem } from './program.ts';

/** The program's item when the doors open; null for a ticket without the conference day. */
export function findArrival(schedule: Schedule, days: readonly { readonly day: Day }[]): ScheduleItem | null {
  if (!days.some(({ day }) => day === schedule.day)) return null;
  return schedule.items.find(({ kind }) => kind === 'arrival') ?? null;
}
