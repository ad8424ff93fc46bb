import { TRACKS } from '#domain/packages.ts';
import { REPLACED_BECAUSE } from '#domain/person-change.ts';
import { boolean, integer, pgTable, primaryKey, serial, sql, text, uuid } from '../drizzle.ts';
import { instant } from './columns.ts';

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
  /** The id of the scan by which this person was named at the door; null for everybody else. */
  seat: uuid(),
  ticketOpenedAt: instant('ticket_opened_at'),
  /** When the holder, the buyer or staff gave the seat back to the order; `voidedAt` is set, too. */
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
