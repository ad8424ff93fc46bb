import { DAY } from './durations.ts';

/** A calendar day in the event's time zone, `YYYY-MM-DD`. */
export type Day = string;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format costs a thousand times as much as using it, in time and in memory. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}

/** The calendar day of `at` in `zone` (IANA name). */
export function dayIn(zone: string, at: Date): Day {
  // en-CA formats dates in ISO order.
  return formatOf('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

/** The first instant after `day` in `zone`, when a deadline given as a day ends (R-TIME-4). */
export function endOfDay(zone: string, day: Day): Date {
  const [year, month, date] = day.split('-').map(Number);
  const midnight = Date.UTC(year!, month! - 1, date! + 1);
  // Uses the offsets before and after, because clocks may change that night, even at midnight.
  const [earlier, later] = [midnight - DAY, midnight + DAY]
    .map((near) => midnight + offsetAt(zone, new Date(near)))
    .toSorted((a, b) => a - b);
  return new Date(dayIn(zone, new Date(earlier!)) > day ? earlier! : later!);
}

/** The day that many days before `day`. */
export function daysBefore(day: Day, days: number): Day {
  return new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);
}

/** The instant of a wall time (`HH:MM`) on `day` in `zone`. */
export function instantOf(zone: string, day: Day, wallTime: string): Date {
  const asUtc = Date.parse(`${day}T${wallTime}Z`);
  // The offset in force then, found from an instant at most one offset away.
  const near = asUtc + offsetAt(zone, new Date(asUtc));
  return new Date(asUtc + offsetAt(zone, new Date(near)));
}

const DAY_STYLES = {
  brief: { day: 'numeric', month: 'short' },
  short: { day: 'numeric', month: 'long' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** `Sep 20` (brief), `September 20` (short), `September 20, 2025` (long), `Saturday, September 20, 2025` (weekday). */
export function formatDay(day: Day, style: keyof typeof DAY_STYLES = 'long'): string {
  return formatOf('en-US', { ...DAY_STYLES[style], timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
}

/** `September 19–20` for days in a row within a month, otherwise `August 31 and September 20`; with the year if long. */
export function formatDays(days: readonly Day[], style: 'short' | 'long' = 'long'): string {
  const [first, last] = [days[0]!, days.at(-1)!];
  const [start, end] = [Date.parse(first), Date.parse(last)].map((at) => at / DAY);
  const isRow = first.slice(0, 7) === last.slice(0, 7) && end! - start! === days.length - 1;
  if (days.length > 1 && isRow) {
    const range = `${formatDay(first, 'short')}–${Number(last.slice(8))}`;
    return style === 'short' ? range : `${range}, ${last.slice(0, 4)}`;
  }
  return days.map((day) => formatDay(day, day === last ? style : 'short')).join(' and ');
}

/** `September`. */
export function monthOf(day: Day): string {
  return formatOf('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
}

/** `Sep 20, 2025, 8:05 AM MDT`: instants as staff read them (R-TIME-3). */
export function formatInstant(zone: string, at: Date): string {
  return formatOf('en-US', {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);
}

/** `Mountain Time`. */
export function zoneName(zone: string): string {
  const parts = formatOf('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')!.value;
}

/** `08:05` in the event's time zone, as in the schedule. */
export function wallTimeIn(zone: string, at: Date): string {
  return formatOf('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
}

/** `8:05 AM` in the event's time zone. */
export function formatTime(zone: string, at: Date): string {
  return formatOf('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(at);
}

/** `9:20 AM` for the wall time `09:20`. */
export function formatWallTime(time: string): string {
  const [hour, minute] = time.split(':');
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

/** Milliseconds from a wall time read as UTC to the instant it means. */
function offsetAt(zone: string, at: Date): number {
  const parts = formatOf('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)!.value);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return Math.floor(at.getTime() / 1000) * 1000 - wall;
}
