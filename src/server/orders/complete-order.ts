import { completeness, countSeats } from '#domain/attendee.ts';
import { nextStatus, type OrderEvent } from '#domain/order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { type CouponOrder, countCoupon } from '../coupons/hold-coupon.ts';
import { eq, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type NamedAttendee, type OrderRow, orders } from '../db/tables.ts';
import { type Writes, writeTogether } from '../db/write-together.ts';
import { makeCode } from '../tickets/ticket-codes.ts';
import { queueOrderMails } from './mails/queue-mails.ts';

/**
 * Completes a paid order: registrations, QR codes and mails, in the caller's transaction, which holds the order's row
 * lock. `payment` has the columns that the provider's report or the accepted case sets; the others stay as they are.
 * `alongside` is written in the same statement.
 */
export async function completeOrder(
  tx: Transaction,
  ctx: Context,
  order: UnpaidOrder,
  event: Extract<OrderEvent, 'paid' | 'paid_late' | 'accepted' | 'accepted_in_part'>,
  payment: Partial<OrderRow> = {},
  alongside: Writes = {},
): Promise<void> {
  const paymentStatus = nextStatus(order.paymentStatus, event);
  if (!paymentStatus) throw new Error(`order ${order.id} cannot be completed from ${order.paymentStatus}`);
  const { id: orderId, namedAttendees: people, eventType } = order;
  const paid = {
    ...payment,
    ipMark: null,
    browserMark: null,
    paymentStatus,
    paidAt: ctx.now,
    seatsHeld: true,
    // Under review, some of its seats may have been refunded.
    attendeeDataStatus: completeness(people, { seats: countSeats(order), eventType }),
  };
  await writeTogether(tx, {
    ...alongside,
    ...registerPeople(ctx, orderId, people),
    paid: tx.update(orders).set(paid).where(eq(orders.id, orderId)),
    completed: recordAudit(tx, ctx, { action: 'order_completed', orderId, details: { event } }),
  });
  await queueOrderMails(tx, ctx, order, people);
  // Comes last, because other orders with this code wait for the coupon's row.
  await countCoupon(tx, order);
}

type UnpaidOrder = CouponOrder &
  Pick<OrderRow, 'id' | 'paymentStatus' | 'eventType' | 'namedAttendees' | 'organizerEmail'>;

/** The organizer first, so that ids keep this order. */
function registerPeople(ctx: Context, orderId: number, people: readonly NamedAttendee[]): Writes {
  const given = people.map((one, index) => ({ ...one, isOrganizer: index === 0, ...makeCode(ctx) }));
  return {
    person: sql`SELECT nextval('registrations_id_seq') AS id, "firstName", "lastName", email, track, "dietaryRestrictions", "isOrganizer", token, picture
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given ("firstName" text, "lastName" text, email text,
        track text, "dietaryRestrictions" text, "isOrganizer" boolean, token text, picture text)`,
    registered: sql`INSERT INTO registrations
        (id, order_id, first_name, last_name, email, track, dietary_restrictions, is_organizer, created_at)
      SELECT id, ${orderId}::integer, "firstName", "lastName", email, track, "dietaryRestrictions", "isOrganizer",
        ${ctx.now}::timestamptz
      FROM person`,
    coded: sql`INSERT INTO qr_codes (registration_id, qr_code_data, qr_code_image, created_at)
      SELECT id, token, picture, ${ctx.now}::timestamptz FROM person`,
  };
}
