import type { DoorRegistration } from '#contract/check-in.ts';
import { type Ticket, ticketStatus } from '#domain/admission.ts';
import type { Day } from '#domain/calendar.ts';
import { packageLabel } from '#domain/packages.ts';
import { type Context, today } from '../context.ts';
import { and, eq, isNull, type Placeholder, type SQL, sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { prepared } from '../db/prepared.ts';
import { checkIns, orders, qrCodes, registrations } from '../db/tables.ts';
import { notesOfPerson, presentNotes } from '../orders/door-notes.ts';
import { replacementOf } from '../tickets/ticket-codes.ts';
import { isIn } from './expected-people.ts';

export interface FoundTicket {
  readonly registration: DoorRegistration;
  readonly ticket: Ticket;
  readonly qrCodeId: number | null;
  /** The id of the scan that named this person at the door, by which the log identifies them; null for everybody else. */
  readonly seat: string | null;
}

/** Only the columns needed, because serializing them is a large part of a scan's cost. */
const columns = {
  registration: {
    id: registrations.id,
    orderId: registrations.orderId,
    firstName: registrations.firstName,
    lastName: registrations.lastName,
    email: registrations.email,
    track: registrations.track,
    dietaryRestrictions: registrations.dietaryRestrictions,
    isOrganizer: registrations.isOrganizer,
    voidedAt: registrations.voidedAt,
    seat: registrations.seat,
  },
  order: {
    eventType: orders.eventType,
    packageSize: orders.packageSize,
    totalAmount: orders.totalAmount,
    paymentStatus: orders.paymentStatus,
  },
  qrCodeId: qrCodes.id,
  replacedAt: qrCodes.replacedAt,
  replacedBecause: qrCodes.replacedBecause,
  admission: {
    checkedInAt: checkIns.checkedInAt,
    checkedInBy: checkIns.checkedInBy,
    door: checkIns.location,
    pressId: checkIns.pressId,
  },
  notes: notesOfPerson,
};

/** What the door needs to know about matching tickets, with their status on that day. */
export function selectTickets(db: Database | Transaction, day: Day | Placeholder, where: SQL | undefined) {
  return db
    .select(columns)
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .leftJoin(qrCodes, eq(qrCodes.registrationId, registrations.id))
    .leftJoin(checkIns, isIn(day))
    .where(where);
}

export type TicketRow = Awaited<ReturnType<typeof selectTickets>>[number];

export async function findTicketByToken(ctx: Context, token: string): Promise<FoundTicket | null> {
  const [row] = await byToken(ctx.db).execute({ day: today(ctx), token });
  return row ? presentTicket(row) : null;
}

const byToken = prepared((db) =>
  selectTickets(db, sql.placeholder('day'), eq(qrCodes.qrCodeData, sql.placeholder('token'))).prepare(
    'ticket',
  ),
);

/** A registration's ticket, or that of a code, current or not. */
export async function findTicket(
  db: Database | Transaction,
  ctx: Context,
  of: { readonly id: number } | { readonly token: string },
): Promise<FoundTicket | null> {
  const isWanted =
    'token' in of
      ? eq(qrCodes.qrCodeData, of.token)
      : and(eq(registrations.id, of.id), isNull(qrCodes.replacedAt));
  const [row] = await selectTickets(db, today(ctx), isWanted);
  return row ? presentTicket(row) : null;
}

export function presentTicket(row: TicketRow): FoundTicket {
  const { registration, order, qrCodeId, admission } = row;
  const { voidedAt, seat, ...person } = registration;
  return {
    qrCodeId,
    seat,
    ticket: {
      replaced: replacementOf(row),
      eventType: order.eventType,
      paymentStatus: ticketStatus(voidedAt !== null, order.paymentStatus),
      admittedToday: admission && {
        at: admission.checkedInAt,
        door: admission.door,
        by: admission.checkedInBy,
        pressId: admission.pressId,
      },
    },
    registration: {
      ...person,
      eventType: order.eventType,
      packageLabel: packageLabel(order),
      checkedIn: admission !== null,
      checkedInAt: admission?.checkedInAt.toISOString() ?? null,
      checkedInBy: admission?.checkedInBy ?? null,
      checkedInDoor: admission?.door ?? null,
      notes: presentNotes(row.notes),
    },
  };
}
