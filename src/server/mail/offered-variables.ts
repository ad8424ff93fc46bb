import type { MailKind } from './mail-variables.ts';

/** The variables a template editor may offer, with their meanings. Lists end in `[]`. */
export function offeredVariables(kind: MailKind): Readonly<Record<string, string>> {
  return { ...COMMON, ...OWN[kind] };
}

const COMMON = {
  'recipient.firstName': "The recipient's first name",
  'event.name': "The event's name",
  'event.host': 'Who holds the event',
  'event.dates': 'The days of this ticket in one line',
  'event.days[].title': 'Conference or training',
  'event.days[].date': 'The day, with its weekday',
  'event.days[].time': 'From when to when',
  'event.doors': 'When doors open; empty for training alone',
  'event.venue': 'Hall',
  'event.organisation': 'Whose hall it is',
  'event.address': 'Street and city',
  'event.mapUrl': 'Link to a map',
  'contact.phone': 'Phone number that a person answers',
  'contact.email': 'Address that a person reads',
  'site.url': "The event's page",
};

const TICKETS = {
  'tickets[].name': 'Whose ticket it is',
  'tickets[].track': 'Caregivers, Professionals or empty',
  'tickets[].code': 'The code in letters and digits',
  'tickets[].qrSrc': 'The QR picture',
};

const ORDER = {
  'order.number': 'Registration ID, for people to say on the phone',
  'order.package': 'What was bought',
  'order.total': 'What was paid, in dollars',
  'order.isFree': 'Whether nothing was to pay',
  'order.seats': 'Number of seats',
  'order.openSeats': 'Seats without a name',
  'order.url': "The order's private page",
};

const REFUND = {
  'refund.amount': 'The amount of the refund, in dollars',
  'refund.reason': 'buyer, duplicate, late_payment or fraud',
  'refund.endedTickets[]': 'Names on the tickets that end with it',
};

const OWN: Readonly<Record<MailKind, Readonly<Record<string, string>>>> = {
  order_confirmation: { ...ORDER, ...TICKETS },
  ticket: TICKETS,
  ticket_ended: { 'ticket.name': 'The name on the ticket' },
  refund_notice: { ...ORDER, ...REFUND },
  refund_failed: { ...ORDER, ...REFUND },
};
