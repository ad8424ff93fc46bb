import type { Day } from './calendar.ts';

export const SCAN_KINDS = ['admit', 'undo', 'settle', 'name'] as const;

/** How a person was found: by code, by name, with the team, or on the paper list. */
export const SCAN_METHODS = ['qr_scan', 'manual_lookup', 'party', 'paper'] as const;

export const SETTLED_AS = ['same_person', 'two_people'] as const;
/** A supervisor's finding about a double admission. */
export type SettledAs = (typeof SETTLED_AS)[number];

/** Roles of door phones. */
export const PHONE_ROLES = ['steward', 'supervisor'] as const;
export type PhoneRole = (typeof PHONE_ROLES)[number];

/** Staff act at the desk, without a phone. */
export const DOOR_ROLES = [...PHONE_ROLES, 'staff'] as const;
type DoorRole = (typeof DOOR_ROLES)[number];

/** Fields of every log row. */
interface Row {
  readonly id: string;
  /** Milliseconds since 1970, by the phone's estimate of the server's clock. */
  readonly decidedAt: number;
  /** The phone that created it; null at the desk. */
  readonly device: string | null;
  readonly role: DoorRole;
}

export interface Admit extends Row {
  readonly kind: 'admit';
  /**
   * Only admissions belong to a day: an undo or a settlement follows the one it refers to, and may be made on a later day
   * or arrive before it.
   */
  readonly day: Day;
}

/** A free seat that got a name at the door. */
export interface NameSeat extends Row {
  readonly kind: 'name';
  readonly firstName: string;
  readonly lastName: string;
}

interface Undo extends Row {
  readonly kind: 'undo';
  readonly refersTo: string;
}

export interface Settle extends Row {
  readonly kind: 'settle';
  readonly refersTo: string;
  readonly outcome: SettledAs;
}

export type Scan = Admit | NameSeat | Undo | Settle;

/** A person's standing on one day. `Also` is the type of additional fields in the caller's rows. */
export interface Standing<Also = unknown> {
  readonly day: Day;
  /** The earliest admission that wasn't undone: when the person came in. */
  readonly admitted: (Admit & Also) | null;
  /** Further admissions, neither undone nor settled: another door admitted the same ticket. */
  readonly duplicates: readonly (Admit & Also)[];
  readonly settled: readonly { readonly admit: Admit & Also; readonly by: Settle & Also }[];
  readonly undone: readonly { readonly admit: Admit & Also; readonly by: Undo & Also }[];
}

/**
 * The standing, as a function of the set of rows: their order, repetition and delay make no difference (R-DOOR-4). Pass
 * only rows about one person, but those of all days.
 */
export function standing<Also>(scans: readonly (Scan & Also)[], day: Day): Standing<Also> {
  const rows = inOrder(scans);
  const admits = rows.filter((one) => one.kind === 'admit').filter((one) => one.day === day);
  const undone = admits.flatMap((admit) => {
    const by = undoOf(admit, rows);
    return by ? [{ admit, by }] : [];
  });
  const [admitted, ...others] = admits.filter((admit) => !undone.some((one) => one.admit === admit));
  const settled = others.flatMap((admit) => {
    const by = settleOf(admit, rows);
    return by ? [{ admit, by }] : [];
  });
  return {
    day,
    admitted: admitted ?? null,
    duplicates: others.filter((admit) => !settled.some((one) => one.admit === admit)),
    settled,
    undone,
  };
}

/** A person's standings on all days with an admission. */
export function standings<Also>(scans: readonly (Scan & Also)[]): Standing<Also>[] {
  const days = scans.flatMap((one) => (one.kind === 'admit' ? [one.day] : []));
  return [...new Set(days)].toSorted().map((day) => standing(scans, day));
}

/** All admissions of the day that weren't undone. If only the first is undone, the next one counts, even a settled one. */
export function admissionsOf<Also>({ admitted, duplicates, settled }: Standing<Also>): (Admit & Also)[] {
  return [...(admitted ? [admitted] : []), ...duplicates, ...settled.map(({ admit }) => admit)];
}

/** Of these admissions, those that were neither undone nor settled; `scans` also has the rows that refer to them. */
export function unsettledAdmits<Also>(scans: readonly (Scan & Also)[]): (Admit & Also)[] {
  const admits = scans.filter((one) => one.kind === 'admit');
  return admits.filter((one) => !undoOf(one, scans) && !settleOf(one, scans));
}

/** The seats of people named at the door. */
export interface Seating<Also = unknown> {
  readonly seated: readonly (NameSeat & Also)[];
  /** Names without a free seat. These people are already inside, so they are never dropped. */
  readonly over: readonly (NameSeat & Also)[];
  /** The same, after a supervisor has settled it. */
  readonly settled: readonly (NameSeat & Also)[];
}

/**
 * Assigns an order's free seats to the earliest names that weren't withdrawn (R-DOOR-5). A name that a supervisor
 * settled as given twice takes none.
 */
export function seating<Also>(scans: readonly (Scan & Also)[], freeSeats: number): Seating<Also> {
  const rows = inOrder(scans);
  const named = rows.filter((one) => one.kind === 'name').filter((one) => !undoOf(one, rows));
  const isRepeated = (one: NameSeat) => settleOf(one, rows)?.outcome === 'same_person';
  const people = named.filter((one) => !isRepeated(one));
  const seated = people.slice(0, Math.max(0, freeSeats));
  const rest = named.filter((one) => !seated.includes(one));
  return {
    seated,
    over: rest.filter((one) => !settleOf(one, rows)),
    settled: rest.filter((one) => settleOf(one, rows)),
  };
}

/** Stewards undo what their own phone did; supervisors and staff undo anything (R-DOOR-6). */
function mayUndo(by: Pick<Row, 'device' | 'role'>, made: Pick<Row, 'device'>): boolean {
  return by.role !== 'steward' || (made.device !== null && by.device === made.device);
}

function maySettle(role: DoorRole): boolean {
  return role !== 'steward';
}

function undoOf<Also>(made: Row, rows: readonly (Scan & Also)[]): (Undo & Also) | undefined {
  return rows
    .filter((one) => one.kind === 'undo')
    .find((one) => one.refersTo === made.id && mayUndo(one, made));
}

function settleOf<Also>(made: Row, rows: readonly (Scan & Also)[]): (Settle & Also) | undefined {
  return rows
    .filter((one) => one.kind === 'settle')
    .find((one) => one.refersTo === made.id && maySettle(one.role));
}

/** Unique rows, sorted by time; ids break ties. */
function inOrder<Also>(scans: readonly (Scan & Also)[]): (Scan & Also)[] {
  const byId = new Map(scans.map((one) => [one.id, one]));
  return [...byId.values()].toSorted((a, b) => a.decidedAt - b.decidedAt || (a.id < b.id ? -1 : 1));
}
