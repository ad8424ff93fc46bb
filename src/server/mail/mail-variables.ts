import type { EventContent } from '#contract/content.ts';
import { onConferenceDay } from '#contract/words/conference-day.ts';
import { formatWallTime } from '#domain/calendar.ts';
import { describeDays, eventDays, titleOf } from '#domain/event-days.ts';
import { findArrival } from '#domain/find-arrival.ts';
import type { EventType } from '#domain/packages.ts';
import { addressLine, mapUrl } from '#domain/venue.ts';
import type { Settings } from '../settings.ts';

/** Variables of every template. All texts are formatted; dates and times are in the event's time zone. */
export interface CommonVariables {
  readonly recipient: { readonly firstName: string };
  readonly event: {
    /** For the training day alone, the training's. */
    readonly name: string;
    readonly host: string;
    /** `September 19–20, 2025`: the days of this order. */
    readonly dates: string;
    readonly days: readonly { readonly title: string; readonly date: string; readonly time: string }[];
    /** When doors open: `8:00 AM`, with both days `8:00 AM on the conference day`; empty for training alone. */
    readonly doors: string;
    /** Whether the last of these days has ended. */
    readonly isOver: boolean;
    readonly venue: string;
    readonly organization: string;
    readonly address: string;
    readonly mapUrl: string;
  };
  readonly contact: { readonly phone: string; readonly email: string };
  readonly site: { readonly url: string };
}

export interface TicketVariables {
  readonly name: string;
  /** `Caregivers`, or empty. */
  readonly track: string;
  /** The content of the QR code, for the door's paste box. */
  readonly code: string;
  /** The `src` of the QR image. */
  readonly qrSrc: string;
  /** The ticket's own page, for its holder; empty in a mail to somebody else. */
  readonly url: string;
}

/** The order as its organizer sees it. The link opens the whole order, so no other mail may contain it. */
export interface OrderVariables {
  readonly number: string;
  readonly package: string;
  /** `Training on September 19` */
  readonly eventType: string;
  readonly total: string;
  /** Empty for a free order; another amount than the total if staff accepted that. */
  readonly paid: string;
  /** What of that was refunded; empty if nothing was. */
  readonly refunded: string;
  readonly isFree: boolean;
  readonly seats: number;
  /** Unnamed seats. */
  readonly freeSeats: number;
  readonly url: string;
  /** Whether seats can still be named on the team's page; after that, only on the order's page (R-ATTENDEE-3). */
  readonly isNamingOpen: boolean;
  /** The page where the buyer names seats. */
  readonly teamUrl: string;
}

export interface RefundVariables {
  readonly amount: string;
  readonly reason: 'buyer' | 'duplicate' | 'late_payment' | 'fraud';
  /** The number of canceled seats; may be 0. */
  readonly seats: number;
  /** Whether the refund failed before any seat was canceled. */
  readonly seatsStay: boolean;
  /** Whether an earlier mail announced the refund. */
  readonly isAnnounced: boolean;
  /** The names on the tickets that are no longer valid. */
  readonly endedTickets: readonly string[];
}

/** Seats that were canceled without a refund; `reason` is a sentence, empty if there is none to tell. */
interface CanceledVariables {
  readonly seats: number;
  readonly endedTickets: readonly string[];
  readonly reason: string;
  readonly isByStaff: boolean;
}

/** The variables of each kind of template. A ticket's recipient gets nothing about the order or about others. */
export interface MailVariables {
  readonly order_confirmation: CommonVariables & {
    readonly order: OrderVariables;
    readonly tickets: readonly TicketVariables[];
  };
  readonly ticket: CommonVariables & { readonly tickets: readonly TicketVariables[] };
  readonly ticket_ended: CommonVariables & { readonly ticket: { readonly name: string } };
  /** To a ticket's earlier holder. */
  readonly ticket_replaced: CommonVariables & {
    /** The person has no seat any longer, and nobody else has it yet. */
    readonly isFreed: boolean;
    /** Only with `isFreed`; otherwise the buyer or staff removed the person. */
    readonly isFreedByHolder: boolean;
    /** The last characters of the code that ended: an address may have several tickets, and the name is gone. */
    readonly endedCode: string;
  };
  /** To the buyer: a holder gave their ticket to another person or back, or staff freed the seat. */
  readonly team_change: CommonVariables & {
    readonly order: OrderVariables;
    /** The new holder, or the person whose seat is free now. */
    readonly ticket: { readonly name: string };
    readonly isReturned: boolean;
    /** The refund due for the order's only seat once its ticket was returned; empty if none is due or it is uncertain. */
    readonly refundDue: string;
    /** Only with `isReturned`; otherwise the holder gave the ticket back. */
    readonly isFreedByStaff: boolean;
    /** That person is the buyer. */
    readonly isYours: boolean;
    /**
     * The last characters of the codes that the ticket had before, as in `K7Q2 or 9XTM`: the buyer may have any of them
     * next to an earlier name. Empty if it wasn't given away.
     */
    readonly endedCode: string;
  };
  /** To somebody who requested the links to their tickets. */
  readonly my_tickets: CommonVariables & {
    /** The pages of the address's tickets. */
    readonly links: readonly { readonly name: string; readonly url: string }[];
    /** The address's orders. */
    readonly orderLinks: readonly { readonly number: string; readonly url: string }[];
  };
  /** To somebody who is invited to take a team's seat. */
  readonly claim_invitation: CommonVariables & {
    readonly invitation: {
      /** The organization, or the buyer's first name. */
      readonly team: string;
      readonly personalLine: string;
      readonly url: string;
      /** `September 18, 2025`. */
      readonly endsOn: string;
    };
  };
  /** To the buyer while seats are free. */
  readonly team_reminder: CommonVariables & {
    readonly order: OrderVariables;
    readonly reminder: {
      readonly endsOn: string;
      /** The free seats. `invitation` says when and to whom the link `url` was sent; both are empty if none was. */
      readonly seats: readonly {
        readonly number: number;
        readonly invitation: string;
        readonly url: string;
      }[];
      /** The team's own link; empty if there is none. */
      readonly teamLink: string;
      readonly stopUrl: string;
    };
  };
  readonly refund_notice: CommonVariables & {
    readonly order: OrderVariables;
    readonly refund: RefundVariables;
  };
  /** Corrects the notice of a refund that failed, or stands in for a notice that was never sent. */
  readonly refund_failed: MailVariables['refund_notice'];
  readonly seats_canceled: CommonVariables & {
    readonly order: OrderVariables;
    readonly canceled: CanceledVariables;
  };
}

/** A template's `type` is one of them. */
export type MailKind = keyof MailVariables;

/** For somebody with a ticket to that event; `firstName` is empty for somebody unnamed. */
export function commonVariables(
  {
    content,
    settings,
    now,
  }: { content: EventContent; settings: Pick<Settings, 'publicUrl' | 'contact'>; now: Date },
  { eventType }: { readonly eventType: EventType },
  firstName = '',
): CommonVariables {
  const { event, schedule } = content;
  const days = eventDays(event, eventType);
  const { list, line } = describeDays(event.zone, days);
  const doors = findArrival(schedule, days)?.from;
  return {
    recipient: { firstName },
    event: {
      name: titleOf(event, days),
      host: event.host.name,
      dates: line,
      days: list,
      isOver: now >= days.at(-1)!.endsAt,
      doors: doors ? onConferenceDay(formatWallTime(doors), eventType) : '',
      venue: event.venue.name,
      organization: event.venue.organization,
      address: addressLine(event.venue),
      mapUrl: mapUrl(event),
    },
    contact: { phone: settings.contact.phone, email: settings.contact.email },
    site: { url: settings.publicUrl },
  };
}
