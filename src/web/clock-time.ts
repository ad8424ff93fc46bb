import { formatTime, formatWallTime } from '#domain/calendar.ts';

/** `8:05`, without AM or PM, where it is obvious. */
export function bareTime(zone: string, at: string | number): string {
  return formatTime(zone, new Date(at)).replace(/\s[AP]M$/, '');
}

/** `12:00–1:30 PM`, `11:00 AM–12:00 PM`: AM or PM appears once if both are the same. */
export function clockSpan(from: string, to: string): string {
  const [start, end] = [formatWallTime(from), formatWallTime(to)];
  const isSameHalf = start.slice(-2) === end.slice(-2);
  return `${isSameHalf ? start.slice(0, -3) : start}–${end}`;
}
