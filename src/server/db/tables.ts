import { ACTOR_KINDS } from '#domain/access.ts';
import { COMPLETENESS } from '#domain/attendee.ts';
import { type Cents, centsFromDollars, dollarsFromCents } from '#domain/money.ts';
import { ATTEMPT_STATES, CASE_KINDS, PAYMENT_PROVIDERS, PAYMENT_STATUSES } from '#domain/order.ts';
import { EVENT_TYPES, PACKAGE_SIZES, PRICINGS, TRACKS, type Track } from '#domain/packages.ts';
import { REPLACED_BECAUSE } from '#domain/person-change.ts';
import type { SpeakerMarker } from '#domain/program.ts';
import { MOVEMENTS } from '#domain/receipt.ts';
import { NOTHING_BACK } from '#domain/refund.ts';
import { DOOR_ROLES, PHONE_ROLES, SCAN_KINDS, SCAN_METHODS, SETTLED_AS } from '#domain/standing.ts';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  serial,
  sql,
  text,
  timestamp,
  uuid,
} from './drizzle.ts';

/** The tables as queries see them; `migrations/` has what the database enforces. A test compares the two. */

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Dollars in the database, cents in every query. */
const dollars = customType<{ data: Cents; driverData: string }>({
  dataType: () => 'numeric(10, 2)',
  fromDriver: centsFromDollars,
  toDriver: dollarsFromCents,
});

export interface NamedAttendee {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly track: Track | null;
  readonly dietaryRestrictions: string | null;
}

/** One row: what distinguishes this installation from others on the same provider account. */
export const installation = pgTable('installation', {
  id: uuid().primaryKey().defaultRandom(),
  isOnly: boolean('is_only').notNull().default(true),
});

export const sessions = pgTable('sessions', {
  sid: text().primaryKey(),
  sess: jsonb().$type<unknown>().notNull(),
  expire: instant('expire').notNull(),
});

export const users = pgTable('users', {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull(),
  firstName: text('first_name'),
  lastName: text('last_name'),
  profileImageUrl: text('profile_image_url'),
  issuer: text().notNull(),
  subject: text().notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const adminUsers = pgTable('admin_users', {
  id: serial().primaryKey(),
  username: text().notNull(),
  password: text().notNull(),
  role: text().notNull().default('admin'),
});

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
  reviewReason: text('review_reason'),
  stripeProductId: text('stripe_product_id'),
  stripePriceId: text('stripe_price_id'),
  stripePromotionCodeId: text('stripe_promotion_code_id'),
  heldFrom: text('held_from'),
  heldBy: text('held_by'),
  welcomedAt: instant('welcomed_at'),
  remindersStoppedAt: instant('reminders_stopped_at'),
  /** Filled by a trigger from names, addresses and transaction id, so that no query writes it. */
  searchText: text('search_text').notNull().generatedAlwaysAs(sql`''`),
});
export type OrderRow = typeof orders.$inferSelect;

export const registrations = pgTable('registrations', {
  id: serial().primaryKey(),
  orderId: integer('order_id').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text().notNull(),
  dietaryRestrictions: text('dietary_restrictions'),
  track: text({ enum: TRACKS }),
  isOrganizer: boolean('is_organizer').notNull().default(false),
  checkedIn: boolean('checked_in').notNull().default(false),
  checkedInAt: instant('checked_in_at'),
  createdAt: instant('created_at').notNull(),
  voidedAt: instant('voided_at'),
  searchText: text('search_text').notNull().generatedAlwaysAs(sql`''`),
  /** The id of the scan that named this seat at the door. */
  seat: uuid(),
  ticketOpenedAt: instant('ticket_opened_at'),
  /** When the person said that they can't come; `voidedAt` is set, too. */
  returnedAt: instant('returned_at'),
});
export type RegistrationRow = typeof registrations.$inferSelect;

/** Links by which people take a seat of an order themselves: one seat, or all free ones of a team. */
export const claimLinks = pgTable('claim_links', {
  id: uuid().primaryKey(),
  orderId: integer('order_id').notNull(),
  key: text().notNull(),
  forTeam: boolean('for_team').notNull(),
  personalLine: text('personal_line'),
  mailedTo: text('mailed_to'),
  createdAt: instant('created_at').notNull(),
  withdrawnAt: instant('withdrawn_at'),
  usedAt: instant('used_at'),
  registrationId: integer('registration_id'),
});
export type ClaimLinkRow = typeof claimLinks.$inferSelect;

export const speakers = pgTable('speakers', {
  id: serial().primaryKey(),
  name: text().notNull(),
  title: text(),
  bio: text(),
  imageUrl: text('image_url'),
  featured: boolean().notNull().default(false),
  marker: text().$type<SpeakerMarker>(),
  mysteryUntil: instant('mystery_until'),
  position: integer().notNull().default(0),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const speakerPictures = pgTable('speaker_pictures', {
  name: text().primaryKey(),
  content: bytes('content').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const emailTemplates = pgTable('email_templates', {
  id: serial().primaryKey(),
  name: text().notNull(),
  type: text().notNull(),
  subject: text().notNull(),
  fromEmail: text('from_email'),
  fromName: text('from_name'),
  htmlContent: text('html_content').notNull(),
  textContent: text('text_content').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const emailTemplateVersions = pgTable('email_template_versions', {
  id: serial().primaryKey(),
  templateId: integer('template_id').notNull(),
  subject: text().notNull(),
  htmlContent: text('html_content').notNull(),
  textContent: text('text_content').notNull(),
  savedBy: text('saved_by').notNull(),
  savedAt: instant('saved_at').notNull(),
});

export const eventCapacity = pgTable('event_capacity', {
  id: serial().primaryKey(),
  eventDate: date('event_date').notNull(),
  currentRegistrations: integer('current_registrations').notNull().default(0),
  maxCapacity: integer('max_capacity').notNull(),
  lastUpdated: instant('last_updated').notNull(),
});

export const registrationAudit = pgTable('registration_audit', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  registrationId: integer('registration_id'),
  orderId: integer('order_id'),
  action: text().notNull(),
  details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  actor: text().notNull(),
  timestamp: instant('timestamp').notNull(),
  actorKind: text('actor_kind', { enum: ACTOR_KINDS }),
});

export const coupons = pgTable('coupons', {
  id: serial().primaryKey(),
  code: text().notNull(),
  description: text().notNull(),
  discountType: text('discount_type', { enum: ['percentage', 'fixed'] }).notNull(),
  discountValue: integer('discount_value').notNull(),
  minOrderAmount: integer('min_order_amount'),
  maxDiscount: integer('max_discount'),
  usageLimit: integer('usage_limit'),
  usageCount: integer('usage_count').notNull().default(0),
  heldCount: integer('held_count').notNull().default(0),
  lateCount: integer('late_count').notNull().default(0),
  validFrom: instant('valid_from'),
  validUntil: instant('valid_until'),
  eventTypes: text('event_types', { enum: EVENT_TYPES }).array().notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const qrCodes = pgTable('qr_codes', {
  id: serial().primaryKey(),
  registrationId: integer('registration_id').notNull(),
  qrCodeData: text('qr_code_data').notNull(),
  qrCodeImage: text('qr_code_image').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Null for the registration's current code. */
  replacedAt: instant('replaced_at'),
  replacedBecause: text('replaced_because', { enum: REPLACED_BECAUSE }),
  /** The secret in the link to the ticket's own page. The database makes it. */
  pageKey: text('page_key').notNull().default(sql`''`),
});

/** Hexadecimal SHA-256 of codes whose registration is gone. Filled by a trigger. */
export const endedCodes = pgTable('ended_codes', { hash: text().primaryKey() });

/** Passes in phones' wallets. They outlive their tickets, to show that those have ended. */
export const walletPasses = pgTable('wallet_passes', {
  serial: uuid().primaryKey(),
  codeId: integer('code_id').notNull(),
  orderId: integer('order_id').notNull(),
  token: text().notNull(),
  content: text().notNull(),
  version: bigint({ mode: 'number' }).notNull().default(0),
  /** The version that Google has; null if nobody got a link to save it there. */
  googleVersion: bigint('google_version', { mode: 'number' }),
  /** Set by triggers when the ticket changes. */
  isDue: boolean('is_due').notNull().default(false),
  madeAt: instant('made_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** The phones that Apple notifies when a pass changes. */
export const walletDevices = pgTable(
  'wallet_devices',
  {
    deviceId: text('device_id').notNull(),
    serial: uuid().notNull(),
    pushToken: text('push_token').notNull(),
    pushed: bigint({ mode: 'number' }).notNull().default(0),
    registeredAt: instant('registered_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.serial] })],
);

/** Badges in files to print; `printedAt` is set once staff say so. */
export const badges = pgTable(
  'badges',
  {
    file: uuid().notNull(),
    registrationId: integer('registration_id').notNull(),
    says: text().notNull(),
    madeAt: instant('made_at').notNull(),
    printedAt: instant('printed_at'),
  },
  (table) => [primaryKey({ columns: [table.file, table.registrationId] })],
);

export const checkIns = pgTable('check_ins', {
  id: serial().primaryKey(),
  registrationId: integer('registration_id').notNull(),
  qrCodeId: integer('qr_code_id'),
  checkedInBy: text('checked_in_by').notNull(),
  checkedInAt: instant('checked_in_at').notNull(),
  location: text(),
  method: text({ enum: SCAN_METHODS }).notNull().default('qr_scan'),
  notes: text(),
  admittedOn: date('admitted_on').notNull(),
  undoneAt: instant('undone_at'),
  undoneBy: text('undone_by'),
  /** The scan that made it. */
  pressId: uuid('press_id').notNull().defaultRandom(),
});

export const doorInvitations = pgTable('door_invitations', {
  id: serial().primaryKey(),
  secretHash: bytes('secret_hash').notNull(),
  role: text({ enum: PHONE_ROLES }).notNull(),
  maxPhones: integer('max_phones').notNull(),
  endsAt: instant('ends_at').notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  revokedAt: instant('revoked_at'),
});
export type DoorInvitationRow = typeof doorInvitations.$inferSelect;

export const doorPhones = pgTable('door_phones', {
  id: uuid().primaryKey(),
  invitationId: integer('invitation_id').notNull(),
  secretHash: bytes('secret_hash').notNull(),
  person: text().notNull(),
  door: text().notNull(),
  role: text({ enum: PHONE_ROLES }).notNull(),
  joinedAt: instant('joined_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  revokedAt: instant('revoked_at'),
  replaces: uuid(),
  lastSeenAt: instant('last_seen_at').notNull(),
  tickets: integer().notNull().default(0),
  waiting: integer().notNull().default(0),
  isReady: boolean('is_ready').notNull().default(false),
});
export type DoorPhoneRow = typeof doorPhones.$inferSelect;

/** The door's append-only log. */
export const scans = pgTable('scans', {
  id: uuid().primaryKey(),
  kind: text({ enum: SCAN_KINDS }).notNull(),
  device: uuid(),
  role: text({ enum: DOOR_ROLES }).notNull(),
  madeBy: text('made_by').notNull(),
  door: text(),
  orderId: integer('order_id').notNull(),
  registrationId: integer('registration_id'),
  seat: uuid(),
  day: date().notNull(),
  refersTo: uuid('refers_to'),
  outcome: text({ enum: SETTLED_AS }),
  firstName: text('first_name'),
  lastName: text('last_name'),
  practice: boolean().notNull().default(false),
  decidedAt: instant('decided_at').notNull(),
  phoneClock: instant('phone_clock'),
  receivedAt: instant('received_at').notNull(),
  method: text({ enum: SCAN_METHODS }),
  listVersion: text('list_version'),
  notes: text(),
  fromRevoked: boolean('from_revoked').notNull().default(false),
});
export type ScanRow = typeof scans.$inferSelect;

/** One row: the database that phones' cursors belong to. */
export const doorFeed = pgTable('door_feed', { id: uuid().primaryKey() });

/** Orders that changed for the door, by the transaction that changed them; written by triggers. */
export const doorChanges = pgTable('door_changes', {
  orderId: integer('order_id').notNull(),
  changed: text().notNull(),
});

export const newsletterSignups = pgTable('newsletter_signups', {
  id: serial().primaryKey(),
  email: text().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  organization: text(),
  source: text({ enum: ['hero', 'footer', 'registration_section'] })
    .notNull()
    .default('hero'),
  createdAt: instant('created_at').notNull(),
});

export const paymentAttempts = pgTable('payment_attempts', {
  id: uuid().primaryKey(),
  orderId: integer('order_id').notNull(),
  provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
  state: text({ enum: ATTEMPT_STATES }).notNull(),
  ref: text(),
  url: text(),
  amount: integer().notNull(),
  currency: text().notNull(),
  livemode: boolean().notNull(),
  quoteHash: text('quote_hash').notNull(),
  failureCode: text('failure_code'),
  expiresAt: instant('expires_at').notNull(),
  holdUntil: instant('hold_until').notNull(),
  nextCheckAt: instant('next_check_at'),
  checks: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
  tokenPrint: text('token_print'),
  voidingSince: instant('voiding_since'),
  nextLookAt: instant('next_look_at'),
});
export type AttemptRow = typeof paymentAttempts.$inferSelect;

export const paymentLedger = pgTable('payment_ledger', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  orderId: integer('order_id').notNull(),
  attemptId: uuid('attempt_id'),
  provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
  kind: text({ enum: MOVEMENTS }).notNull(),
  moneyRef: text('money_ref').notNull(),
  amount: integer().notNull(),
  currency: text().notNull(),
  livemode: boolean().notNull(),
  recordedAt: instant('recorded_at').notNull(),
  fee: integer(),
});

export const refunds = pgTable('refunds', {
  id: uuid().primaryKey(),
  orderId: integer('order_id').notNull(),
  provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
  moneyRef: text('money_ref').notNull(),
  ref: text(),
  amount: integer().notNull(),
  currency: text().notNull(),
  reason: text({ enum: ['buyer', 'duplicate', 'late_payment', 'fraud'] }).notNull(),
  state: text({ enum: ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] }).notNull(),
  requestedBy: text('requested_by').notNull(),
  nextCheckAt: instant('next_check_at'),
  checks: integer().notNull().default(0),
  createdAt: instant('created_at').notNull(),
  registrationIds: integer('registration_ids').array().notNull().default([]),
  seats: integer().notNull().default(0),
  note: text(),
});
export type RefundRow = typeof refunds.$inferSelect;

/** Seats that were canceled without a refund. */
export const cancellations = pgTable('cancellations', {
  id: uuid().primaryKey(),
  orderId: integer('order_id').notNull(),
  registrationIds: integer('registration_ids').array().notNull(),
  seats: integer().notNull(),
  because: text({ enum: NOTHING_BACK }),
  requestedBy: text('requested_by').notNull(),
  note: text(),
  createdAt: instant('created_at').notNull(),
});
export type CancellationRow = typeof cancellations.$inferSelect;

export const disputes = pgTable(
  'disputes',
  {
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    ref: text().notNull(),
    orderId: integer('order_id').notNull(),
    moneyRef: text('money_ref').notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    state: text({ enum: ['open', 'won', 'lost'] }).notNull(),
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [primaryKey({ columns: [table.provider, table.ref] })],
);

export const paymentCases = pgTable('payment_cases', {
  id: serial().primaryKey(),
  kind: text({ enum: CASE_KINDS }).notNull(),
  subject: text().notNull(),
  orderId: integer('order_id'),
  details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  openedAt: instant('opened_at').notNull(),
  resolvedAt: instant('resolved_at'),
  resolvedBy: text('resolved_by'),
  resolution: text(),
});
export type CaseRow = typeof paymentCases.$inferSelect;

export const catalogProducts = pgTable('catalog_products', {
  id: text().primaryKey(),
  name: text().notNull(),
  description: text(),
  active: boolean().notNull(),
  defaultPriceId: text('default_price_id'),
  metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  seenAt: instant('seen_at').notNull(),
});

export const catalogPrices = pgTable('catalog_prices', {
  id: text().primaryKey(),
  productId: text('product_id').notNull(),
  unitAmount: integer('unit_amount'),
  currency: text().notNull(),
  active: boolean().notNull(),
  createdAt: instant('created_at').notNull(),
  seenAt: instant('seen_at').notNull(),
});

export const providerCoupons = pgTable('provider_coupons', {
  id: text().primaryKey(),
  name: text(),
  percentOff: numeric('percent_off', { precision: 6, scale: 3 }),
  amountOff: integer('amount_off'),
  currency: text(),
  maxRedemptions: integer('max_redemptions'),
  timesRedeemed: integer('times_redeemed').notNull().default(0),
  redeemBy: instant('redeem_by'),
  valid: boolean().notNull(),
  productIds: text('product_ids').array().notNull().default([]),
  usageCount: integer('usage_count').notNull().default(0),
  heldCount: integer('held_count').notNull().default(0),
  seenAt: instant('seen_at').notNull(),
});

export const providerPromotionCodes = pgTable('provider_promotion_codes', {
  id: text().primaryKey(),
  code: text().notNull(),
  couponId: text('coupon_id').notNull(),
  active: boolean().notNull(),
  maxRedemptions: integer('max_redemptions'),
  timesRedeemed: integer('times_redeemed').notNull().default(0),
  expiresAt: instant('expires_at'),
  minimumAmount: integer('minimum_amount'),
  usageCount: integer('usage_count').notNull().default(0),
  heldCount: integer('held_count').notNull().default(0),
  seenAt: instant('seen_at').notNull(),
});

export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    eventId: text('event_id').notNull(),
    type: text().notNull(),
    receivedAt: instant('received_at').notNull(),
    appliedAt: instant('applied_at'),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
);

export const mails = pgTable('mails', {
  id: uuid().primaryKey(),
  kind: text({
    enum: [
      'order_confirmation',
      'ticket',
      'refund_notice',
      'refund_failed',
      'seats_canceled',
      'ticket_ended',
      'ticket_replaced',
      'team_change',
      'claim_invitation',
      'team_reminder',
      'my_tickets',
    ],
  }).notNull(),
  orderId: integer('order_id').notNull(),
  subjectKey: text('subject_key').notNull(),
  recipient: text().notNull(),
  messageId: text('message_id').notNull(),
  sentAt: instant('sent_at'),
  failedAt: instant('failed_at'),
  failure: text(),
  createdAt: instant('created_at').notNull(),
});
export type MailRow = typeof mails.$inferSelect;

export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().notNull(),
    startedAt: instant('started_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.startedAt] })],
);
