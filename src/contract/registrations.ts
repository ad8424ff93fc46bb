import * as z from 'zod/mini';
import { eventType } from './checkout.ts';
import { doorNotes } from './door-notes.ts';
import { ids, page } from './list-query.ts';
import { registration } from './orders.ts';
import { seenPerson } from './person.ts';
import { route } from './route.ts';
import * as deskWords from './words/desk-fields.ts';

/** One page, newest first or by name. `paid` restricts it to people in paid orders, as the door needs. */
export const listRegistrations = route({
  method: 'GET',
  path: '/api/admin/registrations',
  permission: 'admin',
  query: z.extend(page, {
    paid: z.optional(z.literal('true')),
    sort: z._default(z.enum(['createdAt', 'name'], deskWords.registrationSort), 'createdAt'),
  }),
  response: z.array(
    z.extend(z.omit(registration, { qrCodeData: true, qrCodeImage: true }), {
      eventType,
      checkedInToday: z.boolean(),
      notes: doorNotes,
    }),
  ),
});

/** Sends one ticket again, to the attendee's own address. */
export const resendTicket = route({
  method: 'POST',
  path: '/api/admin/registrations/{id}/resend-ticket',
  permission: 'admin',
  response: z.object({ success: z.literal(true), sentTo: z.string() }),
});

/** Frees the seat of somebody who cannot come. Repeating it changes nothing. */
export const freeRegistration = route({
  method: 'POST',
  path: '/api/admin/registrations/{id}/free-seat',
  permission: 'admin',
  body: z.object({ seen: seenPerson }),
  response: z.object({ success: z.literal(true) }),
});

/** The organizer is removed only with `organizer=true`. The body may be missing: other programs have seen nobody. */
export const deleteRegistration = route({
  method: 'DELETE',
  path: '/api/admin/registrations/{id}',
  permission: 'admin',
  query: z.object({ organizer: z.optional(z.literal('true')) }),
  body: z.optional(z.object({ seen: seenPerson })),
  response: z.object({ success: z.literal(true) }),
});

/** CSV, streamed. */
export const exportRegistrations = route({
  method: 'GET',
  path: '/api/admin/export/registrations',
  permission: 'admin',
  query: z.object({ search: page.shape.search, ids }),
  response: z.string(),
});
