import type { Day } from './calendar.ts';
import type { Schedule, ScheduleItem } from './program.ts';

/** The program item for the opening of the doors; null for a ticket without the conference day. */
export function findArrival(schedule: Schedule, days: readonly { readonly day: Day }[]): ScheduleItem | null {
  if (!days.some(({ day }) => day === schedule.day)) return null;
  return schedule.items.find(({ kind }) => kind === 'arrival') ?? null;
}
