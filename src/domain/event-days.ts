import { type Day, endOfDay, formatDay, formatDays, formatTime, instantOf, wallTimeIn } from './calendar.ts';
import { daysOf } from './capacity.ts';
import type { EventInfo } from './event-phase.ts';
import type { EventType } from './packages.ts';

export interface EventDay {
  readonly day: Day;
  readonly title: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** The days that a ticket covers, earliest first. The training has the conference's hours. */
export function eventDays(event: EventInfo, eventType: EventType): EventDay[] {
  return daysOf(event, eventType).map((day) => ({
    day,
    title: day === event.training.day ? event.training.name : event.name,
    startsAt: moveToDay(event.zone, new Date(event.startsAt), day),
    endsAt: moveToDay(event.zone, new Date(event.endsAt), day),
  }));
}

/** What a ticket for these days is for: the training's name for its day alone, otherwise the event's. */
export function titleOf(event: EventInfo, days: readonly EventDay[]): string {
  return days.length === 1 ? days[0]!.title : event.name;
}

/** Whether the last day of an order's tickets has ended, so that they are useless (R-ORDER-2). */
export function lastDayIsOver(event: EventInfo, eventType: EventType, now: Date): boolean {
  return now >= endOfDay(event.zone, daysOf(event, eventType).at(-1)!);
}

/** `Saturday, September 20, 2025` and `9:00 AM – 5:00 PM` for each day, and `September 19–20, 2025` for all of them. */
export function describeDays(
  zone: string,
  days: readonly EventDay[],
): { list: { title: string; date: string; time: string }[]; line: string } {
  const list = days.map(({ day, title, startsAt, endsAt }) => ({
    title,
    date: formatDay(day, 'weekday'),
    time: `${plainTime(zone, startsAt)} – ${plainTime(zone, endsAt)}`,
  }));
  return { list, line: formatDays(days.map(({ day }) => day)) };
}

/** The same wall time in `zone` on another day, even if clocks change in between. */
function moveToDay(zone: string, at: Date, day: Day): Date {
  return instantOf(zone, day, wallTimeIn(zone, at));
}

/** Old mail clients show the narrow no-break space in `9:00 AM` as a box. */
function plainTime(zone: string, at: Date): string {
  return formatTime(zone, at).replaceAll(/\s/g, ' ');
}
