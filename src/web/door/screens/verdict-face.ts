import { event } from '#content/event.ts';
import { counted } from '#contract/words/counted.ts';
import { REMOVED_TICKET, verdictWords } from '#contract/words/door.ts';
import { fullName } from '#domain/attendee.ts';
import type { PracticeVerdict } from '#domain/practice.ts';
import type { Signal } from '../../scanning/signals.ts';
import type { DoorVerdict, Person } from '../engine/door-engine.ts';
import { dayAndTime, doorTime, ticketWords, whenWhereWho } from './door-words.ts';

/** The outcome of a scan, or of finding a person by name. */
export type Outcome =
  | Exclude<DoorVerdict, { kind: 'admit' }>
  | {
      readonly kind: 'admitted';
      readonly people: readonly [Person, ...Person[]];
      readonly team: string | null;
    }
  /** Nothing was stored. */
  | { readonly kind: 'failed'; readonly because: 'not_admitted' | 'changed' | 'not_undone' };

export type Sign = 'check' | 'clock' | 'calendar' | 'card' | 'newer' | 'question' | 'barred' | 'cross';

/** The full-screen verdict. Color, icon, words and sound each convey it on their own. */
export interface Face {
  readonly look: 'go' | 'stop' | 'failed';
  readonly sign: Sign;
  readonly signal: Signal;
  readonly headline: string;
  readonly name: string | null;
  readonly lines: readonly string[];
}

const SEND_TO_HELP_DESK = 'Send the guest to the help desk.';
const PRACTICE_TICKET = 'It admits no one. Ask for the real ticket.';
const HOW_TO_PRACTICE = 'To practice, turn on Practice under More.';

export function faceOf(outcome: Outcome): Face {
  switch (outcome.kind) {
    case 'admitted':
      return admittedFace(outcome.people, outcome.team);
    case 'already_in':
      return stop('clock', 'Already admitted', outcome.person, [alreadyIn(outcome)], 'used');
    case 'wrong_day':
      return stop('calendar', 'Wrong day', outcome.person, [
        verdictWords(outcome, event.zone),
        SEND_TO_HELP_DESK,
      ]);
    case 'not_paid':
      return stop('card', headlineOf(outcome), outcome.person, notPaid(outcome));
    case 'replaced':
      // Its seat may be somebody else's by now, so it names nobody.
      return stop('newer', 'Old ticket', null, [verdictWords(outcome, event.zone)]);
    case 'unknown':
      return outcome.isRemoved
        ? stop('question', 'Ticket removed', null, [REMOVED_TICKET])
        : stop('question', 'Not on this phone’s list', null, [notOnTheList(outcome)]);
    case 'practice':
      return practiceFace(outcome.of);
    case 'practice_ticket':
      return stop('barred', 'Practice ticket', null, [PRACTICE_TICKET, HOW_TO_PRACTICE]);
    case 'failed':
      return {
        look: 'failed',
        sign: 'cross',
        signal: 'bad',
        headline: outcome.because === 'not_undone' ? 'Not undone' : 'Not admitted',
        name: null,
        lines: [FAILURES[outcome.because]],
      };
  }
}

const FAILURES: Record<Extract<Outcome, { kind: 'failed' }>['because'], string> = {
  not_admitted: 'Something went wrong, and nothing was stored. Please scan again.',
  changed: 'The name on this ticket has just changed. Please scan it again.',
  not_undone: 'Something went wrong, and the person is still admitted. Try again under My scans.',
};

/** The verdict in one sentence, for screen readers. */
export function spoken({ headline, name, lines }: Face): string {
  return [headline, name, ...lines]
    .filter((one) => one !== null)
    .map((one) => (/[.!?]$/.test(one) ? one : `${one}.`))
    .join(' ');
}

function admittedFace(people: readonly [Person, ...Person[]], team: string | null): Face {
  const [first] = people;
  const names = people.map(fullName);
  return {
    look: 'go',
    sign: 'check',
    signal: 'ok',
    headline: 'Admitted',
    name: people.length === 1 ? fullName(first) : counted(people.length, 'person', 'people'),
    lines: [...(people.length === 1 ? [] : [names.join(', ')]), ticketWords(first), ...(team ? [team] : [])],
  };
}

function stop(
  sign: Sign,
  headline: string,
  person: Person | null,
  lines: readonly string[],
  signal: Signal = 'bad',
): Face {
  return { look: 'stop', sign, signal, headline, name: person && fullName(person), lines };
}

function alreadyIn({ isOwn, at, door, by }: Extract<DoorVerdict, { kind: 'already_in' }>): string {
  return capitalized(isOwn ? `at ${doorTime(at)}, by this phone` : whenWhereWho({ at, door, by }));
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type NotPaid = Extract<DoorVerdict, { kind: 'not_paid' }>;

/** A refunded order must not be called unpaid. */
function headlineOf({ paymentStatus }: NotPaid): string {
  if (paymentStatus === 'refunded') return 'Refunded';
  if (paymentStatus === 'cancelled' || paymentStatus === 'voided') return 'Canceled';
  return paymentStatus === 'review' ? 'Payment under review' : 'Not paid';
}

function notPaid(verdict: NotPaid): string[] {
  const words = verdictWords(verdict, event.zone);
  // Its words say so themselves.
  return verdict.paymentStatus === 'review' ? [words] : [words, SEND_TO_HELP_DESK];
}

function notOnTheList({ syncedAt, today, wasAsked }: Extract<DoorVerdict, { kind: 'unknown' }>): string {
  if (wasAsked) return `The server does not know this code either. ${SEND_TO_HELP_DESK}`;
  if (syncedAt === null) return `Not synced yet. ${SEND_TO_HELP_DESK}`;
  return `Last synced ${dayAndTime(syncedAt, today)}. ${SEND_TO_HELP_DESK}`;
}

function practiceFace(of: PracticeVerdict): Face {
  const face = PRACTICE_FACES[of];
  return of === 'unknown' || of === 'replaced' ? face : { ...face, name: 'Sam Practice' };
}

const PRACTICE_FACES: Record<PracticeVerdict, Face> = {
  admit: {
    look: 'go',
    sign: 'check',
    signal: 'ok',
    headline: 'Admitted',
    name: null,
    lines: ['A practice ticket. It does not count.'],
  },
  already_in: stop(
    'clock',
    'Already admitted',
    null,
    [capitalized(whenWhereWho({ at: Date.parse(event.startsAt), door: event.venue.doors[0]!, by: 'Maria' }))],
    'used',
  ),
  wrong_day: stop('calendar', 'Wrong day', null, [
    verdictWords({ kind: 'wrong_day', validOn: [event.training.day] }, event.zone),
    SEND_TO_HELP_DESK,
  ]),
  not_paid: stop('card', 'Not paid', null, [
    verdictWords({ kind: 'not_paid', paymentStatus: 'pending' }, event.zone),
    SEND_TO_HELP_DESK,
  ]),
  replaced: stop('newer', 'Old ticket', null, [
    verdictWords({ kind: 'replaced', at: new Date(event.startsAt), because: 'another_person' }, event.zone),
  ]),
  unknown: stop('question', 'Not on this phone’s list', null, [
    'A practice ticket. With a real one, send the guest to the help desk.',
  ]),
};

/** Whether the volunteer has a choice: somebody else of the team to admit, or a seat to name. */
export function hasMoreOfTeam({ isTeam, teamSize, teamIn }: Person, isIn: boolean): boolean {
  return isTeam && teamSize - teamIn > (isIn ? 0 : 1);
}
