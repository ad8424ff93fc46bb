import type { Day } from './calendar.ts';

/** Everything about the event that the rules need. Instants are ISO 8601 with an offset. */
export interface EventInfo {
  readonly name: string;
  readonly shortCode: string;
  readonly training: { readonly name: string; readonly day: Day };
  readonly day: Day;
  readonly zone: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly closesAt: string;
  readonly earlyBirdEndsAt: string;
  readonly trainingSaleEndsAt: string;
  readonly capacity: readonly { readonly day: Day; readonly maxCapacity: number }[];
  readonly host: { readonly name: string; readonly mission: string };
  readonly venue: {
    readonly name: string;
    readonly organization: string;
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly postalCode: string;
    readonly country: string;
    /** The entrances that door phones offer. */
    readonly doors: readonly string[];
  };
}

export type EventPhase = 'early_bird' | 'regular' | 'under_way' | 'ended' | 'past';

/**
 * The event's phase at `now` (R-TIME-1). The program ends at `endsAt`; at `closesAt` registration closes and `past`
 * begins.
 */
export function eventPhase(event: EventInfo, now: Date): EventPhase {
  if (now >= new Date(event.closesAt)) return 'past';
  if (hasConcluded(event, now)) return 'ended';
  if (now >= new Date(event.startsAt)) return 'under_way';
  return isEarlyBird(event, now) ? 'early_bird' : 'regular';
}

/** The program is over, even if registration is still open. */
export function hasConcluded(event: EventInfo, now: Date): boolean {
  return now >= new Date(event.endsAt);
}

/** The instant `earlyBirdEndsAt` still counts as early bird (R-PRICE-2). */
export function isEarlyBird(event: EventInfo, now: Date): boolean {
  return now <= new Date(event.earlyBirdEndsAt);
}

/** Closed by the clock or by the build (R-TIME-2). The server enforces it on every call that would sell a seat. */
export function isRegistrationClosed(event: EventInfo, now: Date, closedByBuild: boolean): boolean {
  return closedByBuild || eventPhase(event, now) === 'past';
}

/** Whole days, hours, minutes and seconds until `target`; zeros once it has passed. */
export function countdownTo(
  target: Date,
  now: Date,
): { days: number; hours: number; minutes: number; seconds: number } {
  const left = Math.max(0, Math.floor((target.getTime() - now.getTime()) / 1000));
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  };
}
