import * as z from 'zod/mini';
import { COMPLETENESS } from '#domain/attendee.ts';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { PACKAGE_SIZES, PRICING_TYPES } from '#domain/packages.ts';
import { PAPERS } from '#domain/paper.ts';
import { eventType } from './checkout.ts';
import { dollars, dollarsText } from './dollars.ts';
import { track } from './fields.ts';
import { API_PATHS } from './paths.ts';
import { person, personForm } from './person.ts';
import { route } from './route.ts';
import * as fieldWords from './words/fields.ts';

const instant = z.iso.datetime();

/** An order as its buyer and staff see it. */
export const order = z.object({
  id: z.int(),
  transactionId: z.string(),
  /** `DSS000042`, for people to read; gives access to nothing. */
  registrationNumber: z.string(),
  organizerFirstName: z.string(),
  organizerLastName: z.string(),
  organizerEmail: z.string(),
  organizerPhone: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  jobTitle: z.nullable(z.string()),
  eventType,
  packageSize: z.nullable(z.enum(PACKAGE_SIZES)),
  packageLabel: z.string(),
  isEarlyBird: z.boolean(),
  teamMemberCount: z.int(),
  /** How many of `teamMemberCount` were refunded. */
  seatsReturned: z.int(),
  /** Unnamed seats of a paid order that no pending refund returns. */
  freeSeats: z.int(),
  totalAmount: dollarsText,
  originalAmount: z.nullable(dollarsText),
  discountAmount: dollarsText,
  couponCode: z.nullable(z.string()),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  attendeeDataStatus: z.enum(COMPLETENESS),
  createdAt: instant,
});
export type Order = z.output<typeof order>;

/** A registration with its ticket. `qrCodeImage` is an SVG document; both are null until the order is paid. */
export const registration = z.object({
  id: z.int(),
  orderId: z.int(),
  ...person.shape,
  dietaryRestrictions: z.nullable(z.string()),
  isOrganizer: z.boolean(),
  checkedIn: z.boolean(),
  checkedInAt: z.nullable(instant),
  createdAt: instant,
  qrCodeData: z.nullable(z.string()),
  qrCodeImage: z.nullable(z.string()),
});
export type Registration = z.output<typeof registration>;

const orderWithRegistrations = z.object({
  order,
  registrations: z.array(registration),
  /** Without duplicate payments. Absent if nothing was refunded yet. */
  refunded: z.optional(dollarsText),
  /** Present while late money is being refunded. */
  isBeingRefunded: z.optional(z.literal(true)),
});
export type OrderWithRegistrations = z.output<typeof orderWithRegistrations>;

export const getOrderConfirmation = route({
  method: 'GET',
  path: '/api/order/{transactionId}/confirmation',
  permission: 'anyone',
  response: orderWithRegistrations,
});

export const getOrderByTransaction = route({
  method: 'GET',
  path: '/api/orders/transaction/{transactionId}',
  permission: 'anyone',
  response: orderWithRegistrations,
});

/** An order seen as one registration: the organizer's, with the team inside. */
const registrationDetails = z.object({
  /** Null until the order is paid. */
  id: z.nullable(z.int()),
  orderId: z.int(),
  ...person.shape,
  dietaryRestrictions: z.nullable(z.string()),
  isOrganizer: z.literal(true),
  checkedIn: z.boolean(),
  checkedInAt: z.nullable(instant),
  createdAt: instant,
  phone: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  /** Without the organizer. */
  teamMembers: z.array(person),
  teamMemberCount: z.int(),
  amount: dollars,
  originalAmount: z.nullable(dollars),
  appliedDiscount: z.nullable(z.object({ name: z.string(), amount: dollars })),
  pricingType: z.enum(PRICING_TYPES),
  isEarlyBird: z.boolean(),
});
export type RegistrationDetails = z.output<typeof registrationDetails>;

/**
 * The order that a buyer returns to after paying; while it is pending, the provider is asked first. `id` is a
 * transaction id, the provider's session or payment id, or, in the browser that bought it, the order's number.
 */
export const getOrderAfterPayment = route({
  method: 'GET',
  path: '/api/registrations/{id}',
  permission: 'anyone',
  response: z.extend(orderWithRegistrations, { registration: registrationDetails }),
});

/** A PDF, for anyone with the order's key. */
export const getReceipt = route({
  method: 'GET',
  path: API_PATHS.receipt,
  permission: 'anyone',
  response: z.unknown(),
});

/** The valid tickets of a paid order as a PDF, one per page, for anyone with the order's key. */
export const getTickets = route({
  method: 'GET',
  path: API_PATHS.tickets,
  permission: 'anyone',
  query: z.object({ paper: z.optional(z.enum(PAPERS, fieldWords.paper)) }),
  response: z.unknown(),
});

/** The days of an order as an iCalendar file. */
export const getCalendarFile = route({
  method: 'GET',
  path: API_PATHS.calendarFile,
  permission: 'anyone',
  response: z.string(),
});

/** Records that the buyer has seen the order completed; `isFirst` is true for the first call only. */
export const welcomeBuyer = route({
  method: 'POST',
  path: '/api/registrations/{id}/welcome',
  permission: 'anyone',
  response: z.object({ isFirst: z.boolean() }),
});

/** Sends the organizer the confirmation and its tickets again. */
export const emailOrderAgain = route({
  method: 'POST',
  path: '/api/order/{transactionId}/email-again',
  permission: 'anyone',
  response: z.object({ success: z.literal(true), sentTo: z.string() }),
});

/** This browser's latest order, preferably one with tickets. */
export const getLastOrder = route({
  method: 'GET',
  path: '/api/last-order',
  permission: 'anyone',
  response: z.object({ transactionId: z.nullable(z.string()) }),
});

/** Confirms that a person with the same name and email as another in the order is somebody else. */
export const isSecondPerson = z.optional(z.boolean());

export const addAttendee = route({
  method: 'POST',
  path: '/api/order/{orderId}/attendees',
  permission: 'anyone',
  body: z.extend(personForm, {
    /** The order's number or transaction id, which must match the path. */
    orderId: z.nullish(z.union([z.int(), z.string().check(z.maxLength(64))], fieldWords.orderId)),
    isOrganizer: z.optional(z.literal(false, fieldWords.memberNotOrganizer)),
    isSecondPerson,
  }),
  response: registration,
});

/** Chooses a track for a person without one. `orderId` identifies the order as in `addAttendee`. */
export const chooseTrack = route({
  method: 'POST',
  path: '/api/order/{orderId}/attendees/{registrationId}/track',
  permission: 'anyone',
  body: z.object({ track }),
  response: registration,
});
