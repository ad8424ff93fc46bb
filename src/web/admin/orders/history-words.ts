import type { getOrderDetails } from '#contract/admin-orders.ts';
import type { ParsedOf } from '#contract/route.ts';
import { ERASED } from '#domain/erased.ts';
import { formatUsd } from '#domain/money.ts';
import type { CaseDecision, CaseKind } from '#domain/order.ts';
import { CASE_WORDS, DECISIONS } from './case-words.ts';

type Details = ParsedOf<typeof getOrderDetails.response>;
export type HistoryEntry = Details['history'][number];

/** Facts for the sentences besides the entry itself. */
export interface HistoryFacts {
  /** In cents. */
  readonly total: number;
  readonly people: readonly { readonly id: number; readonly firstName: string; readonly lastName: string }[];
}

/** An entry as a sentence without subject: “Paid $200.00 by card”. `history` has the newest entry first. */
export function historySentence(
  entry: HistoryEntry,
  facts: HistoryFacts,
  history: readonly HistoryEntry[] = [],
): string {
  return capitalized(say(entry, facts, personAt(entry, facts, history)));
}

interface Person {
  readonly who: string;
  /** The person's badge, for example. Only a name gets an apostrophe. */
  readonly own: (thing: string) => string;
}

/** A registration outlives its holders: entries from before a transfer aren't about the current person. */
function personAt(entry: HistoryEntry, { people }: HistoryFacts, history: readonly HistoryEntry[]): Person {
  const { registrationId } = entry;
  const person = people.find(({ id }) => id === registrationId);
  if (!person) return described('a person who is no longer in the order');
  const name = `${person.firstName} ${person.lastName}`;
  const isReplaced = history
    .slice(0, Math.max(history.indexOf(entry), 0))
    .some((later) => later.action === 'ticket_transferred' && later.registrationId === registrationId);
  return isReplaced
    ? described(`the person before ${name}`)
    : { who: name, own: (thing) => `${name}’s ${thing}` };
}

function described(who: string): Person {
  return { who, own: (thing) => `the ${thing} of ${who}` };
}

function say({ action, details }: HistoryEntry, { total }: HistoryFacts, { who, own }: Person): string {
  const amount = typeof details.amount === 'number' ? formatUsd(details.amount) : null;
  switch (action) {
    case 'order_placed':
      return `Placed the order for ${formatUsd(total)}`;
    case 'order_completed':
      return completed(details.event, total);
    case 'order_released':
      return RELEASES[String(details.event)] ?? 'Ended the order unpaid';
    case 'payment_under_review':
      return 'A payment did not match the order, which went to review';
    case 'confirmation_resent':
      return 'Resent the confirmation';
    case 'ticket_resent':
      return `Resent ${own('ticket')}`;
    case 'attendee_added':
      return `Added ${who}`;
    case 'seat_claimed':
      return `${who} claimed a seat with ${details.forTeam ? 'the team’s link' : 'a link'}`;
    case 'seat_freed':
      return 'Freed the seat of someone who is not coming';
    case 'claim_link_created':
      return details.forTeam
        ? 'Created a link for the whole team'
        : `Created a seat link${details.isMailed ? ' and emailed it' : ''}`;
    case 'claim_link_withdrawn':
      return `Withdrew ${details.forTeam ? 'the team’s link' : 'a seat link'}`;
    case 'reminders_stopped':
      return 'Turned off reminders about free seats';
    case 'reminders_resumed':
      return 'Turned on reminders about free seats';
    case 'attendee_corrected':
      return `Corrected ${own(fieldsText(details.changed))}`;
    case 'order_email_corrected':
      return 'Corrected the order’s email address, too';
    case 'ticket_transferred':
      return details.atDoor
        ? `Gave a seat named at the door to ${who} and canceled its old ticket`
        : `Sent a new ticket to ${who} and canceled the old one`;
    case 'registration_deleted':
      return details.wasOrganizer ? 'Removed the organizer’s registration' : 'Removed an attendee';
    case 'track_chosen':
      return `Chose the ${details.track} track for ${who}`;
    case 'badges_made':
      return `Created ${own('badge file')}`;
    case 'badges_printed':
      return `Printed ${own('badge')}`;
    case 'badges_discarded':
      return `Discarded ${own('badge file')}`;
    case 'checked_in':
      return `Checked in ${who} ${FOUND_BY[String(details.method)] ?? 'by name'}${details.door ? `, ${details.door}` : ''}`;
    case 'check_in_undone':
      return `Undid ${own('check-in')}`;
    case 'duplicate_settled':
      return `Settled a second check-in of ${who}: ${details.outcome === 'same_person' ? 'the same person' : 'two people'}`;
    case 'seat_named_at_door':
      return `Named ${who} at the door`;
    case 'refund_requested':
      return amount ? `Requested a refund of ${amount}` : 'Requested a refund';
    case 'seats_canceled':
      return `Canceled ${details.seats === 1 ? '1 seat' : `${details.seats} seats`} without a refund`;
    case 'refund_succeeded':
      return `Refunded ${amount}`;
    case 'refund_failed':
      return `The refund of ${amount} failed`;
    case 'dispute_open':
      return `Disputed ${amount} at the bank`;
    case 'dispute_won':
      return `The dispute over ${amount} was won`;
    case 'dispute_lost':
      return `The dispute over ${amount} was lost`;
    case 'case_resolved':
      return caseResolved(details);
    default:
      return capitalized(action.replaceAll('_', ' '));
  }
}

const RELEASES: Readonly<Record<string, string>> = {
  hold_expired: 'The time to pay ran out',
  cancelled: 'Canceled the order before it was paid',
  payment_failed: 'The payment failed',
};

function completed(event: unknown, total: number): string {
  if (event === 'accepted') return 'Accepted the payment';
  if (total === 0) return 'Registered without a payment';
  return `Paid ${formatUsd(total)} by card${event === 'paid_late' ? ', after the time to pay ran out' : ''}`;
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email',
  track: 'track',
  dietaryRestrictions: 'dietary restrictions',
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

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
