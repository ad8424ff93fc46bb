import { type Day, dayIn, daysBefore, endOfDay, instantOf } from './calendar.ts';

/** Until when teams name their own seats, and when their buyers are reminded. Content; days are in the event's zone. */
export interface NamingRule {
  /** The last day. */
  readonly namingEndsOn: Day;
  /** From early to late. */
  readonly remindDaysBefore: readonly number[];
}

/** Reminders go out in the daytime, when people read mail. */
const REMIND_AT = '09:00';

/** Whether teams can still name their own seats (R-TEAM-1). After that, the order's page, the desk and the door can. */
export function isNamingOpen(
  { deadlines, event }: { readonly deadlines: NamingRule; readonly event: { readonly zone: string } },
  now: Date,
): boolean {
  return now < endOfDay(event.zone, deadlines.namingEndsOn);
}

/**
 * The reminder that is due, as its number of days before the end of naming; null if none. It is due on its own day only:
 * a team that was full then, or a site that was stopped, gets none later. Reminders from before the order was placed are
 * skipped (R-TEAM-5).
 */
export function dueReminder(
  rule: NamingRule,
  zone: string,
  { orderedAt, now }: { readonly orderedAt: Date; readonly now: Date },
): number | null {
  const today = dayIn(zone, now);
  const days = rule.remindDaysBefore.find((one) => daysBefore(rule.namingEndsOn, one) === today);
  const at = instantOf(zone, today, REMIND_AT);
  return days !== undefined && orderedAt < at && at <= now ? days : null;
}

/** An order's unnamed seats, and how many of them have an active personal link. */
export interface FreeSeats {
  readonly free: number;
  readonly invited: number;
}

/** Seats with neither a name nor an invitation: what the team's link can give, and what can be invited (R-TEAM-2). */
export function unpromisedSeats({ free, invited }: FreeSeats): number {
  return Math.max(0, free - invited);
}

/** Seats that can be named directly: invitations reserve theirs only while they can be used (R-TEAM-2). */
export function seatsToGive(seats: FreeSeats, isOpen: boolean): number {
  return isOpen ? unpromisedSeats(seats) : seats.free;
}

export interface ClaimLinkState {
  readonly withdrawnAt: Date | null;
  readonly usedAt: Date | null;
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
