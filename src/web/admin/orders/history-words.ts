import type { getOrderDetails } from '#contract/admin-orders.ts';
import type { ParsedOf } from '#contract/route.ts';
import { counted } from '#contract/words/counted.ts';
import { fullName } from '#domain/attendee.ts';
import { type Day, formatDay } from '#domain/calendar.ts';
import { ERASED } from '#domain/erased.ts';
import { formatUsd } from '#domain/money.ts';
import type { CaseDecision, CaseKind } from '#domain/order.ts';
import { CASE_WORDS, DECISIONS } from './case-words.ts';

type Details = ParsedOf<typeof getOrderDetails.response>;
export type HistoryEntry = Details['history'][number];

/** Facts for the sentences besides the entry itself. */
interface HistoryFacts {
  /** In cents. */
  readonly total: number;
  readonly people: readonly { readonly id: number; readonly firstName: string; readonly lastName: string }[];
  /** The newest entry first. */
  readonly history: readonly HistoryEntry[];
}

/** An entry as a sentence without subject: “Paid $200.00 by card”. */
export function historySentence(entry: HistoryEntry, facts: HistoryFacts): string {
  const { action, details } = entry;
  const amount = typeof details.amount === 'number' ? formatUsd(details.amount) : null;
  const told = { details, total: facts.total, amount, ...personAt(entry, facts) };
  const text = SENTENCES[action]?.(told) ?? action.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface Person {
  readonly who: string;
  /** The person's badge, for example. Only a name gets an apostrophe. */
  readonly own: (thing: string) => string;
}

/** A registration outlives its holders: entries from before a transfer aren't about the current person. */
function personAt(entry: HistoryEntry, { people, history }: HistoryFacts): Person {
  const { registrationId } = entry;
  const person = people.find(({ id }) => id === registrationId);
  if (!person) return described('a person who is no longer in the order');
  const name = fullName(person);
  const isReplaced = history
    .slice(0, history.indexOf(entry))
    .some((later) => later.action === 'ticket_transferred' && later.registrationId === registrationId);
  return isReplaced
    ? described(`the person before ${name}`)
    : { who: name, own: (thing) => `${name}’s ${thing}` };
}

function described(who: string): Person {
  return { who, own: (thing) => `the ${thing} of ${who}` };
}

interface Told extends Person {
  readonly details: HistoryEntry['details'];
  readonly total: number;
  readonly amount: string | null;
}

const SENTENCES: Readonly<Record<string, (of: Told) => string>> = {
  order_placed: ({ total }) => `Placed the order for ${formatUsd(total)}`,
  order_completed: ({ details, total }) => completed(details.event, total),
  order_released: ({ details }) => RELEASES[String(details.event)] ?? 'Ended the order unpaid',
  payment_under_review: ({ details }) =>
    `A payment did not match the order${details.keepsStatus ? '' : ', which went to review'}`,
  confirmation_resent: () => 'Resent the confirmation',
  ticket_resent: ({ own }) => `Resent ${own('ticket')}`,
  attendee_added: ({ who }) => `Added ${who}`,
  organizer_marked: ({ who }) => `Marked ${who} as the organizer`,
  seat_claimed: ({ who, details }) =>
    `${who} claimed a seat with ${details.forTeam ? 'the team’s link' : 'a link'}`,
  seat_freed: () => 'Freed the seat of someone who is not coming',
  claim_link_created: ({ details }) =>
    details.forTeam
      ? 'Created a link for the whole team'
      : `Created a seat link${details.isMailed ? ' and emailed it' : ''}`,
  claim_link_withdrawn: ({ details }) => `Withdrew ${details.forTeam ? 'the team’s link' : 'a seat link'}`,
  claim_link_restored: () => 'Restored a seat link, because the refund for its seat failed',
  reminders_stopped: () => 'Turned off reminders about free seats',
  reminders_resumed: () => 'Turned on reminders about free seats',
  attendee_corrected: ({ own, details }) => `Corrected ${own(fieldsText(details.changed))}`,
  order_email_corrected: () => 'Corrected the order’s email address',
  ticket_transferred: ({ who, details }) =>
    details.atDoor
      ? `Gave a seat named at the door to ${who} and canceled its old ticket`
      : `Sent a new ticket to ${who} and canceled the old one`,
  registration_deleted: ({ details }) =>
    details.wasOrganizer ? 'Removed the organizer’s registration' : 'Removed an attendee',
  track_chosen: ({ who, details }) => `Chose the ${details.track} track for ${who}`,
  badges_made: ({ own }) => `Created ${own('badge file')}`,
  badges_printed: ({ own }) => `Printed ${own('badge')}`,
  badges_discarded: ({ own }) => `Discarded ${own('badge file')}`,
  checked_in: ({ who, details }) =>
    `Checked in ${who} ${foundBy(details)}${details.door ? `, ${details.door}` : ''}`,
  check_in_undone: ({ own }) => `Undid ${own('check-in')}`,
  duplicate_settled: ({ who, details }) =>
    `Settled a second check-in of ${who}: ${details.outcome === 'same_person' ? 'the same person' : 'two people'}`,
  seat_named_at_door: ({ who }) => `Named ${who} at the door`,
  refund_requested: ({ amount }) => (amount ? `Requested a refund of ${amount}` : 'Requested a refund'),
  seats_canceled: ({ details }) => `Canceled ${counted(Number(details.seats), 'seat')} without a refund`,
  refund_succeeded: ({ amount }) => `Refunded ${amount}`,
  refund_failed: ({ amount }) => `The refund of ${amount} failed`,
  dispute_open: ({ amount }) => `Disputed ${amount} with their bank`,
  dispute_won: ({ amount }) => `The dispute over ${amount} was won`,
  dispute_lost: ({ amount }) => `The dispute over ${amount} was lost`,
  case_resolved: ({ details }) => caseResolved(details),
};

const RELEASES: Readonly<Record<string, string>> = {
  hold_expired: 'The time to pay ran out',
  cancelled: 'Canceled the order before it was paid',
  payment_failed: 'The payment failed',
};

function completed(event: unknown, total: number): string {
  if (event === 'accepted' || event === 'accepted_in_part') return 'Accepted the payment';
  if (total === 0) return 'Registered without a payment';
  return `Paid ${formatUsd(total)} by card${event === 'paid_late' ? ', after the time to pay ran out' : ''}`;
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email',
  track: 'track',
  dietaryRestrictions: 'dietary needs',
};

function fieldsText(changed: unknown): string {
  const names = Array.isArray(changed) ? changed.map((one) => FIELD_NAMES[String(one)] ?? String(one)) : [];
  return names.length === 0 ? 'details' : new Intl.ListFormat('en-US').format(names);
}

function caseResolved({ kind, decision }: HistoryEntry['details']): string {
  const done = DECISIONS[decision as CaseDecision]?.done ?? 'Resolved';
  const what = CASE_WORDS[kind as CaseKind];
  return what ? `${done}: ${what.charAt(0).toLowerCase()}${what.slice(1)}` : `${done} a case`;
}

/** A paper list may be typed in on a later day than the one it is for. */
function foundBy({ method, day }: HistoryEntry['details']): string {
  if (method === 'paper' && typeof day === 'string')
    return `on the paper list of ${formatDay(day as Day, 'short')}`;
  return FOUND_BY[String(method)] ?? 'by name';
}

const FOUND_BY: Record<string, string> = {
  qr_scan: 'by QR code',
  party: 'with the team',
  paper: 'on the paper list',
};

const ACTORS: Record<NonNullable<HistoryEntry['actorKind']>, string> = {
  staff: 'Staff',
  door: 'A volunteer at the door',
  buyer: 'The buyer',
  holder: 'The holder of a ticket',
  claimant: 'Someone with a link to a seat',
  visitor: 'A visitor',
  job: 'The site itself',
  webhook: 'The payment provider',
  operator: 'The operator',
};

/** The actor: by name if known, with buyers distinguished from staff. */
export function actorText({ actor, actorKind }: HistoryEntry): string {
  const kind = actorKind ? ACTORS[actorKind] : 'Not recorded';
  if (actor === ERASED.actor) return `${kind} (name erased)`;
  if (!actor.includes('@')) return kind;
  return actorKind === 'staff' ? actor : `${kind}, ${actor}`;
}
