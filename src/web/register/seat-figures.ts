import type * as z from 'zod/mini';
import { event } from '#content/event.ts';
import type { getCapacityStatus } from '#contract/event.ts';
import { capacityLevel, daysOf, seatsLeft } from '#domain/capacity.ts';
import type { EventType } from '#domain/packages.ts';

/** The response of `GET /api/capacity-status`; null while unknown, and then no number is shown. */
export type CapacityDays = z.output<typeof getCapacityStatus.response> | null;

/** Seats still available to an order of this type; null while unknown. */
export function freeSeats(days: CapacityDays, eventType: EventType): number | null {
  return days && seatsLeft(event, eventType, days);
}

/** `128 seats left`, `Only 9 seats left`, `Sold out`. */
export function seatWords(days: CapacityDays, eventType: EventType): string | null {
  const left = freeSeats(days, eventType);
  if (left === null || !days) return null;
  const scarcest = days
    .filter((day) => daysOf(event, eventType).includes(day.eventDate))
    .find((day) => day.remaining === left);
  const level = capacityLevel(scarcest?.maxCapacity ?? 0, left);
  if (level === 'sold_out') return 'Sold out';
  const seats = left === 1 ? '1 seat left' : `${left} seats left`;
  return level === 'limited' ? `Only ${seats}` : seats;
}
