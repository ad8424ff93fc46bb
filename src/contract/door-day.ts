import * as z from 'zod/mini';
import { TRACKS } from '#domain/packages.ts';
import { admit, MAX_SCANS, phoneState } from './door.ts';
import { requiredText, uuid } from './fields.ts';
import { givenInstant } from './ranges.ts';
import { route } from './route.ts';
import * as doorWords from './words/door-fields.ts';

const instant = z.iso.datetime();
const id = uuid(doorWords.id);

const boardPerson = z.object({
  registration: z.nullable(z.int()),
  /** The id of the scan that named this person at the door; null for everybody else. */
  seat: z.nullable(z.uuid()),
  name: z.string(),
  order: z.int(),
  number: z.string(),
});

const board = z.object({
  now: instant,
  day: z.iso.date(),
  expected: z.int(),
  arrived: z.int(),
  byDoor: z.array(z.object({ door: z.nullable(z.string()), arrived: z.int() })),
  byPackage: z.array(z.object({ label: z.string(), arrived: z.int(), expected: z.int() })),
  byTrack: z.array(z.object({ track: z.nullable(z.enum(TRACKS)), arrived: z.int(), expected: z.int() })),
  /** Arrivals per five minutes, from the first arrival to now. */
  perFiveMinutes: z.array(z.object({ from: instant, arrived: z.int() })),
  /** Teams with some people in and others still missing. */
  teams: z.array(
    z.object({
      order: z.int(),
      number: z.string(),
      organization: z.nullable(z.string()),
      seats: z.int(),
      arrived: z.int(),
      missing: z.array(z.string()),
      freeSeats: z.int(),
    }),
  ),
  phones: z.array(phoneState),
  /** People admitted more than once, by doors that were offline to each other. */
  duplicates: z.array(z.extend(boardPerson, { admitted: admit, duplicate: admit })),
  /** Named at the door with no seat left. */
  over: z.array(z.extend(boardPerson, { at: instant, door: z.nullable(z.string()), by: z.string() })),
  /**
   * Admitted with a ticket that was canceled, deleted or passed on before the site learned of the admission, which
   * isn't counted. If passed on, `name` is the new holder's.
   */
  ended: z.array(z.extend(boardPerson, { admitted: admit, isPassedOn: z.boolean() })),
  /** Scans that phones reported but haven't uploaded; not yet counted in `arrived`. */
  waiting: z.int(),
});
export type Board = z.output<typeof board>;

export const getLiveBoard = route({
  method: 'GET',
  path: '/api/admin/live',
  permission: 'admin',
  response: board,
});

/** The same for a supervisor's phone. */
export const getDoorBoard = route({
  ...getLiveBoard,
  path: '/api/door/board',
  permission: 'door_supervisor',
});

/** Undoes one admission or name, from the desk. */
export const undoScan = route({
  method: 'POST',
  path: '/api/admin/door/scans/{id}/undo',
  permission: 'admin',
  response: z.object({ now: instant }),
});

/** The paper list of everybody: last name first, short code, a checkbox. A PDF. */
export const getDoorList = route({
  method: 'GET',
  path: '/api/admin/door/list',
  permission: 'admin',
  response: z.unknown(),
});

/** One practice ticket for each verdict; scanning one records nothing. A PDF. */
export const getPracticeTickets = route({
  method: 'GET',
  path: '/api/admin/door/practice-tickets',
  permission: 'admin',
  response: z.unknown(),
});

/**
 * What was checked off on paper, in the order typed. Unknown codes are reported, the others stored. Without `isExpected`,
 * the ticket isn't valid on the sheet's day, or has passed to somebody else since, so its person isn't counted.
 */
export const typePaperList = route({
  method: 'POST',
  path: '/api/admin/door/paper',
  permission: 'admin',
  body: z.object({
    entries: z
      .array(z.object({ id, shortCode: z.string().check(z.maxLength(20)) }))
      .check(z.minLength(1, doorWords.noCodes), z.maxLength(MAX_SCANS, doorWords.tooManyScans)),
    door: requiredText(doorWords.door, 60),
    collectedAt: givenInstant(doorWords.decidedAt),
  }),
  response: z.object({
    stored: z.array(
      z.object({ id: z.uuid(), name: z.string(), isDuplicate: z.boolean(), isExpected: z.boolean() }),
    ),
    unknown: z.array(z.object({ id: z.uuid(), shortCode: z.string() })),
  }),
});
