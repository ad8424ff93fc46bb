import * as z from 'zod/mini';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { TRACKS } from '#domain/packages.ts';
import { PHONE_ROLES, SCAN_METHODS, SETTLED_AS } from '#domain/standing.ts';
import { eventType } from './checkout.ts';
import { requiredText, uuid } from './fields.ts';
import { optionalLines } from './optional-lines.ts';
import { count, givenInstant, rowId } from './ranges.ts';
import { route } from './route.ts';
import * as doorWords from './words/door-fields.ts';
import * as fieldWords from './words/fields.ts';

/** The cookie with a phone's secret; `__Host-door` over https. */
export const DOOR_COOKIE = 'door';

/** The most scans in one call. */
export const MAX_SCANS = 200;

const instant = z.iso.datetime();
const id = uuid(doorWords.id);

const phone = z.object({
  id: z.uuid(),
  person: z.string(),
  door: z.string(),
  role: z.enum(PHONE_ROLES),
  /** The phone wipes itself then. */
  endsAt: instant,
});
export type Phone = z.output<typeof phone>;

/** One admission, as logged. */
export const admit = z.object({
  id: z.uuid(),
  /** The server's time, as the phone estimated it. */
  at: instant,
  door: z.nullable(z.string()),
  by: z.string(),
  device: z.nullable(z.uuid()),
});
export type AdmitView = z.output<typeof admit>;

/** One day of one person. `duplicates` wait for a supervisor; `settledAdmits` no longer do. */
const dayStanding = z.object({
  day: z.iso.date(),
  admitted: z.nullable(admit),
  duplicates: z.array(admit),
  settledAdmits: z.optional(z.array(admit)),
});

/** Phones whose page is older know no other reasons, and would not understand the list. */
const REPLACED_AT_DOOR = z.enum(['another_person', 'given_away', 'returned']);

/**
 * A ticket as a phone keeps it: no email address, no full phone number, no dietary needs. Codes are SHA-256
 * of QR tokens, in base64url, so that a lost phone can print no ticket.
 */
const doorTicket = z.object({
  registration: z.int(),
  /**
   * The id of the scan that named this person at the door; null for everybody else. Rows about the person refer to it
   * instead of `registration`.
   */
  seat: z.nullable(z.uuid()),
  firstName: z.string(),
  lastName: z.string(),
  track: z.nullable(z.enum(TRACKS)),
  /** Four letters or digits, as on the door list (R-CODE-6). */
  shortCode: z.string(),
  code: z.nullable(z.string()),
  replaced: z.array(z.object({ code: z.string(), at: z.iso.datetime(), because: REPLACED_AT_DOOR })),
  /** Canceled on its own, perhaps without a refund; the rest of the order may still be paid. */
  isVoided: z.boolean(),
  days: z.array(dayStanding),
});
export type DoorTicket = z.output<typeof doorTicket>;

/** The unit of a phone's copy: an order with all its people. */
const doorOrder = z.object({
  order: z.int(),
  /** `DSS000042`, as people say it. */
  number: z.string(),
  organization: z.nullable(z.string()),
  eventType,
  packageLabel: z.string(),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  /** The last four digits of the buyer's phone number. */
  phoneEnd: z.nullable(z.string()),
  freeSeats: z.int(),
  /** Names given at the door for which no seat was left, until a supervisor settles them. */
  over: z.array(
    z.object({
      /** The id of the scan with the name. */
      seat: z.uuid(),
      firstName: z.string(),
      lastName: z.string(),
      /** Absent from older copies. */
      days: z.optional(z.array(dayStanding)),
    }),
  ),
  tickets: z.array(doorTicket),
});
export type DoorOrder = z.output<typeof doorOrder>;

const made = {
  /** UUIDv7, created on the phone; makes uploads idempotent. */
  id,
  /** The phone's clock, corrected by the offset measured at the last response. */
  decidedAt: givenInstant(doorWords.decidedAt),
  /** The phone's uncorrected clock. */
  phoneClock: givenInstant(doorWords.decidedAt),
  practice: z._default(z.boolean(), false),
  /** The `cursor` of the copy that the decision was based on. */
  listVersion: z.nullable(z.string().check(z.maxLength(40))),
};

/** The person a row is about: a registration, or the id of the `name` row by which they were named. One of the two is null. */
const whom = { order: rowId, registration: z.nullable(rowId), seat: z.nullable(id) };

/** As typed at the door: no mail goes to a stranger, and what a phone has stored must not be refused. */
const givenName = {
  firstName: requiredText(fieldWords.firstName, 100),
  lastName: requiredText(fieldWords.lastName, 100),
};

const scan = z.union([
  z.object({
    kind: z.literal('admit'),
    ...made,
    ...whom,
    method: z.enum(SCAN_METHODS),
    /** As `code` of the ticket in the copy that decided: the ticket may have passed to somebody else since that copy. */
    code: z.nullish(z.string().check(z.maxLength(43))),
    notes: z.optional(optionalLines(1000)),
  }),
  z.object({ kind: z.literal('undo'), ...made, ...whom, refersTo: id }),
  z.object({ kind: z.literal('settle'), ...made, ...whom, refersTo: id, outcome: z.enum(SETTLED_AS) }),
  /** `id` is the person's `seat` from now on. */
  z.object({ kind: z.literal('name'), ...made, order: whom.order, ...givenName }),
]);
export type SentScan = z.input<typeof scan>;
export type ReceivedScan = z.output<typeof scan>;

/** Joins a phone by invitation. The cookie it sets gives access to `/api/door/*` and nothing else. */
export const joinDoor = route({
  method: 'POST',
  path: '/api/door/join',
  permission: 'anyone',
  body: z.object({
    /**
     * The new phone's, the same in each try, so that a retry after a lost response adds no other phone. Pages from before
     * this field don't send it.
     */
    id: z.optional(uuid(doorWords.phone)),
    invitation: z.string(doorWords.invitation).check(z.maxLength(100, doorWords.invitation)),
    person: requiredText(doorWords.person, 60),
    door: requiredText(doorWords.door, 60),
  }),
  response: z.object({ phone, now: instant }),
});

/**
 * A working phone's regular call: uploads queued scans and returns what has changed since `since` (null: everything).
 * Scans are stored even if a later one is refused, and so are a revoked phone's if it made them before. Scans that were
 * already stored change nothing, and their orders are returned.
 */
export const syncDoor = route({
  method: 'POST',
  path: '/api/door/sync',
  permission: 'anyone',
  body: z.object({
    scans: z.array(scan).check(z.maxLength(MAX_SCANS, doorWords.tooManyScans)),
    since: z.nullable(z.string().check(z.maxLength(40))),
    /** For supervisors. */
    status: z.object({ tickets: count, waiting: count, isReady: z.boolean() }),
  }),
  response: z.object({
    /** The next call's `since`. */
    cursor: z.string(),
    now: instant,
    /** True: stop syncing and wipe everything. The scans of this call are stored. */
    isRevoked: z.boolean(),
    stored: z.array(z.uuid()),
    /** Refused for good; the phone shows why. */
    refused: z.array(z.object({ id: z.uuid(), message: z.string() })),
    /** True: `orders` is complete and replaces the copy. */
    isWhole: z.boolean(),
    orders: z.array(doorOrder),
    /** Orders to delete from the copy. */
    gone: z.array(z.int()),
    /** All codes of tickets that were deleted, as `code` of a ticket; null if the phone has them. */
    ended: z.nullable(z.array(z.string())),
  }),
});

/** Looks up a code that a phone's copy doesn't have. */
export const findDoorTicket = route({
  method: 'POST',
  path: '/api/door/ticket',
  permission: 'door',
  body: z.object({ qrToken: z.string().check(z.maxLength(4096)) }),
  /** `isRemoved`: its ticket has since been deleted. */
  response: z.object({ order: z.nullable(doorOrder), isRemoved: z.boolean() }),
});

const invitation = z.object({
  id: z.int(),
  role: z.enum(PHONE_ROLES),
  maxPhones: z.int(),
  endsAt: instant,
  createdBy: z.string(),
  revokedAt: z.nullable(instant),
});

export const phoneState = z.extend(phone, {
  invitation: z.int(),
  revokedAt: z.nullable(instant),
  lastSeenAt: instant,
  tickets: count,
  waiting: z.int(),
  isReady: z.boolean(),
});
export type PhoneState = z.output<typeof phoneState>;

export const listDoorPhones = route({
  method: 'GET',
  path: '/api/admin/door/phones',
  permission: 'admin',
  response: z.object({
    invitations: z.array(
      z.extend(invitation, {
        /** The places that are taken, also by phones revoked since. */
        joined: count,
      }),
    ),
    phones: z.array(phoneState),
  }),
});

/** `url` and its QR code are shown once: only a hash of the secret is kept. */
export const inviteDoorPhones = route({
  method: 'POST',
  path: '/api/admin/door/invitations',
  permission: 'admin',
  body: z.object({
    role: z.enum(PHONE_ROLES),
    maxPhones: z
      .int(doorWords.maxPhones)
      .check(z.gte(1, doorWords.maxPhones), z.lte(50, doorWords.maxPhones)),
    /** Default: when the event closes (`closesAt`). */
    endsAt: z.optional(givenInstant(doorWords.decidedAt)),
  }),
  response: z.object({ invitation, url: z.string(), qrSvg: z.string() }),
});

/** No more phones can join with it; those that have joined stay. */
export const revokeDoorInvitation = route({
  method: 'POST',
  path: '/api/admin/door/invitations/{id}/revoke',
  permission: 'admin',
  response: invitation,
});

/** The phone is wiped at its next contact. Decisions it made before that are still accepted. */
export const revokeDoorPhone = route({
  method: 'POST',
  path: '/api/admin/door/phones/{id}/revoke',
  permission: 'admin',
  response: phoneState,
});

/** Records what the desk found out about a second admission, or about a name without a free seat. */
export const settleScan = route({
  method: 'POST',
  path: '/api/admin/door/scans/{id}/settle',
  permission: 'admin',
  body: z.object({ outcome: z.enum(SETTLED_AS) }),
  response: z.object({ now: instant }),
});
