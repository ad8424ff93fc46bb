import * as z from 'zod/mini';
import { isSecondPerson } from './orders.ts';
import { person, personForm } from './person.ts';
import { route } from './route.ts';

const attendee = z.object({
  id: z.int(),
  ...person.shape,
  dietaryRestrictions: z.nullable(z.string()),
  isOrganizer: z.boolean(),
});
export type Attendee = z.output<typeof attendee>;

/** With the current check-ins, earliest first; `door` is null for those at the desk. */
const attendeeAtTheDoor = z.extend(attendee, {
  checkIns: z.array(
    z.object({
      at: z.iso.datetime(),
      door: z._default(z.nullable(z.string()), null),
      by: z.string(),
      notes: z.nullable(z.string()),
    }),
  ),
});
export type AttendeeAtTheDoor = z.output<typeof attendeeAtTheDoor>;

export const listAttendees = route({
  method: 'GET',
  path: '/api/admin/orders/{id}/attendees',
  permission: 'admin',
  response: z.array(attendeeAtTheDoor),
});

/** Creates the organizer's registration from the order's own fields, if there is none. */
export const ensureOrganizer = route({
  method: 'POST',
  path: '/api/admin/orders/{id}/ensure-organizer',
  permission: 'admin',
  response: attendee,
});

export const addOrderAttendee = route({
  method: 'POST',
  path: '/api/admin/orders/{id}/add-attendee',
  permission: 'admin',
  body: z.extend(personForm, { isSecondPerson }),
  response: attendee,
});

/** Corrects a person. `seen` is what the form opened with: a row that has changed since is not overwritten. */
export const correctAttendee = route({
  method: 'POST',
  path: '/api/admin/registrations/{id}',
  permission: 'admin',
  body: z.extend(personForm, {
    // A stored name may be older than a rule for names, and can still be corrected.
    seen: z.extend(personForm, { firstName: z.string(), lastName: z.string() }),
  }),
  response: attendee,
});
