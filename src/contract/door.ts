import * as z from 'zod/mini';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { TRACKS } from '#domain/packages.ts';
import { REPLACED_BECAUSE } from '#domain/person-change.ts';
import { PHONE_ROLES, SCAN_METHODS, SETTLED_AS } from '#domain/standing.ts';
import { eventType } from './checkout.ts';
import { count, firstName, givenInstant, lastName, optionalLines, requiredText, rowId } from './fields.ts';
import { route } from './route.ts';
import * as doorWords from './words/door-fields.ts';

/** The name of what carries a phone's secret; `__Host-door` over https. */
export const DOOR_COOKIE = 'door';

/** How many scans one call may carry. */
export const MAX_SCANS = 200;

const instant = z.iso.datetime();
const id = z.uuid(doorWords.id);

const phone = z.object({
  id: z.uuid(),
  person: z.string(),
  door: z.string(),
  role: z.enum(PHONE_ROLES),
  /** The phone wipes itself then. */
  endsAt: instant,
});
export type Phone = z.output<typeof phone>;

/** What the log says of one admission. */
export const admit = z.object({
  id: z.uuid(),
  /** The server's time as far as the phone knew it. */
  at: instant,
  door: z.nullable(z.string()),
  by: z.string(),
  device: z.nullable(z.uuid()),
});
export type AdmitView = z.output<typeof admit>;

/** One day of one person. `duplicates` wait for a supervisor. */
const dayStanding = z.object({
  day: z.iso.date(),
  admitted: z.nullable(admit),
  duplicates: z.array(admit),
});

/**
 * A ticket as a phone keeps it: no email address, no full phone number, no dietary needs. Codes are SHA-256
 * of QR tokens, in base64url, so that a lost phone can print no ticket.
 */
const doorTicket = z.object({
  registration: z.int(),
  /** The scan that named this seat at the door, if one did: rows about this person carry it instead of `registration`. */
  seat: z.nullable(z.uuid()),
  firstName: z.string(),
  lastName: z.string(),
  track: z.nullable(z.enum(TRACKS)),
  /** Four letters as on the door list. */
  shortCode: z.string(),
  code: z.nullable(z.string()),
  replaced: z.array(z.object({ code: z.string(), at: z.iso.datetime(), because: z.enum(REPLACED_BECAUSE) })),
  /** Refunded by itself, in an order that may otherwise be paid. */
  isVoided: z.boolean(),
  days: z.array(dayStanding),
});
export type DoorTicket = z.output<typeof doorTicket>;

/** The unit of the copy: an order with everybody in it. */
const doorOrder = z.object({
  order: z.int(),
  /** As people say it, `DSS000042`. */
  number: z.string(),
  organization: z.nullable(z.string()),
  eventType,
  packageLabel: z.string(),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  /** The last four digits of the buyer's phone number. */
  phoneEnd: z.nullable(z.string()),
  freeSeats: z.int(),
  /** Names given at the door for which no seat was left, until a supervisor settles them. */
  over: z.array(z.object({ seat: z.uuid(), firstName: z.string(), lastName: z.string() })),
  tickets: z.array(doorTicket),
});
export type DoorOrder = z.output<typeof doorOrder>;

const made = {
  /** UUIDv7, made on the phone; what was sent before is skipped. */
  id,
  /** The phone's clock, corrected by the offset measured at the last answer. */
  decidedAt: givenInstant(doorWords.decidedAt),
  /** The phone's clock as it was. */
  phoneClock: givenInstant(doorWords.decidedAt),
  practice: z._default(z.boolean(), false),
  /** The `cursor` of the copy that decided. */
  listVersion: z.nullable(z.string().check(z.maxLength(40))),
};

/** Whom a row is about: a registration of the order, or the seat that a `name` row filled. One of the two is null. */
const whom = {
  order: rowId,
  registration: z.nullable(rowId),
  seat: z.nullable(id),
};

const scan = z.union([
  z.object({
    kind: z.literal('admit'),
    ...made,
    ...whom,
    method: z.enum(SCAN_METHODS),
    notes: z.optional(optionalLines(1000)),
  }),
  z.object({ kind: z.literal('undo'), ...made, ...whom, refersTo: id }),
  z.object({ kind: z.literal('settle'), ...made, ...whom, refersTo: id, outcome: z.enum(SETTLED_AS) }),
  /** `id` is the seat's key from now on. */
  z.object({ kind: z.literal('name'), ...made, order: whom.order, firstName, lastName }),
]);
export type SentScan = z.input<typeof scan>;
export type ReceivedScan = z.output<typeof scan>;

/** Opens a phone with an invitation. The cookie it sets opens `/api/door/*` and nothing else. */
export const joinDoor = route({
  method: 'POST',
  path: '/api/door/join',
  permission: 'anyone',
  body: z.object({
    invitation: z.string(doorWords.invitation).check(z.maxLength(100, doorWords.invitation)),
    person: requiredText(doorWords.person, 60),
    door: requiredText(doorWords.door, 60),
  }),
  response: z.object({ phone, now: instant }),
});

/** The phone that asks; `door_phone_needed` for one that has not joined, `door_phone_ended` for one to be wiped. */
export const getDoorPhone = route({
  method: 'GET',
  path: '/api/door/phone',
  permission: 'door',
  response: z.object({ phone, now: instant }),
});

/**
 * The one call of a phone at work: uploads what waits, and answers with what changed since `since`, everything for null.
 * Scans are stored even if a later one is refused; a revoked phone's are too if they were decided before.
 */
export const syncDoor = route({
  method: 'POST',
  path: '/api/door/sync',
  permission: 'anyone',
  body: z.object({
    scans: z.array(scan).check(z.maxLength(MAX_SCANS, doorWords.tooManyScans)),
    since: z.nullable(z.string().check(z.maxLength(40))),
    /** For those who run the day. */
    status: z.object({
      tickets: count,
      waiting: count,
      isReady: z.boolean(),
    }),
  }),
  response: z.object({
    /** To be sent as `since` next time. */
    cursor: z.string(),
    now: instant,
    /** True: send no more, wipe everything. What was sent with this call is stored. */
    isRevoked: z.boolean(),
    stored: z.array(z.uuid()),
    /** These are not stored and never will be; the phone shows why. */
    refused: z.array(z.object({ id: z.uuid(), message: z.string() })),
    /** True: `orders` is everything. */
    isWhole: z.boolean(),
    orders: z.array(doorOrder),
    /** Orders to be forgotten. */
    gone: z.array(z.int()),
    /** All codes of tickets that were deleted, as `code` of a ticket; null if the phone has them. */
    ended: z.nullable(z.array(z.string())),
  }),
});

/** A code that a phone's copy does not know. */
export const findDoorTicket = route({
  method: 'POST',
  path: '/api/door/ticket',
  permission: 'door',
  body: z.object({ qrToken: z.string().check(z.maxLength(4096)) }),
  /** `isRemoved`: it was a ticket's that was deleted since. */
  response: z.object({ order: z.nullable(doorOrder), isRemoved: z.boolean() }),
});

const invitation = z.object({
  id: z.int(),
  role: z.enum(PHONE_ROLES),
  maxPhones: z.int(),
  endsAt: instant,
  createdAt: instant,
  createdBy: z.string(),
  revokedAt: z.nullable(instant),
});

export const phoneState = z.extend(phone, {
  invitation: z.int(),
  joinedAt: instant,
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
    doors: z.array(z.string()),
    invitations: z.array(invitation),
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
    /** By default the evening of the event day. */
    endsAt: z.optional(givenInstant(doorWords.decidedAt)),
  }),
  response: z.object({ invitation, url: z.string(), qrSvg: z.string() }),
});

/** Nobody can join with it any more; its phones stay. */
export const revokeDoorInvitation = route({
  method: 'POST',
  path: '/api/admin/door/invitations/{id}/revoke',
  permission: 'admin',
  response: invitation,
});

/** The phone's next contact wipes it. What it had decided before is still accepted. */
export const revokeDoorPhone = route({
  method: 'POST',
  path: '/api/admin/door/phones/{id}/revoke',
  permission: 'admin',
  response: phoneState,
});

/** Says at the desk what a second admission was, or a name for which no seat was left. */
export const settleScan = route({
  method: 'POST',
  path: '/api/admin/door/scans/{id}/settle',
  permission: 'admin',
  body: z.object({ outcome: z.enum(SETTLED_AS) }),
  response: z.object({ now: instant }),
});
