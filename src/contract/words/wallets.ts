import { dayIn, formatDay } from '#domain/calendar.ts';
import type { ReplacedBecause } from '#domain/person-change.ts';
import type { PassEnd, Wallet } from '#domain/wallets.ts';

export const ADD_TO_WALLET: Record<Wallet, string> = {
  apple: 'Add to Apple Wallet',
  google: 'Add to Google Wallet',
};

/** The labels and sentences of a pass. */
export const PASS_WORDS = {
  description: (event: string) => `Ticket for ${event}`,
  date: 'Date',
  event: 'Event',
  holder: 'Name',
  track: 'Track',
  doors: 'Doors open',
  doorsOn: (time: string, day: string) => `${time} on ${day}`,
  starts: 'Starts',
  place: 'Location',
  address: 'Address',
  entrances: 'Entrances',
  map: 'Map',
  registration: 'Registration ID',
  code: 'Ticket code',
  status: 'Status',
  valid: 'This ticket is valid.',
  questions: 'Questions',
  holderChanged: 'The name on your ticket is now %@.',
  trackChanged: 'Your track is now %@.',
  dateChanged: 'The date is now %@.',
  doorsChanged: 'Doors now open at %@.',
  placeChanged: 'The location is now %@.',
} as const;

/** Why a pass no longer works, for its holder; days are in `zone`. */
export function passEndWords(end: PassEnd, zone: string): string {
  switch (end.kind) {
    case 'replaced':
      return REPLACED[end.because](formatDay(dayIn(zone, end.at), 'short'));
    case 'not_paid':
      return NOT_PAID[end.paymentStatus] ?? CANCELED;
    case 'canceled':
      return CANCELED;
    case 'over':
      return 'This event is over.';
  }
}

const CANCELED = 'This ticket was canceled.';

const REPLACED: Record<ReplacedBecause, (day: string) => string> = {
  another_person: (day) => `This ticket was replaced on ${day} and is no longer valid.`,
  address_corrected: (day) => `This ticket was replaced on ${day} and is no longer valid.`,
  given_away: (day) => `This ticket was given to someone else on ${day}.`,
  returned: (day) => `This ticket was returned on ${day}.`,
};

const NOT_PAID: Partial<Record<string, string>> = {
  refunded: 'This ticket was refunded.',
  review: 'The payment for this ticket is under review. Please ask at the help desk.',
};
