import { DOOR_ROLES, PHONE_ROLES, SCAN_KINDS, SCAN_METHODS, SETTLED_AS } from '#domain/standing.ts';
import { boolean, date, integer, pgTable, serial, text, uuid } from '../drizzle.ts';
import { bytes, instant } from './columns.ts';

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
  /** The id of the scan that named the person at the door; otherwise null, and `registrationId` is set. */
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
  codeHash: text('code_hash'),
  notes: text(),
  fromRevoked: boolean('from_revoked').notNull().default(false),
});
export type ScanRow = typeof scans.$inferSelect;

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

/** One row: the database that phones' cursors belong to. */
export const doorFeed = pgTable('door_feed', { id: uuid().primaryKey() });

/** Orders that changed for the door, by the transaction that changed them; written by triggers. */
export const doorChanges = pgTable('door_changes', {
  orderId: integer('order_id').notNull(),
  changed: text().notNull(),
});
