import {
  ATTEMPT_STATES,
  CASE_DECISIONS,
  CASE_KINDS,
  PAYMENT_PROVIDERS,
  REFUND_STATES,
} from '#domain/order.ts';
import { MOVEMENTS } from '#domain/receipt.ts';
import { NOTHING_BACK } from '#domain/refund.ts';
import { bigserial, boolean, integer, jsonb, pgTable, primaryKey, serial, text, uuid } from '../drizzle.ts';
import { instant } from './columns.ts';

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
  failingSince: instant('failing_since'),
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
  state: text({ enum: REFUND_STATES }).notNull(),
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
export type DisputeRow = typeof disputes.$inferSelect;

export const paymentCases = pgTable('payment_cases', {
  id: serial().primaryKey(),
  kind: text({ enum: CASE_KINDS }).notNull(),
  subject: text().notNull(),
  orderId: integer('order_id'),
  details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  openedAt: instant('opened_at').notNull(),
  resolvedAt: instant('resolved_at'),
  resolvedBy: text('resolved_by'),
  /** Null if it closed by itself. */
  decision: text({ enum: CASE_DECISIONS }),
  /** The note of whoever decided, or why it closed by itself. */
  resolution: text(),
});
export type CaseRow = typeof paymentCases.$inferSelect;

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
