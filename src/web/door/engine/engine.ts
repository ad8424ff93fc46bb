import type { Phone } from '#contract/door.ts';
import type { Board } from '#contract/door-day.ts';
import type { Day } from '#domain/calendar.ts';
import type { PaymentStatus } from '#domain/order.ts';
import type { Track } from '#domain/packages.ts';
import type { Replacement } from '#domain/person-change.ts';
import type { SCAN_METHODS, SettledAs } from '#domain/standing.ts';

/** What the screens of a door phone stand on. Instants are milliseconds since 1970, by the corrected clock. */
export interface DoorEngine {
  /** For useSyncExternalStore. */
  subscribe(listener: () => void): () => void;
  /** The same object until something changes. */
  state(): DoorState;
  /**
   * A phone that has joined before sends what waits first, in the name of who decided it. Rejects with ApiError, and with
   * StillWaiting if that fails; both leave everything as it was.
   */
  join(invitation: string, person: string, door: string): Promise<void>;
  /** This phone has joined with it. */
  hasJoinedWith(invitation: string): Promise<boolean>;
  /** From the copy; a code that it doesn't know is asked of the server for 1.5 s at most. */
  judge(text: string): Promise<DoorVerdict>;
  judgePerson(key: PersonKey): DoorVerdict;
  /**
   * The ids of the scans, as soon as they are safe on this phone; unless its `storage` is `kept`, they are as safe as the open
   * page. Whoever would not be admitted is left out.
   */
  admit(keys: readonly PersonKey[], method: ScanMethod, notes?: string): Promise<readonly string[]>;
  /** Withdraws an admission or a name. */
  undo(scanId: string): Promise<void>;
  nameSeat(order: number, firstName: string, lastName: string): Promise<PersonKey>;
  settle(scanId: string, outcome: SettledAs): Promise<void>;
  /** Best first, at most 30. */
  find(query: string): readonly Match[];
  team(order: number): Team | null;
  /** This phone's scans, latest first. */
  own(): readonly OwnScan[];
  setPractice(on: boolean): void;
  /** Camera and sound were tested. */
  reportReady(isReady: boolean): void;
  /** For supervisors, online. Rejects with ApiError. */
  board(): Promise<Board>;
}

/** Scans could not be sent, so that the phone still belongs to whoever made them. */
export class StillWaiting extends Error {}

export type ScanMethod = (typeof SCAN_METHODS)[number];

/** A registration, or the seat that was named at a door by the scan of this id. */
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
  readonly offlineSince: number | null;
  /** Scans of this phone that the server does not have yet. */
  readonly waiting: number;
  /** `none` in a browser that keeps nothing, `full` while there is no room: what is new lives as long as the page is open. */
  readonly storage: 'kept' | 'full' | 'none';
  readonly clockProblem: boolean;
  readonly practice: boolean;
  readonly counts: { readonly in: number; readonly expected: number };
  /** Another door has meanwhile admitted somebody this phone admitted. */
  readonly news: readonly News[];
  /** Scans the server refused, with its sentence. */
  readonly refused: readonly RefusedScan[];
}

export interface News {
  readonly scan: string;
  readonly person: string;
  readonly at: number;
  /** Empty if the other door is the help desk. */
  readonly door: string;
  readonly by: string;
}

export interface RefusedScan {
  readonly scan: string;
  readonly person: string;
  readonly message: string;
}

export interface Person {
  readonly key: PersonKey;
  readonly firstName: string;
  readonly lastName: string;
  readonly organization: string | null;
  readonly packageLabel: string;
  readonly track: Track | null;
  /** The order as people say it, `DSS000042`. */
  readonly number: string;
  readonly order: number;
  readonly shortCode: string;
  readonly isTeam: boolean;
  /** Seats of the order, those without a name among them. */
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
      /** This phone admitted the person. */
      readonly isOwn: boolean;
      /** The admission, to undo it. */
      readonly scan: string;
    }
  | { readonly kind: 'wrong_day'; readonly person: Person; readonly validOn: readonly Day[] }
  | { readonly kind: 'not_paid'; readonly person: Person; readonly paymentStatus: PaymentStatus }
  | ({ readonly kind: 'replaced'; readonly person: Person } & Replacement)
  | { readonly kind: 'practice'; readonly of: PracticeOf }
  | {
      readonly kind: 'unknown';
      readonly syncedAt: number | null;
      readonly wasAsked: boolean;
      /** Its ticket was deleted. */
      readonly isRemoved?: boolean;
    };

export type PracticeOf = 'admit' | 'already_in' | 'wrong_day' | 'not_paid' | 'replaced' | 'unknown';

/** What the search found. */
export interface Match {
  readonly person: Person;
  /** When the person came in today. */
  readonly inSince: number | null;
  /** False for a ticket that was refunded or is not paid. */
  readonly isValid: boolean;
}

export interface Team {
  readonly order: number;
  readonly number: string;
  readonly organization: string | null;
  readonly packageLabel: string;
  readonly size: number;
  readonly in: number;
  readonly freeSeats: number;
  readonly people: readonly Match[];
}

export interface OwnScan {
  readonly id: string;
  readonly kind: 'admit' | 'undo' | 'settle' | 'name';
  readonly key: PersonKey;
  readonly person: string;
  readonly at: number;
  readonly method: ScanMethod | null;
  readonly practice: boolean;
  /** The server has it. */
  readonly isSent: boolean;
  readonly isUndone: boolean;
  /** The server's sentence if it refused the scan. */
  readonly refused: string | null;
}
