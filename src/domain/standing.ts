export const SCAN_KINDS = ['admit', 'undo', 'settle', 'name'] as const;

/** How a person was found: by code, by name, with others of the team, or on the paper list. */
export const SCAN_METHODS = ['qr_scan', 'manual_lookup', 'party', 'paper'] as const;

export const SETTLED_AS = ['same_person', 'two_people'] as const;
/** What a supervisor found out about somebody who was admitted twice. */
export type SettledAs = (typeof SETTLED_AS)[number];

/** Roles of door phones. */
export const PHONE_ROLES = ['steward', 'supervisor'] as const;
export type PhoneRole = (typeof PHONE_ROLES)[number];

/** Staff act at the desk, without a phone. */
export const DOOR_ROLES = [...PHONE_ROLES, 'staff'] as const;
export type DoorRole = (typeof DOOR_ROLES)[number];

/** What every row of the log has. */
interface Row {
  readonly id: string;
  /** Milliseconds since 1970, by the server's clock as far as the phone knew it. */
  readonly decidedAt: number;
  /** The phone that made it; null at the desk. */
  readonly device: string | null;
  readonly role: DoorRole;
}

export interface Admit extends Row {
  readonly kind: 'admit';
}

/** A free seat that got a name at the door. */
export interface NameSeat extends Row {
  readonly kind: 'name';
  readonly firstName: string;
  readonly lastName: string;
}

export interface Undo extends Row {
  readonly kind: 'undo';
  readonly refersTo: string;
}

export interface Settle extends Row {
  readonly kind: 'settle';
  readonly refersTo: string;
  readonly outcome: SettledAs;
}

export type Scan = Admit | NameSeat | Undo | Settle;

/** What stands of one person's scans on one day. `Also` is what the caller's rows have besides. */
export interface Standing<Also = unknown> {
  /** The earliest admission that was not undone: when the person came in. */
  readonly admitted: (Admit & Also) | null;
  /** Other admissions, which nobody has undone or settled: a second door admitted the same ticket. */
  readonly duplicates: readonly (Admit & Also)[];
  readonly settled: readonly { readonly admit: Admit & Also; readonly by: Settle & Also }[];
  readonly undone: readonly { readonly admit: Admit & Also; readonly by: Undo & Also }[];
}

/**
 * What stands, as a function of the set of rows: their order, repetition and delay make no difference (R-DOOR-4).
 * Rows of other people or days must not be among them.
 */
export function standing<Also>(scans: readonly (Scan & Also)[]): Standing<Also> {
  const rows = inOrder(scans);
  const admits = rows.filter((one) => one.kind === 'admit');
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
    admitted: admitted ?? null,
    duplicates: others.filter((admit) => !settled.some((one) => one.admit === admit)),
    settled,
    undone,
  };
}

/** Who sits where of the people who were named at the door. */
export interface Seating<Also = unknown> {
  readonly seated: readonly (NameSeat & Also)[];
  /** No seat was left for them. They are people who stand inside, so nobody drops them. */
  readonly over: readonly (NameSeat & Also)[];
  /** The same, after a supervisor has settled it. */
  readonly settled: readonly (NameSeat & Also)[];
}

/** Names take an order's free seats by time, the earliest first, unless they were withdrawn (R-DOOR-5). */
export function seating<Also>(scans: readonly (Scan & Also)[], freeSeats: number): Seating<Also> {
  const rows = inOrder(scans);
  const named = rows.filter((one) => one.kind === 'name').filter((one) => !undoOf(one, rows));
  const seats = Math.max(0, freeSeats);
  const over = named.slice(seats);
  return {
    seated: named.slice(0, seats),
    over: over.filter((one) => !settleOf(one, rows)),
    settled: over.filter((one) => settleOf(one, rows)),
  };
}

/** Stewards undo what their own phone did; supervisors and staff undo anything (R-DOOR-6). */
export function mayUndo(by: Pick<Row, 'device' | 'role'>, made: Pick<Row, 'device'>): boolean {
  return by.role !== 'steward' || (made.device !== null && by.device === made.device);
}

export function maySettle(role: DoorRole): boolean {
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

/** Each row once, by time; ids decide between equal times. */
function inOrder<Also>(scans: readonly (Scan & Also)[]): (Scan & Also)[] {
  const byId = new Map(scans.map((one) => [one.id, one]));
  return [...byId.values()].toSorted((a, b) => a.decidedAt - b.decidedAt || (a.id < b.id ? -1 : 1));
}
