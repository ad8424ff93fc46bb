import { completeness } from '#domain/attendee.ts';
import { nextStatus, type OrderEvent } from '#domain/order.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { countCoupon } from '../coupons/hold-coupon.ts';
import { eq, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { builder, statement, type Write, writeTogether } from '../db/statement.ts';
import { type NamedAttendee, type OrderRow, orders } from '../db/tables.ts';
import { makeTicket } from '../tickets/issue-tickets.ts';
import { NO_HOLDER } from './limit-holds.ts';
import { queueOrderMails } from './queue-order-mails.ts';

/**
 * Makes tickets of a paid order: registrations, QR codes and mails in the caller's transaction, which holds
 * the order's row lock. `payment` is what the provider told; `alongside` is written with the rest.
 */
export async function completeOrder(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  event: Extract<OrderEvent, 'paid' | 'paid_late' | 'accepted'>,
  payment: PaymentColumns = {},
  alongside: readonly Write[] = [],
): Promise<void> {
  const paymentStatus = nextStatus(order.paymentStatus, event);
  if (!paymentStatus) throw new Error(`order ${order.id} cannot be completed from ${order.paymentStatus}`);
  const { id: orderId, namedAttendees: people, teamMemberCount: seats, eventType } = order;
  const attendeeDataStatus = completeness(people, { seats, eventType });
  await writeTogether(tx, [
    ...alongside,
    registerPeople(tx, { orderId, now: ctx.now, people: JSON.stringify(people.map(withTicket(ctx))) }),
    markPaid(tx, { orderId, now: ctx.now, paymentStatus, attendeeDataStatus, payment }),
    recordAudit(tx, ctx, { action: 'order_completed', orderId, details: { event } }),
  ]);
  await countCoupon(tx, order);
  await queueOrderMails(tx, ctx, order, people);
}

function withTicket(ctx: Context) {
  return (one: NamedAttendee, index: number) => ({ ...one, isOrganizer: index === 0, ...makeTicket(ctx) });
}

/** The organizer first, as the ids say from then on. */
const registerPeople = statement<{ orderId: number; now: Date; people: string }>(
  () => sql`WITH person AS MATERIALIZED (
    SELECT nextval('registrations_id_seq') AS id, "firstName", "lastName", email, track, "dietaryRestrictions", "isOrganizer", token, picture
    FROM jsonb_to_recordset(${sql.placeholder('people')}::jsonb) AS given ("firstName" text, "lastName" text, email text,
      track text, "dietaryRestrictions" text, "isOrganizer" boolean, token text, picture text)
  ), registered AS (
    INSERT INTO registrations
      (id, order_id, first_name, last_name, email, track, dietary_restrictions, is_organizer, created_at)
    SELECT id, ${sql.placeholder('orderId')}::integer, "firstName", "lastName", email, track, "dietaryRestrictions",
      "isOrganizer", ${sql.placeholder('now')}::timestamptz
    FROM person
  ), coded AS (
    INSERT INTO qr_codes (registration_id, qr_code_data, qr_code_image, created_at)
    SELECT id, token, picture, ${sql.placeholder('now')}::timestamptz FROM person
  ) SELECT`,
);

const PAYMENT_COLUMNS = [
  'stripeCustomerId',
  'squarePaymentId',
  'billingAddressLine1',
  'billingAddressLine2',
  'billingCity',
  'billingState',
  'billingPostalCode',
  'billingCountry',
] as const;

/** What the provider told; what it left out stays as it is. */
export type PaymentColumns = Partial<Pick<OrderRow, (typeof PAYMENT_COLUMNS)[number]>>;

type Paid = Pick<OrderRow, 'paymentStatus' | 'attendeeDataStatus'> & {
  readonly orderId: number;
  readonly now: Date;
  readonly payment: PaymentColumns;
};

const markPaid = statement<Paid>(() => {
  const told = PAYMENT_COLUMNS.map((column) => [
    column,
    sql`coalesce(${sql.placeholder(`payment.${column}`)}, ${orders[column]})`,
  ]);
  return builder
    .update(orders)
    .set({
      ...Object.fromEntries(told),
      ...NO_HOLDER,
      paymentStatus: sql`${sql.placeholder('paymentStatus')}`,
      paidAt: sql`${sql.placeholder('now')}`,
      seatsHeld: true,
      reviewReason: null,
      attendeeDataStatus: sql`${sql.placeholder('attendeeDataStatus')}`,
    })
    .where(eq(orders.id, sql.placeholder('orderId')));
});
