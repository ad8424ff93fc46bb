import type { Day } from './calendar.ts';
import type { EventInfo } from './event-phase.ts';
import type { EventType } from './packages.ts';

export type CapacityLevel = 'available' | 'limited' | 'sold_out';

/**
 * The days on which an order takes seats, in the order in which their rows are locked (R-SEAT-2). Whether it gets them is
 * decided in `server/capacity/take-seats.ts`.
 */
export function daysOf(event: EventInfo, eventType: EventType): Day[] {
  const days = {
    conference: [event.day],
    trainer: [event.training.day],
    both: [event.training.day, event.day],
  };
  return days[eventType].toSorted();
}

/** `limited` when fewer than a tenth of the seats are left (R-SEAT-4). */
export function capacityLevel(maxCapacity: number, remaining: number): CapacityLevel {
  if (remaining <= 0) return 'sold_out';
  return remaining * 10 < maxCapacity ? 'limited' : 'available';
}

/** Seats still available to an order of this type: those of its scarcest day. */
export function seatsLeft(
  event: EventInfo,
  eventType: EventType,
  days: readonly { readonly eventDate: Day; readonly remaining: number }[],
): number {
  const left = daysOf(event, eventType).map(
    (day) => days.find((one) => one.eventDate === day)?.remaining ?? 0,
  );
  return Math.min(...left);
}
