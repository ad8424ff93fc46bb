import { formatWallTime } from '#domain/calendar.ts';

/** `12:00–1:30 PM`, `11:00 AM–12:00 PM`: AM or PM appears once if both are the same. */
export function clockSpan(from: string, to: string): string {
  const [start, end] = [formatWallTime(from), formatWallTime(to)];
  const isSameHalf = start.slice(-2) === end.slice(-2);
  return `${isSameHalf ? start.slice(0, -3) : start}–${end}`;
}
