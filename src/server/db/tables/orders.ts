import { type AttendeeFields, COMPLETENESS } from '#domain/attendee.ts';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { EVENT_TYPES, PACKAGE_SIZES, PRICINGS } from '#domain/packages.ts';
import { boolean, integer, jsonb, pgTable, serial, sql, text, uuid } from '../drizzle.ts';
import { dollars, instant } from './columns.ts';

export interface NamedAttendee extends AttendeeFields {
  readonly dietaryRestrictions: string | null;
}

export const orders = pgTable('orders', {
  id: serial().primaryKey(),
  transactionId: text('transaction_id').notNull(),
  organizerFirstName: text('organizer_first_name').notNull(),
  organizerLastName: text('organizer_last_name').notNull(),
  organizerEmail: text('organizer_email').notNull(),
  organizerPhone: text('organizer_phone'),
  organization: text(),
  jobTitle: text('job_title'),
  eventType: text('event_type', { enum: EVENT_TYPES }).notNull(),
  totalAmount: dollars('total_amount').notNull(),
  teamMemberCount: integer('team_member_count').notNull().default(1),
  paymentStatus: text('payment_status', { enum: PAYMENT_STATUSES }).notNull().default('pending'),
  squarePaymentId: text('square_payment_id'),
  stripeCustomerId: text('stripe_customer_id'),
  /** The specification has it, but payments here have no invoice, so it stays empty. */
  stripeInvoiceId: text('stripe_invoice_id'),
  appliedCouponCode: text('applied_coupon_code'),
  stripeCouponId: text('stripe_coupon_id'),
  originalAmount: dollars('original_amount'),
  discountAmount: dollars('discount_amount').notNull().default(0),
  attendeeDataStatus: text('attendee_data_status', { enum: COMPLETENESS }).notNull().default('complete'),
  billingAddressLine1: text('billing_address_line1'),
  billingAddressLine2: text('billing_address_line2'),
  billingCity: text('billing_city'),
  billingState: text('billing_state'),
  billingPostalCode: text('billing_postal_code'),
  billingCountry: text('billing_country'),
  createdAt: instant('created_at').notNull(),
  packageSize: text('package_size', { enum: PACKAGE_SIZES }),
  pricing: text({ enum: PRICINGS }),
  currency: text().notNull().default('usd'),
  namedAttendees: jsonb('named_attendees').$type<NamedAttendee[]>().notNull().default([]),
  checkoutId: uuid('checkout_id'),
  seatsHeld: boolean('seats_held').notNull().default(false),
  paidAt: instant('paid_at'),
  seatsReturned: integer('seats_returned').notNull().default(0),
  disputedAt: instant('disputed_at'),
  stripeProductId: text('stripe_product_id'),
  stripePriceId: text('stripe_price_id'),
  stripePromotionCodeId: text('stripe_promotion_code_id'),
  ipMark: text('ip_mark'),
  browserMark: text('browser_mark'),
  welcomedAt: instant('welcomed_at'),
  remindersStoppedAt: instant('reminders_stopped_at'),
  /** Filled by a trigger from names and addresses, so that no query writes it. */
  searchText: text('search_text').notNull().generatedAlwaysAs(sql`''`),
});
export type OrderRow = typeof orders.$inferSelect;
