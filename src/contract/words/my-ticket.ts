import { dayIn, formatDay } from '#domain/calendar.ts';
import type { TICKET_ENDS, TicketEnd } from '#domain/ticket-page.ts';

/** Not in `fields.ts`, which the registration page loads. Our own page fills in this field. */
export const pageKey = 'Expected the key of a ticket';

export const MY_TICKET_WORDS = {
  find: 'Enter the email address that your ticket was sent to. We will send the links to your tickets there.',
  /** Shown whether or not there are any, so that nobody learns who is coming. */
  found: 'If there are tickets for this address, an email with the links to them is on its way.',
  givenAwayAfterCheckIn: 'You are checked in, so this ticket can no longer be given to someone else.',
  secondHalf: {
    firstName:
      'You already changed the email address. Please ask us to correct the name as well. To give the ticket to someone else, change the address back first, then change both at once.',
    email:
      'You already changed the name. Please ask us to correct the email address as well. To give the ticket to someone else, change the name back first, then change both at once.',
  },
};

/** What a ticket's page says instead of showing a code. Days are in `zone`. */
export function ticketEndWords({ because, at }: TicketEnd, zone: string): string {
  return ENDS[because](at ? ` on ${formatDay(dayIn(zone, at), 'short')}` : '');
}

const ENDS: Record<(typeof TICKET_ENDS)[number], (onDay: string) => string> = {
  another_person: (onDay) => `This ticket was given to someone else${onDay}.`,
  address_corrected: (onDay) => `This ticket was replaced${onDay}.`,
  given_away: (onDay) => `This ticket was given to someone else${onDay}.`,
  returned: (onDay) => `This ticket was returned${onDay}.`,
  canceled: (onDay) => `This ticket was canceled${onDay}.`,
  refunded: (onDay) => `This ticket was refunded${onDay}.`,
  not_paid: () =>
    'We are reviewing this ticket’s order, so the ticket cannot be used right now. Please contact us, or ask at the help desk.',
};
