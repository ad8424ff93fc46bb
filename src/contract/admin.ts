import * as z from 'zod/mini';
import { ACTOR_KINDS } from '#domain/access.ts';
import { COMPLETENESS } from '#domain/attendee.ts';
import { ORDER_SORTS, PAYMENT_PROVIDERS, PAYMENT_STATUSES } from '#domain/order.ts';
import { eventType } from './checkout.ts';
import { signedDollars } from './dollars.ts';
import { email, firstName, lastName, optionalText, optionalTrack } from './fields.ts';
import { isSecondPerson, order, registration } from './orders.ts';
import { PAGE_SIZE, PAGE_SIZES, type PageSize } from './pages.ts';
import { route } from './route.ts';
import * as deskWords from './words/desk-fields.ts';

const page = z.object({
  search: z.optional(z.string().check(z.maxLength(200))),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  size: z._default(
    z.coerce.number().check(z.refine((size) => PAGE_SIZES.includes(size as PageSize), deskWords.pageSize)),
    PAGE_SIZE,
  ),
});

export const getStats = route({
  method: 'GET',
  path: '/api/admin/stats',
  permission: 'admin',
  /** `totalRevenue`: captured minus refunded. */
  response: z.object({
    totalOrders: z.int(),
    totalRevenue: signedDollars,
    totalRegistrations: z.int(),
    pendingPayments: z.int(),
  }),
});

/** An order as staff see it: with the billing address and the provider's payment. */
export const adminOrder = z.extend(order, {
  billingAddressLine1: z.nullable(z.string()),
  billingAddressLine2: z.nullable(z.string()),
  billingCity: z.nullable(z.string()),
  billingState: z.nullable(z.string()),
  billingPostalCode: z.nullable(z.string()),
  billingCountry: z.nullable(z.string()),
  squarePaymentId: z.nullable(z.string()),
  /** Unnamed seats of a paid order that no pending refund returns. */
  freeSeats: z.int(),
});
export type AdminOrder = z.output<typeof adminOrder>;

const narrowing = z.object({
  status: z.optional(z.enum(PAYMENT_STATUSES, deskWords.paymentStatus)),
  eventType: z.optional(eventType),
  attendeeStatus: z.optional(z.enum(COMPLETENESS, deskWords.attendeeStatus)),
});

/** One page, newest first unless sorted otherwise, with the total in `X-Total-Count`. */
export const listOrders = route({
  method: 'GET',
  path: '/api/admin/orders',
  permission: 'admin',
  query: z.extend(page, {
    sort: z._default(z.enum(ORDER_SORTS, deskWords.orderSort), 'createdAt'),
    direction: z._default(z.enum(['asc', 'desc'], deskWords.sortDirection), 'desc'),
    ...narrowing.shape,
  }),
  response: z.array(adminOrder),
});

/** One order with its money movements (cents, refunds negative) and its history, newest first. */
export const getOrderDetails = route({
  method: 'GET',
  path: '/api/admin/orders/{id}',
  permission: 'admin',
  response: z.object({
    order: adminOrder,
    payments: z.array(
      z.object({
        provider: z.enum(PAYMENT_PROVIDERS),
        kind: z.string(),
        moneyRef: z.string(),
        amount: z.int(),
        recordedAt: z.string(),
      }),
    ),
    history: z.array(
      z.object({
        action: z.string(),
        /** An email address if one is known. */
        actor: z.string(),
        /** Null for older rows that don't say. */
        actorKind: z.nullable(z.enum(ACTOR_KINDS)),
        ipAddress: z.nullable(z.string()),
        registrationId: z.nullable(z.int()),
        details: z.record(z.string(), z.unknown()),
        timestamp: z.string(),
      }),
    ),
  }),
});

/** `paymentStatus` is what the confirmation showed. An order whose status has changed since is not deleted. */
export const deleteOrder = route({
  method: 'DELETE',
  path: '/api/admin/orders/{id}',
  permission: 'admin',
  query: z.object({ paymentStatus: z.optional(z.enum(PAYMENT_STATUSES)) }),
  response: z.object({ success: z.literal(true) }),
});

export const resendEmail = route({
  method: 'POST',
  path: '/api/admin/orders/{id}/resend-email',
  permission: 'admin',
  response: z.object({ success: z.literal(true), sentTo: z.string() }),
});

/** Sends one ticket again, to the attendee's own address. */
export const resendTicket = route({
  method: 'POST',
  path: '/api/admin/registrations/{id}/resend-ticket',
  permission: 'admin',
  response: z.object({ success: z.literal(true), sentTo: z.string() }),
});

const attendee = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  track: registration.shape.track,
  dietaryRestrictions: z.nullable(z.string()),
  isOrganizer: z.boolean(),
});
export type Attendee = z.output<typeof attendee>;

/** With the current check-ins, earliest first. */
const attendeeAtTheDoor = z.extend(attendee, {
  checkIns: z.array(z.object({ at: z.iso.datetime(), by: z.string(), notes: z.nullable(z.string()) })),
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

const attendeeForm = z.object({
  firstName,
  lastName,
  email,
  track: z.optional(optionalTrack),
  dietaryRestrictions: z.optional(optionalText(500)),
});

export const addOrderAttendee = route({
  method: 'POST',
  path: '/api/admin/orders/{id}/add-attendee',
  permission: 'admin',
  body: z.extend(attendeeForm, { isSecondPerson }),
  response: attendee,
});

/** Corrects a person. `seen` is what the form opened with: a row that has changed since is not overwritten. */
export const correctAttendee = route({
  method: 'POST',
  path: '/api/admin/registrations/{id}',
  permission: 'admin',
  body: z.extend(attendeeForm, { seen: attendeeForm }),
  response: attendee,
});

/** Frees the seat of somebody who cannot come. Repeating it changes nothing. */
export const freeRegistration = route({
  method: 'POST',
  path: '/api/admin/registrations/{id}/free-seat',
  permission: 'admin',
  response: z.object({ success: z.literal(true) }),
});

/** The organizer is removed only with `organizer=true`. */
export const deleteRegistration = route({
  method: 'DELETE',
  path: '/api/admin/registrations/{id}',
  permission: 'admin',
  query: z.object({ organizer: z.optional(z.literal('true')) }),
  response: z.object({ success: z.literal(true) }),
});

/** Selected rows: `12,15,7`. No stored id has more digits. */
const ids = z.optional(
  z.pipe(
    z.string().check(z.maxLength(8000), z.regex(/^\d{1,9}(,\d{1,9})*$/, deskWords.ids)),
    z.transform((text) => text.split(',').map(Number)),
  ),
);

/** CSV, streamed. */
export const exportRegistrations = route({
  method: 'GET',
  path: '/api/admin/export/registrations',
  permission: 'admin',
  query: z.object({ search: page.shape.search, ids }),
  response: z.string(),
});

/** CSV, streamed: all orders, the filtered ones, or the selected ones. */
export const exportOrders = route({
  method: 'GET',
  path: '/api/admin/export/orders',
  permission: 'admin',
  query: z.extend(narrowing, { search: page.shape.search, ids }),
  response: z.string(),
});

/** All signups, newest first; `search` matches names, addresses and organizations. */
export const listNewsletterSignups = route({
  method: 'GET',
  path: '/api/admin/newsletter/signups',
  permission: 'admin',
  query: z.object({ search: page.shape.search }),
  response: z.object({
    signups: z.array(
      z.object({
        id: z.int(),
        email: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        organization: z.nullable(z.string()),
        source: z.enum(['hero_section', 'footer', 'registration_section']),
        createdAt: z.string(),
      }),
    ),
  }),
});

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
      transactionId: z.string(),
      organizerName: z.string(),
      eventType,
      checkedInToday: z.boolean(),
    }),
  ),
});
