import { paths } from '#contract/paths.ts';
import { eventTypeText } from '#contract/words/event-type.ts';
import { emailKey, seatsInUse } from '#domain/attendee.ts';
import { registrationNumber } from '#domain/codes.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import { isNamingOpen } from '#domain/naming.ts';
import { packageLabel } from '#domain/packages.ts';
import type { Movement } from '#domain/receipt.ts';
import type { Context } from '../../context.ts';
import type { MailRow, OrderRow, RegistrationRow } from '../../db/tables.ts';
import {
  type CommonVariables,
  commonVariables,
  type MailVariables,
  type OrderVariables,
} from '../../mail/mail-variables.ts';
import type { MailAttachment } from '../../mail/transport.ts';
import type { TicketHolder } from '../../tickets/pdf/make-ticket-pdf.ts';

/** A mail of the outbox, with what the most frequent ones need. */
export interface OrderMail {
  readonly mail: MailRow;
  readonly order: OrderRow;
  /** The people of the order, by id. */
  readonly people: readonly TicketOwner[];
  /** Unnamed seats that no pending refund returns. */
  readonly freeSeats: number;
  readonly movements: readonly Movement[];
  /** What was paid, without duplicate payments that are refunded, and what of that was refunded, in cents (R-RECEIPT-2). */
  readonly paid: Cents;
  readonly refunded: Cents;
}

export interface TicketOwner extends TicketHolder, Pick<RegistrationRow, 'id' | 'email' | 'isOrganizer'> {
  /** Of the ticket's own page. */
  readonly pageKey: string;
}

/** The subject of a mail for one registration; `occasion` distinguishes mails of a kind. */
export function registrationKey(id: number, occasion: string): string {
  return `registration:${id}:${occasion}`;
}

/** The registration that a mail is for; null if it is for everyone at an address. */
export function registrationOfKey(subjectKey: string): number | null {
  const match = /^registration:(\d+):/.exec(subjectKey);
  return match ? Number(match[1]) : null;
}

/** A registration's seat is freed at most once. */
export function freedKey(id: number): string {
  return registrationKey(id, 'freed');
}

export function isFreedKey(subjectKey: string): boolean {
  return subjectKey === freedKey(registrationOfKey(subjectKey) ?? 0);
}

export function linkKey(id: string): string {
  return `link:${id}`;
}

/** The claim link that a mail is for. */
export function linkOfKey(subjectKey: string): string | null {
  return /^link:([0-9a-f-]{36})$/.exec(subjectKey)?.[1] ?? null;
}

export function codeKey(id: number): string {
  return `code:${id}`;
}

/** The code whose end a mail is about. */
export function codeOfKey(subjectKey: string): number | null {
  const match = /^code:(\d+)$/.exec(subjectKey);
  return match ? Number(match[1]) : null;
}

/** Whether a ticket mail is for this person, at their current address. */
export function isFor(
  { recipient, subjectKey }: Pick<MailRow, 'recipient' | 'subjectKey'>,
  person: Pick<RegistrationRow, 'id' | 'email'>,
): boolean {
  if (emailKey(person.email) !== emailKey(recipient)) return false;
  const only = registrationOfKey(subjectKey);
  return only === null || only === person.id;
}

/** Why a ticket isn't sent yet; `queueWaitingTickets` finds it by that. */
export const WAITS_FOR_REVIEW = 'The order is under review.';

/** What goes into a mail of that kind, or why it is no longer sent, or not yet. */
export type Filled<Kind extends MailRow['kind'] = MailRow['kind']> =
  | {
      readonly variables: MailVariables[Kind];
      readonly attachments?: readonly MailAttachment[];
      /** One-click address to get no more of them. */
      readonly stopUrl?: string;
    }
  | { readonly unsendable: string }
  | { readonly waiting: string };

/** Variables of every mail to an order's buyer. */
export function toBuyer(
  ctx: Context,
  { order, freeSeats, paid, refunded }: Pick<OrderMail, 'order' | 'freeSeats' | 'paid' | 'refunded'>,
): CommonVariables & { readonly order: OrderVariables } {
  const { totalAmount: total, transactionId } = order;
  const { publicUrl } = ctx.settings;
  return {
    ...commonVariables(ctx, order, order.organizerFirstName),
    order: {
      number: registrationNumber(ctx.content.event.shortCode, order.id),
      package: packageLabel(order),
      eventType: eventTypeText(ctx.content.event, order.eventType),
      total: formatUsd(total),
      paid: paid > 0 ? formatUsd(paid) : '',
      refunded: refunded > 0 ? formatUsd(refunded) : '',
      isFree: total === 0,
      seats: seatsInUse(order),
      freeSeats,
      isNamingOpen: isNamingOpen(ctx.content, ctx.now),
      url: publicUrl + paths.confirmation(transactionId),
      teamUrl: publicUrl + paths.team(transactionId),
    },
  };
}
