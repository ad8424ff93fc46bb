import * as z from 'zod/mini';
import { TICKET_ENDS } from '#domain/ticket-page.ts';
import { eventType } from './checkout.ts';
import { order, registration } from './orders.ts';
import { route } from './route.ts';
import * as fieldWords from './words/fields.ts';

/** A ticket's own page. Its key travels in the fragment and in bodies only, so that no log and no referrer has it. */
const key = z.string(fieldWords.pageKey).check(z.maxLength(100, fieldWords.pageKey));

const person = z.pick(registration, {
  firstName: true,
  lastName: true,
  email: true,
  track: true,
  dietaryRestrictions: true,
});

export const validTicket = z.object({
  state: z.literal('valid'),
  /** The registration. */
  id: z.int(),
  ...person.shape,
  registrationNumber: order.shape.registrationNumber,
  eventType,
  qrCodeData: z.string(),
  /** An SVG document. */
  qrCodeImage: z.string(),
});
export type ValidTicket = z.output<typeof validTicket>;

const myTicket = z.union([
  validTicket,
  z.object({
    state: z.literal('ended'),
    because: z.enum(TICKET_ENDS),
    at: z.nullable(z.iso.datetime()),
  }),
]);
export type MyTicket = z.output<typeof myTicket>;

/** The ticket that the key opens. The first call records that its page was opened. */
export const openMyTicket = route({
  method: 'POST',
  path: '/api/my-ticket',
  permission: 'anyone',
  body: z.object({ key }),
  response: myTicket,
});

/** The days of a ticket as an iCalendar file. */
export const getMyCalendarFile = route({
  method: 'POST',
  path: '/api/my-ticket/calendar',
  permission: 'anyone',
  body: z.object({ key }),
  response: z.string(),
});
