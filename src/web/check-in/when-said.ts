import { formatTime } from '#domain/calendar.ts';

const JUST_NOW_MS = 60_000;

/** `Just now` within 60 seconds of the server's time, otherwise the time of day in the event's zone. */
export function whenSaid(zone: string, at: Date, now: Date): string {
  return now.getTime() - at.getTime() < JUST_NOW_MS ? 'Just now' : formatTime(zone, at);
}
