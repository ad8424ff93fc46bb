import type { PracticeVerdict } from '#domain/practice.ts';
import { counted } from './counted.ts';

/** What the sheets say. Must not contain characters that the PDF fonts lack. */
export const DOOR_LIST_WORDS = {
  title: 'Door list',
  asOf: (at: string) => `As of ${at}. People who were already in are checked off.`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  code: 'Code',
  name: 'Name',
  organization: 'Organization',
  ticket: 'Ticket',
  foot: 'Door: ____________________     Collected at: ____________',
  isIn: 'in',
  nobody: 'No one has a ticket yet.',
  freeSeats: 'Free seats',
  freeSeatsNote:
    'Teams may bring people who are not on the list. Write each name on a line; the desk adds it to the order.',
  seatsLeft: (count: number) => counted(count, 'free seat'),
  continued: 'continued',
} as const;

export const PRACTICE_WORDS = {
  title: 'Practice tickets',
  intro:
    'Turn on Practice on the phone, then scan each code. The phone shows what it would show for a real ticket of this kind, even offline. Nothing you scan counts.',
  verdicts: {
    admit: ['Valid', 'The person may go in.'],
    already_in: ['Already admitted', 'Someone has used this ticket today.'],
    wrong_day: ['Wrong day', 'The ticket is for another day of the event.'],
    not_paid: ['Not paid', 'The order was not paid, or was refunded.'],
    replaced: ['Replaced', 'There is a newer ticket, or the ticket was given to someone else or returned.'],
    unknown: ['Not on the list', 'Send the person to the help desk.'],
  } satisfies Record<PracticeVerdict, readonly [title: string, text: string]>,
} as const;
