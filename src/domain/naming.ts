import { type Day, daysBefore, endOfDay, instantOf } from './calendar.ts';

/** Until when teams name their own seats, and when their buyers are reminded. Content; days are in the event's zone. */
export interface NamingRule {
  /** The last day. */
  readonly namingEndsOn: Day;
  /** From early to late. */
  readonly remindDaysBefore: readonly number[];
}

/** When people read mail; nobody is reminded at night. */
const REMIND_AT = '09:00';

/** The first instant at which only the desk and the door name seats (R-TEAM-1). */
export function namingEndsAt({ namingEndsOn }: NamingRule, zone: string): Date {
  return endOfDay(zone, namingEndsOn);
}

export function isNamingOpen(rule: NamingRule, zone: string, now: Date): boolean {
  return now < namingEndsAt(rule, zone);
}

/**
 * The reminder whose time it is, as its number of days before the end of naming; null if none. Reminders from before an
 * order was placed, and those that a stopped site missed, are not made up for (R-TEAM-5).
 */
export function dueReminder(
  rule: NamingRule,
  zone: string,
  { orderedAt, now }: { readonly orderedAt: Date; readonly now: Date },
): number | null {
  if (!isNamingOpen(rule, zone, now)) return null;
  const latest = rule.remindDaysBefore
    .map((days) => ({ days, at: instantOf(zone, daysBefore(rule.namingEndsOn, days), REMIND_AT) }))
    .findLast(({ at }) => at <= now);
  return latest && orderedAt < latest.at ? latest.days : null;
}

/** An order's seats without a name, and how many of them single links are out for. */
export interface FreeSeats {
  readonly free: number;
  readonly invited: number;
}

/** Seats that neither a name nor an invitation has: what the team's link gives, and what may be invited (R-TEAM-2). */
export function unpromisedSeats({ free, invited }: FreeSeats): number {
  return Math.max(0, free - invited);
}

/** Seats that somebody can be given by name: invitations keep theirs only as long as they can be used (R-TEAM-2). */
export function seatsToGive(seats: FreeSeats, isOpen: boolean): number {
  return isOpen ? unpromisedSeats(seats) : seats.free;
}

export interface ClaimLinkState {
  readonly withdrawnAt: Date | null;
  readonly usedAt: Date | null;
}

/** A link that is still out; a single one keeps its seat (R-TEAM-2). */
export function isOut(link: ClaimLinkState): boolean {
  return link.withdrawnAt === null && link.usedAt === null;
}

/** Why a claim link gives no seat; null if it does (R-TEAM-3). */
export type ClaimRefusal = 'claim_withdrawn' | 'claim_used' | 'naming_over' | 'team_full';

export function claimRefusal(
  link: ClaimLinkState & { readonly forTeam: boolean },
  seats: FreeSeats,
  isOpen: boolean,
): ClaimRefusal | null {
  if (link.usedAt) return 'claim_used';
  if (link.withdrawnAt) return 'claim_withdrawn';
  if (!isOpen) return 'naming_over';
  const left = link.forTeam ? unpromisedSeats(seats) : seats.free;
  return left > 0 ? null : 'team_full';
}
