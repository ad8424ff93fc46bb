import { dayIn } from './calendar.ts';
import { type EventInfo, eventPhase } from './event-phase.ts';
import { isPaid, type PaymentStatus } from './order.ts';
import type { Replacement } from './person-change.ts';

/** The secret of a ticket's own page: `M` and random letters, in the fragment of its link. */
const PAGE_KEY = /^M[0-9A-HJKMNP-TV-Z]{28,60}$/;

/** The stored form of the key in a link; null if it can't be one. */
export function parsePageKey(text: string): string | null {
  const key = text.trim().toUpperCase();
  return PAGE_KEY.test(key) ? key : null;
}

/** Why a ticket's page shows no code. */
export const TICKET_ENDS = [
  'another_person',
  'address_corrected',
  'given_away',
  'returned',
  'canceled',
  'refunded',
  'not_paid',
] as const;

export interface TicketEnd {
  readonly because: (typeof TICKET_ENDS)[number];
  /** Null if unknown. */
  readonly at: Date | null;
}

/** Why and since when a ticket's page shows no code; null while the ticket is valid (R-TICKET-1). */
export function ticketEnd(ticket: {
  readonly replaced: Replacement | null;
  readonly voidedAt: Date | null;
  readonly paymentStatus: PaymentStatus;
}): TicketEnd | null {
  if (ticket.replaced) return ticket.replaced;
  if (ticket.paymentStatus === 'refunded') return { because: 'refunded', at: ticket.voidedAt };
  // With or without a refund: a seat may have cost nothing, or be canceled too late for one.
  if (ticket.voidedAt) return { because: 'canceled', at: ticket.voidedAt };
  return isPaid(ticket.paymentStatus) ? null : { because: 'not_paid', at: null };
}

/** Holders can correct their name, address and dietary needs until the event is past (R-TICKET-2). */
export function canCorrectTicket(event: EventInfo, now: Date): boolean {
  return eventPhase(event, now) !== 'past';
}

/** Rooms are planned by then: from the conference day on, only staff change a track (R-TICKET-2). */
export function canCorrectTrack(event: EventInfo, now: Date): boolean {
  return dayIn(event.zone, now) < event.day;
}

/** Why a holder can neither give the ticket away nor return it; null if they can (R-TICKET-3). */
export function passOnRefusal(
  ticket: {
    /** Checked in on an event day. */
    readonly isIn: boolean;
  },
  event: EventInfo,
  now: Date,
): 'event_over' | 'already_checked_in' | null {
  if (eventPhase(event, now) === 'past') return 'event_over';
  return ticket.isIn ? 'already_checked_in' : null;
}
