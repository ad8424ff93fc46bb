import type { Order, OrderWithRegistrations, Registration } from '#contract/orders.ts';
import { counted } from '#contract/words/counted.ts';
import { canAddAttendee, countSeats, missingFields } from '#domain/attendee.ts';
import { isPaid } from '#domain/order.ts';
import { isEventPast } from './is-event-past.ts';

/** One seat of an order. Seats are counted from 1, the organizer first. */
export interface Seat {
  readonly number: number;
  readonly registration: Registration | null;
  /** The person's missing fields; empty for an unnamed seat. */
  readonly missing: readonly string[];
}

export function seatsOfOrder(
  order: Pick<Order, 'teamMemberCount' | 'seatsReturned' | 'eventType'>,
  registrations: readonly Registration[],
): Seat[] {
  const named = registrations.toSorted(
    (a, b) => Number(b.isOrganizer) - Number(a.isOrganizer) || a.id - b.id,
  );
  const count = Math.max(countSeats(order), named.length);
  return Array.from({ length: count }, (_, index) => {
    const registration = named[index] ?? null;
    return {
      number: index + 1,
      registration,
      missing: registration ? missingFields(registration, order.eventType) : [],
    };
  });
}

/** Whether the order is paid and has seats left; all may have been canceled. */
export function hasSeats(order: Pick<Order, 'paymentStatus' | 'teamMemberCount' | 'seatsReturned'>): boolean {
  return isPaid(order.paymentStatus) && countSeats(order) > 0;
}

/** The order's people with a ticket, the organizer first. */
export function ticketHolders({ order, registrations }: OrderWithRegistrations): Registration[] {
  if (!isPaid(order.paymentStatus)) return [];
  return seatsOfOrder(order, registrations).flatMap(({ registration }) =>
    registration?.qrCodeImage ? [registration] : [],
  );
}

/** The ticket shown in full on the order's pages. */
export function firstTicket(data: OrderWithRegistrations): Registration | null {
  return ticketHolders(data)[0] ?? null;
}

/** How many seats a visitor may still name (R-ATTENDEE-3): not those that a pending refund returns. */
export function seatsToName({ order, registrations }: OrderWithRegistrations): number {
  if (!isPaid(order.paymentStatus) || isEventPast()) return 0;
  const [seats, named] = [countSeats(order), registrations.length];
  return canAddAttendee({ seats, named, status: order.attendeeDataStatus }) ? order.freeSeats : 0;
}

/** `4 seats still need a name.` */
export function unnamedSeatsSentence(count: number): string {
  if (count === 0) return 'There are no free seats left.';
  return `${counted(count, 'seat still needs', 'seats still need')} a name.`;
}

/** The order once `added` has a seat. */
export function withRegistration(data: OrderWithRegistrations, added: Registration): OrderWithRegistrations {
  const registrations = [...data.registrations.filter((one) => one.id !== added.id), added];
  const { order } = data;
  const freeSeats = order.freeSeats - (registrations.length - data.registrations.length);
  return { ...data, order: { ...order, freeSeats }, registrations };
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email',
  track: 'track',
};

/** `Needs email and track`, for the fields that an attendee lacks. */
export function missingWords(fields: readonly string[]): string {
  const words = fields.map((field) => FIELD_WORDS[field] ?? field);
  return `Needs ${new Intl.ListFormat('en-US').format(words)}`;
}
