import type { EventType } from '#domain/packages.ts';

/** A time on the conference day, which tickets for both days name. */
export function onConferenceDay(time: string, eventType: EventType): string {
  return eventType === 'both' ? `${time} on the conference day` : time;
}
