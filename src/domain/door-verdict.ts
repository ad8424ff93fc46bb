import { admission, ticketStatus, type Verdict } from './admission.ts';
import type { Day } from './calendar.ts';
import type { EventInfo } from './event-phase.ts';
import type { PaymentStatus } from './order.ts';
import type { EventType, Track } from './packages.ts';
import type { Replacement } from './person-change.ts';
import {
  type Admit,
  admissionsOf,
  type NameSeat,
  type Scan,
  type Settle,
  type Standing,
  seating,
  standing,
} from './standing.ts';

/** An order as a door phone keeps it. */
export interface KeptOrder {
  readonly order: number;
  readonly eventType: EventType;
  readonly paymentStatus: PaymentStatus;
  readonly freeSeats: number;
  /** People named at a door without a free seat. */
  readonly over: readonly KeptName[];
  readonly tickets: readonly KeptTicket[];
}

interface KeptName {
  /** The id of the scan with the name. */
  readonly seat: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Absent from older copies. */
  readonly days?: readonly KeptDay[] | undefined;
}

interface KeptTicket {
  readonly registration: number;
  /** The id of the scan that named this person at a door; null for everybody else. */
  readonly seat: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly track: Track | null;
  readonly shortCode: string;
  readonly isVoided: boolean;
  readonly days: readonly KeptDay[];
}

interface KeptDay {
  readonly day: Day;
  readonly admitted: KeptAdmit | null;
  readonly duplicates: readonly KeptAdmit[];
  /** Absent from older copies. */
  readonly settledAdmits?: readonly KeptAdmit[] | undefined;
}

interface KeptAdmit extends DoorAndPerson {
  readonly id: string;
  readonly at: string;
  readonly device: string | null;
}

/** A row from this phone that the copy may not have yet. */
export type OwnRow = Scan & DoorAndPerson & Whom & { readonly day: Day };

/** `seat` for somebody named at a door, otherwise the registration. */
interface Whom {
  readonly registration: number | null;
  readonly seat: string | null;
}

interface DoorAndPerson {
  readonly door: string | null;
  readonly by: string;
}

/** Somebody with a ticket, or named at a door: without a short code until the copy has the registration. */
export interface DoorPerson extends Omit<KeptTicket, 'registration'>, Whom {
  /** The order has no seat for this person. */
  readonly isExcess: boolean;
}

/** An order's people and free seats, by the copy and by this phone's later names and withdrawals. */
export function peopleAtDoor(
  order: KeptOrder,
  own: readonly OwnRow[],
): { readonly people: readonly DoorPerson[]; readonly freeSeats: number } {
  const kept: readonly DoorPerson[] = [
    ...order.tickets.map((ticket) => ({ ...ticket, isExcess: false })),
    ...order.over.map((one) => named(one.seat, one, true)),
  ];
  const isNews = (row: OwnRow) =>
    row.kind === 'undo' || row.kind === 'settle' || !kept.some((person) => person.seat === row.id);
  if (!own.some((row) => row.kind !== 'admit' && isNews(row))) {
    return { people: kept, freeSeats: order.freeSeats };
  }
  // A canceled ticket has no seat, and its name takes no other.
  const people = kept.filter((one) => !one.seat || one.isVoided);
  const byName = kept.filter((one) => !people.includes(one));
  const isNamed = (row: OwnRow) => row.kind === 'name' && !people.some((one) => one.seat === row.id);
  // Only the server knows the order of earlier names, and who has a seat. They come before this phone's.
  const before = byName.map((person) => asName(person.seat!, person, own));
  const mine = own.filter((row) => row.kind === 'undo' || row.kind === 'settle' || isNamed(row));
  const seats = order.freeSeats + byName.filter((one) => !one.isExcess).length;
  const { seated, over } = seating<object>([...mine, ...before], seats);
  const seat = (isExcess: boolean) => (row: NameSeat) => {
    const known = kept.find((one) => one.seat === row.id);
    return known ? { ...known, isExcess } : named(row.id, row, isExcess);
  };
  return {
    people: [...people, ...seated.map(seat(false)), ...over.map(seat(true))],
    freeSeats: Math.max(0, seats - seated.length),
  };
}

/** A person's standing on a day, by the copy and by this phone's rows about them. */
export function standingAtDoor(
  person: Pick<DoorPerson, 'days'>,
  own: readonly OwnRow[],
  day: Day,
): Standing<DoorAndPerson> {
  const kept = person.days.find((one) => one.day === day);
  const rows = kept
    ? [...admitsOf(kept).map((one) => asAdmit(one, day)), ...(kept.settledAdmits ?? []).map(asSettle)]
    : [];
  return standing<DoorAndPerson>([...rows, ...own], day);
}

/** The ids of all of the person's admissions in the copy. */
export function admitIdsOf({ days }: Pick<DoorPerson, 'days'>): string[] {
  return days.flatMap((one) => admitsOf(one).map(({ id }) => id));
}

/** The ids of the person's admissions of the day besides the one that counts, even settled ones. */
export function othersAtDoor(
  person: Pick<DoorPerson, 'days'>,
  own: readonly OwnRow[],
  day: Day,
): readonly string[] {
  const [, ...others] = admissionsOf(standingAtDoor(person, own, day));
  return others.map(({ id }) => id);
}

export type VerdictAtDoor =
  | Exclude<Verdict, { readonly kind: 'already_checked_in' }>
  | { readonly kind: 'already_in'; readonly admit: Admit & DoorAndPerson };

interface Shown {
  readonly order: Pick<KeptOrder, 'eventType' | 'paymentStatus'>;
  readonly person: Pick<DoorPerson, 'days' | 'isVoided'>;
  /** When and why the scanned code was replaced. */
  readonly replaced: Replacement | null;
  /** This phone's rows about the person. */
  readonly own: readonly OwnRow[];
}

/** A phone's verdict on `today`, by the rules of the desk (R-DOOR-8). */
export function verdictAtDoor(event: EventInfo, shown: Shown, today: Day): VerdictAtDoor {
  const { order, person } = shown;
  const { admitted } = standingAtDoor(person, shown.own, today);
  const verdict = admission(
    event,
    {
      eventType: order.eventType,
      paymentStatus: ticketStatus(person.isVoided, order.paymentStatus),
      replaced: shown.replaced,
      admittedToday: admitted && {
        at: new Date(admitted.decidedAt),
        door: admitted.door,
        by: admitted.by,
        pressId: null,
      },
    },
    today,
  );
  return verdict.kind === 'already_checked_in' ? { kind: 'already_in', admit: admitted! } : verdict;
}

function admitsOf({ admitted, duplicates, settledAdmits = [] }: KeptDay): KeptAdmit[] {
  return [...(admitted ? [admitted] : []), ...duplicates, ...settledAdmits];
}

function asAdmit({ id, at, device, door, by }: KeptAdmit, day: Day): Admit & DoorAndPerson {
  // An admission's role doesn't matter.
  return { kind: 'admit', id, day, decidedAt: Date.parse(at), device, role: 'staff', door, by };
}

/** The copy doesn't have who settled it and how, which makes no difference at the door. */
function asSettle({ id, at }: KeptAdmit): Settle & DoorAndPerson {
  return {
    kind: 'settle',
    id: `${id} settled`,
    refersTo: id,
    outcome: 'same_person',
    decidedAt: Date.parse(at),
    device: null,
    role: 'staff',
    door: null,
    by: '',
  };
}

/** As the copy has it, but still this phone's own if it was made here, so that its steward can withdraw it. */
function asName(id: string, { firstName, lastName, isExcess }: DoorPerson, own: readonly OwnRow[]): NameSeat {
  const { device, role } = own.find((row) => row.id === id) ?? { device: null, role: 'staff' };
  return { kind: 'name', id, decidedAt: isExcess ? 1 : 0, device, role, firstName, lastName };
}

function named(
  seat: string,
  { firstName, lastName, days = [] }: Omit<KeptName, 'seat'>,
  isExcess: boolean,
): DoorPerson {
  return {
    registration: null,
    seat,
    firstName,
    lastName,
    track: null,
    shortCode: '',
    isVoided: false,
    isExcess,
    days,
  };
}
