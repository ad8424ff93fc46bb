import { holdsSeats, type PaymentStatus } from './order.ts';
import { type EventType, TRACKS, type Track } from './packages.ts';

export interface Named {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export interface AttendeeFields extends Named {
  readonly track: Track | null;
}

export const COMPLETENESS = ['complete', 'needed', 'partial'] as const;
/** The stored `attendeeDataStatus`, which the desk's lists show (R-ATTENDEE-2). */
export type Completeness = (typeof COMPLETENESS)[number];

export function fullName({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

export function organizerName(order: {
  readonly organizerFirstName: string;
  readonly organizerLastName: string;
}): string {
  return `${order.organizerFirstName} ${order.organizerLastName}`;
}

/** The name, with the address if another of these people has the same name. */
export function nameAmong(one: Named, people: readonly Named[]): string {
  const isShared = people.some((other) => other !== one && nameKey(other) === nameKey(one));
  return isShared ? `${fullName(one)} (${one.email})` : fullName(one);
}

function nameKey(one: Named): string {
  return fullName(one).toLowerCase();
}

/** Tracks are only for the conference. */
export function needsTrack(eventType: EventType): boolean {
  return eventType !== 'trainer';
}

export function missingFields(attendee: AttendeeFields, eventType: EventType): string[] {
  const missing: string[] = [];
  if (!attendee.firstName.trim()) missing.push('firstName');
  if (!attendee.lastName.trim()) missing.push('lastName');
  if (!attendee.email.trim()) missing.push('email');
  if (needsTrack(eventType) && !(attendee.track && TRACKS.includes(attendee.track))) missing.push('track');
  return missing;
}

export function completeness(
  attendees: readonly AttendeeFields[],
  order: { seats: number; eventType: EventType },
): Completeness {
  if (order.seats === 0) return 'complete';
  if (attendees.length === 0) return 'needed';
  const isPartial =
    attendees.length < order.seats || attendees.some((one) => missingFields(one, order.eventType).length > 0);
  return isPartial ? 'partial' : 'complete';
}

/** The seats an order still has, without those that were refunded. */
export function countSeats(order: { teamMemberCount: number; seatsReturned: number }): number {
  return order.teamMemberCount - order.seatsReturned;
}

/** The same, but 0 once the order has ended or was refunded, so that nobody counts as missing (R-ATTENDEE-2). */
export function seatsInUse(order: {
  paymentStatus: PaymentStatus;
  teamMemberCount: number;
  seatsReturned: number;
}): number {
  return holdsSeats(order.paymentStatus) ? countSeats(order) : 0;
}

/** Whether a visitor may still name team members (R-ATTENDEE-3). Staff need only an unnamed seat of a paid order. */
export function canAddAttendee(order: { seats: number; named: number; status: Completeness }): boolean {
  return order.seats > 1 && order.status !== 'complete' && order.named < order.seats;
}

/** Whether this person's track is still open. Once it is chosen, only its holder and staff change it (R-ATTENDEE-4). */
export function canChooseTrack(attendee: AttendeeFields, eventType: EventType): boolean {
  return needsTrack(eventType) && attendee.track === null;
}

/** Email addresses are compared ignoring case; those that give rights, by `isSameEmail`. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** The same name and address, ignoring case, spaces and Unicode composition (R-ATTENDEE-5). */
export function isSamePerson(one: Named, other: Named): boolean {
  const plain = (text: string) => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return (['firstName', 'lastName', 'email'] as const).every(
    (field) => plain(one[field]) === plain(other[field]),
  );
}

/** Whether the person has the buyer's name and address. */
export function isBuyer(
  order: {
    readonly organizerFirstName: string;
    readonly organizerLastName: string;
    readonly organizerEmail: string;
  },
  person: Named,
): boolean {
  const { organizerFirstName: firstName, organizerLastName: lastName, organizerEmail: email } = order;
  return isSamePerson(person, { firstName, lastName, email });
}

/** Drops a first entry that is the organizer again, because the form lists the leader first (R-ATTENDEE-1). */
export function withoutLeader<T extends Named>(leader: Named, members: readonly T[]): T[] {
  const [first, ...rest] = members;
  return first && isSamePerson(first, leader) ? rest : [...members];
}
