import * as z from 'zod/mini';
import { eventType } from './checkout.ts';
import { doorNotes } from './door-notes.ts';
import { uuid } from './fields.ts';
import { optionalLines } from './optional-lines.ts';
import { person, seenPerson } from './person.ts';
import { givenInstant } from './ranges.ts';
import { route } from './route.ts';
import * as deskWords from './words/desk-fields.ts';

const instant = z.iso.datetime();

/** What a scanner may know about a ticket: the person and the status, no money, no address. */
const doorRegistration = z.object({
  id: z.int(),
  orderId: z.int(),
  ...person.shape,
  dietaryRestrictions: z.nullable(z.string()),
  isOrganizer: z.boolean(),
  eventType,
  packageLabel: z.string(),
  /** On the current day. */
  checkedIn: z.boolean(),
  checkedInAt: z.nullable(instant),
  checkedInBy: z.nullable(z.string()),
  /** Null also for a check-in at the desk. */
  checkedInDoor: z._default(z.nullable(z.string()), null),
  notes: doorNotes,
});
export type DoorRegistration = z.output<typeof doorRegistration>;

export const getCheckInStats = route({
  method: 'GET',
  path: '/api/admin/check-in-stats',
  permission: 'admin',
  /** For the current day; `percentage` to one decimal. */
  response: z.object({ totalRegistrations: z.int(), checkedIn: z.int(), percentage: z.number() }),
});

/** `refusal`: why the stats no longer count this person; null if they do. */
const recentCheckIn = z.extend(doorRegistration, { refusal: z.nullable(z.string()) });
export type RecentCheckIn = z.output<typeof recentCheckIn>;

/** The 20 latest admissions of the current day. */
export const listCheckedIn = route({
  method: 'GET',
  path: '/api/admin/checked-in',
  permission: 'admin',
  response: z.array(recentCheckIn),
});

/** `message` is what the door shows; `registration` is absent for an unknown token. */
export const validateQr = route({
  method: 'POST',
  path: '/api/admin/validate-qr',
  permission: 'admin',
  body: z.object({
    qrToken: z.string(deskWords.ticketCode).check(z.maxLength(4096, deskWords.notATicketCode)),
  }),
  response: z.object({
    valid: z.boolean(),
    message: z.string(),
    reason: z.enum(['valid', 'already_checked_in', 'wrong_day', 'not_paid', 'replaced', 'unknown']),
    registration: z.nullable(doorRegistration),
  }),
});

/** Identifies one press of the button. A retry after a lost response sends the same id. */
const pressId = z.optional(uuid(deskWords.pressId));

export const checkIn = route({
  method: 'POST',
  path: '/api/admin/check-in',
  permission: 'admin',
  body: z.union(
    [
      z.object({
        qrToken: z
          .string()
          .check(z.minLength(1, deskWords.nobodyChosen), z.maxLength(4096, deskWords.nobodyChosen)),
        method: z._default(z.literal('qr_scan'), 'qr_scan'),
        notes: z.optional(optionalLines(1000)),
        pressId,
      }),
      z.object({
        registrationId: z
          .int()
          .check(z.gte(1, deskWords.nobodyChosen), z.lte(2_147_483_647, deskWords.nobodyChosen)),
        method: z.literal('manual_lookup'),
        /** May be missing: other programs have seen nobody. */
        seen: z.optional(seenPerson),
        notes: z.optional(optionalLines(1000)),
        pressId,
      }),
    ],
    deskWords.nobodyChosen,
  ),
  response: z.object({ registration: doorRegistration }),
});

/**
 * Undoes today's admission. `seen` is its `checkedInAt` as the desk showed it: an admission made since is not undone.
 * The body may be missing: other programs have seen none.
 */
export const undoCheckIn = route({
  method: 'POST',
  path: '/api/admin/check-in/{registrationId}/undo',
  permission: 'admin',
  body: z.optional(z.object({ seen: z.optional(givenInstant(deskWords.instant)) })),
  response: z.object({ registration: doorRegistration }),
});
