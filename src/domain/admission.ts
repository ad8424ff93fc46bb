import type { Day } from './calendar.ts';
import { daysOf } from './capacity.ts';
import type { EventInfo } from './event-phase.ts';
import { isPaid, type PaymentStatus } from './order.ts';
import type { EventType } from './packages.ts';
import type { Replacement } from './person-change.ts';

/** `voided`: the ticket was canceled, but its order wasn't refunded as a whole. */
export type TicketStatus = PaymentStatus | 'voided';

export interface Ticket {
  readonly eventType: EventType;
  readonly paymentStatus: TicketStatus;
  /** When and why the scanned code was replaced; null if it is current. */
  readonly replaced: Replacement | null;
  /** The current admission on `today`, if any. */
  readonly admittedToday: Admission | null;
}

interface Admission {
  readonly at: Date;
  /** Null at the desk. */
  readonly door: string | null;
  readonly by: string;
  /** The browser's id of the press that created it. */
  readonly pressId: string | null;
}

export type Verdict =
  | { readonly kind: 'admit' }
  | ({ readonly kind: 'already_checked_in' } & Omit<Admission, 'pressId'>)
  | ({ readonly kind: 'replaced' } & Replacement)
  | { readonly kind: 'wrong_day'; readonly validOn: readonly Day[] }
  | { readonly kind: 'not_paid'; readonly paymentStatus: TicketStatus };

/** A canceled ticket is refused although its order is paid. */
export function ticketStatus(isVoided: boolean, paymentStatus: PaymentStatus): TicketStatus {
  return isVoided && paymentStatus !== 'refunded' ? 'voided' : paymentStatus;
}

/** The verdict on one scan on calendar day `today` (R-DOOR-1). */
export function admission(event: EventInfo, ticket: Ticket, today: Day): Verdict {
  if (ticket.replaced) return { kind: 'replaced', ...ticket.replaced };
  const { paymentStatus } = ticket;
  if (paymentStatus === 'voided' || !isPaid(paymentStatus)) return { kind: 'not_paid', paymentStatus };
  const validOn = daysOf(event, ticket.eventType);
  if (!isValidOn(event, ticket.eventType, today)) return { kind: 'wrong_day', validOn };
  if (!ticket.admittedToday) return { kind: 'admit' };
  const { at, door, by } = ticket.admittedToday;
  return { kind: 'already_checked_in', at, door, by };
}

/** Whether this press is a retry of the one that made the current admission (R-DOOR-3). */
export function isSamePress(ticket: Ticket, pressId: string | undefined): boolean {
  return pressId !== undefined && ticket.admittedToday?.pressId === pressId;
}

/** All days but the event's are rehearsals: every paid ticket is admitted, and it doesn't count for the event days. */
export function isValidOn(event: EventInfo, eventType: EventType, today: Day): boolean {
  return !isEventDay(event, today) || daysOf(event, eventType).includes(today);
}

export function isEventDay(event: EventInfo, day: Day): boolean {
  return day === event.day || day === event.training.day;
}
