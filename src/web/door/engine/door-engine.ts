import type { DoorOrder, Phone } from '#contract/door.ts';
import type { Board } from '#contract/door-day.ts';
import type { TicketStatus } from '#domain/admission.ts';
import type { Day } from '#domain/calendar.ts';
import type { DoorPerson, VerdictAtDoor } from '#domain/door-verdict.ts';
import type { Replacement } from '#domain/person-change.ts';
import type { PracticeVerdict } from '#domain/practice.ts';
import type { SCAN_METHODS, SettledAs } from '#domain/standing.ts';

/** The API of a door phone for its screens. Instants are milliseconds since 1970, by the corrected clock. */
export interface DoorEngine {
  /** For useSyncExternalStore. */
  subscribe(listener: () => void): () => void;
  /** The same object until something changes. */
  state(): DoorState;
  /**
   * Joins. A phone that has joined before first sends its queued scans as the previous phone. Rejects with StillWaiting
   * if that fails, otherwise with ApiError; nothing has changed then.
   */
  join(invitation: string, person: string, door: string): Promise<void>;
  /** Whether this phone has joined with the invitation. */
  hasJoinedWith(invitation: string): Promise<boolean>;
  /** Looks up a code in the copy, and an unknown one at the server for up to 1.5 s. */
  judge(text: string): Promise<DoorVerdict>;
  judgePerson(key: PersonKey): DoorVerdict;
  /**
   * Admits people; resolves to the scans' ids once they are stored on this phone. Unless `storage` is `kept`, they live
   * only in the open page. People who can't be admitted are left out.
   */
  admit(keys: readonly PersonKey[], method: ScanMethod): Promise<readonly string[]>;
  /** Undoes an admission or a name. */
  undo(scanId: string): Promise<void>;
  /** Whether this scan's person is still admitted on its day, by whichever scan. */
  isAdmitted(scanId: string): boolean;
  nameSeat(order: number, firstName: string, lastName: string): Promise<PersonKey>;
  settle(scanId: string, outcome: SettledAs): Promise<void>;
  /** Matches, best first, at most 30. */
  find(query: string): readonly Match[];
  team(order: number): Team | null;
  /** This phone's scans, newest first. */
  own(): readonly OwnScan[];
  setPractice(on: boolean): void;
  /** Marks camera and sound as tested. */
  reportReady(isReady: boolean): void;
  /** For supervisors, online. Rejects with ApiError. */
  board(): Promise<Board>;
}

/** Scans could not be sent, so the phone keeps its previous identity. */
export class StillWaiting extends Error {}

export type ScanMethod = (typeof SCAN_METHODS)[number];

/** `seat` for somebody named at a door: the id of the scan with the name. */
export type PersonKey = { readonly registration: number } | { readonly seat: string };

export interface DoorState {
  readonly phase: 'starting' | 'joining' | 'loading' | 'working' | 'wiped';
  readonly wipedBecause: 'revoked' | 'ended' | null;
  readonly phone: Phone | null;
  readonly tickets: number;
  /** 0 to 1 while loading. */
  readonly progress: number | null;
  readonly isOnline: boolean;
  readonly syncedAt: number | null;
  /** The day's last contact; if there was none, when the phone first noticed. */
  readonly offlineSince: number | null;
  /** This phone's scans that the server doesn't have yet. */
  readonly waiting: number;
  /**
   * `none`: the browser stores nothing. `full`: no room. `slow`: a write takes too long, or never ends. New data then
   * lives only while the page is open.
   */
  readonly storage: 'kept' | 'full' | 'slow' | 'none';
  /** The phone's clock was set, and no response has told the time since. False while `mayHaveEnded`. */
  readonly clockProblem: boolean;
  /** By the phone's clock the invitation has expired, but no response has confirmed it. */
  readonly mayHaveEnded: boolean;
  readonly practice: boolean;
  /** The event's day. */
  readonly today: Day;
  readonly counts: { readonly in: number; readonly expected: number };
  /** Another door has also admitted somebody this phone admitted. */
  readonly news: readonly News[];
  /** Scans that the server refused, with its sentence. */
  readonly refused: readonly RefusedScan[];
}

export interface News {
  /** Of this phone's admission together with the other one, so that a third door's is news again. */
  readonly id: string;
  readonly person: string;
  readonly at: number;
  /** Empty if the other door is the help desk. */
  readonly door: string;
  readonly by: string;
}

interface RefusedScan {
  readonly scan: string;
  readonly person: string;
  readonly message: string;
}

export interface Person
  extends Pick<DoorPerson, 'firstName' | 'lastName' | 'track' | 'shortCode'>,
    Pick<DoorOrder, 'order' | 'number' | 'organization' | 'packageLabel'> {
  readonly key: PersonKey;
  readonly isTeam: boolean;
  /** The order's seats, including unnamed ones. */
  readonly teamSize: number;
  readonly teamIn: number;
  readonly freeSeats: number;
}

export type DoorVerdict =
  | { readonly kind: 'admit'; readonly person: Person }
  | {
      readonly kind: 'already_in';
      readonly person: Person;
      readonly at: number;
      readonly door: string | null;
      readonly by: string;
      /** Whether this phone admitted the person. */
      readonly isOwn: boolean;
      /** The admission, to undo it. */
      readonly scan: string;
      /** The person's other admissions of the day. If only `scan` is undone, one of them counts. */
      readonly others: readonly string[];
    }
  | { readonly kind: 'wrong_day'; readonly person: Person; readonly validOn: readonly Day[] }
  | { readonly kind: 'not_paid'; readonly person: Person; readonly paymentStatus: TicketStatus }
  | ({ readonly kind: 'replaced'; readonly person: Person } & Replacement)
  /** A practice ticket in practice mode. */
  | { readonly kind: 'practice'; readonly of: PracticeVerdict }
  /** A practice ticket outside practice mode. */
  | { readonly kind: 'practice_ticket' }
  | {
      readonly kind: 'unknown';
      readonly syncedAt: number | null;
      /** The last sync may have been on another day. */
      readonly today: Day;
      readonly wasAsked: boolean;
      /** Its ticket was deleted. */
      readonly isRemoved?: boolean;
    };

/** A search result. */
export interface Match {
  readonly person: Person;
  /** When the person was admitted today. */
  readonly inSince: number | null;
  /** What scanning the ticket would show now. */
  readonly verdict: VerdictAtDoor['kind'];
}

export interface Team extends Pick<DoorOrder, 'order' | 'number' | 'organization' | 'packageLabel'> {
  readonly size: number;
  readonly in: number;
  readonly freeSeats: number;
  /** Whether the order is paid and its tickets are valid today, so that its free seats may be named. */
  readonly isWelcome: boolean;
  readonly people: readonly Match[];
}

export interface OwnScan {
  readonly id: string;
  /** `withdraw`: the undo of a name. */
  readonly kind: 'admit' | 'undo' | 'withdraw' | 'settle' | 'name';
  readonly key: PersonKey;
  readonly person: string;
  readonly at: number;
  readonly method: ScanMethod | null;
  readonly practice: boolean;
  /** Whether the server has it. */
  readonly isSent: boolean;
  /** Also an admission whose person is gone because this phone withdrew the name. */
  readonly isUndone: boolean;
  /** The server's sentence if it refused the scan. */
  readonly refused: string | null;
}
