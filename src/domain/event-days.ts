import { type Day, dayIn, formatDay, formatTime } from './calendar.ts';
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

/**
 * `Saturday 20 September 2025` and `9:00 AM – 5:00 PM` for each day, and `19 and 20 September 2025` for all of them.
 */
export function describeDays(
  zone: string,
  days: readonly EventDay[],
): { list: { title: string; date: string; time: string }[]; line: string } {
  const list = days.map(({ day, title, startsAt, endsAt }) => ({
    title,
    date: formatDay(day, 'weekday'),
    time: `${plainTime(zone, startsAt)} – ${plainTime(zone, endsAt)}`,
  }));
  const line = days.map(({ day }, index) => shorten(day, days[index + 1]?.day)).join(' and ');
  return { list, line };
}

/** `19` before `20 September 2025`, `30 August` before `1 September 2025`. */
function shorten(day: Day, next: Day | undefined): string {
  if (!next) return formatDay(day);
  return day.slice(0, 7) === next.slice(0, 7) ? String(Number(day.slice(8))) : formatDay(day, 'short');
}

/** The same wall time in `zone` on another day, even if clocks change in between. */
function moveToDay(zone: string, at: Date, day: Day): Date {
  const days = (Date.parse(day) - Date.parse(dayIn(zone, at))) / DAY_MS;
  const guess = new Date(at.getTime() + days * DAY_MS);
  return new Date(guess.getTime() - (minuteOfDay(zone, guess) - minuteOfDay(zone, at)) * 60_000);
}

const DAY_MS = 86_400_000;

function minuteOfDay(zone: string, at: Date): number {
  const [hour, minute] = clockOf(zone).format(at).split(':').map(Number);
  return hour! * 60 + minute!;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating one takes longer than everything else about a mail's dates. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  clocks.set(zone, clock);
  return clock;
}

/** Old mail clients show the narrow space in `9:00 AM` as a box. */
function plainTime(zone: string, at: Date): string {
  return formatTime(zone, at).replaceAll(/\s/g, ' ');
}
