import type { Verdict } from '#domain/admission.ts';
import { dayIn, formatDay, formatDays, formatTime } from '#domain/calendar.ts';
import type { ReplacedBecause } from '#domain/person-change.ts';
import { ERROR_WORDS } from './errors.ts';

const TO_HELP_DESK = 'Please send the guest to the help desk.';

/** What the door says about a ticket; times are in `zone`. */
export function verdictWords(verdict: Verdict, zone: string): string {
  switch (verdict.kind) {
    case 'admit':
      return 'This ticket is valid.';
    case 'already_checked_in':
      return `Already checked in at ${formatTime(zone, verdict.at)}${doorAndPerson(verdict)}.`;
    case 'replaced':
      return `${REPLACED[verdict.because](formatDay(dayIn(zone, verdict.at), 'short'))} ${TO_HELP_DESK}`;
    case 'wrong_day':
      return `This ticket is for ${formatDays(verdict.validOn, 'short')}.`;
    case 'not_paid':
      return NOT_PAID[verdict.paymentStatus] ?? ERROR_WORDS.ticket_not_paid;
  }
}

/** What follows the time of a check-in: `, Main entrance, by Maria`, or ` by` and the address of staff at the desk. */
export function doorAndPerson({ door, by }: { readonly door: string | null; readonly by: string }): string {
  return door ? `, ${door}, by ${by}` : ` by ${by}`;
}

const REPLACED: Record<ReplacedBecause, (day: string) => string> = {
  another_person: (day) => `This ticket was replaced on ${day}.`,
  address_corrected: (day) => `A newer ticket was emailed to this guest on ${day}.`,
  given_away: (day) => `This ticket was given to someone else on ${day}.`,
  returned: (day) => `This ticket was returned on ${day}.`,
};

const NOT_PAID: Partial<Record<string, string>> = {
  pending: 'This ticket has not been paid for yet.',
  refunded: 'This ticket was refunded.',
  voided: 'This ticket was canceled.',
  cancelled: 'This order was canceled.',
  expired: 'This order expired before it was paid.',
  review: `The payment for this order is under review. ${TO_HELP_DESK}`,
};

/** Who checked somebody in at the desk, as door phones say it: without the staff member's email address. */
export const HELP_DESK = 'the help desk';
export const PAPER_LIST = 'the paper list';

/** For a code whose registration was deleted or erased, so that its holder is unknown. */
export const REMOVED_TICKET = `This ticket was removed from its order. ${TO_HELP_DESK}`;

/** Why a phone's scan was not stored. */
export const DOOR_REFUSALS = {
  after_the_end: 'The phone recorded this after it lost access, so it does not count.',
  not_a_supervisor: 'Only a supervisor can settle this.',
  nobody: 'No one on the list matches this scan.',
} as const;
