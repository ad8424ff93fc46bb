import * as z from 'zod/mini';
import { ACTOR_KINDS } from '#domain/access.ts';
import { COMPLETENESS } from '#domain/attendee.ts';
import { ORDER_SORTS, PAYMENT_PROVIDERS, PAYMENT_STATUSES } from '#domain/order.ts';
import { eventType } from './checkout.ts';
import { email } from './fields.ts';
import { ids, page } from './list-query.ts';
import { order } from './orders.ts';
import { route } from './route.ts';
import * as deskWords from './words/desk-fields.ts';
import { EMAIL_KINDS } from './words/stored-values.ts';

/** An order as staff see it: with the billing address and the provider's payment. */
const adminOrder = z.extend(order, {
  billingAddressLine1: z.nullable(z.string()),
  billingAddressLine2: z.nullable(z.string()),
  billingCity: z.nullable(z.string()),
  billingState: z.nullable(z.string()),
  billingPostalCode: z.nullable(z.string()),
  billingCountry: z.nullable(z.string()),
  squarePaymentId: z.nullable(z.string()),
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

/**
 * Corrects the order's email address, to which receipts, notices and reminders go; tickets have their own. If the order is
 * paid and has seats, the confirmation is sent again. `seen`: the address that the form opened with.
 */
export const correctBuyerEmail = route({
  method: 'POST',
  path: '/api/admin/orders/{id}/buyer-email',
  permission: 'admin',
  body: z.object({ email, seen: z.string() }),
  response: z.object({ success: z.literal(true), email: z.string() }),
});

export const MOST_UNDELIVERED = 50;

const undeliveredEmail = z.object({
  id: z.string(),
  kind: z.enum(EMAIL_KINDS),
  recipient: z.string(),
  failedAt: z.string(),
  /** What the mail server or the site said, abridged. */
  reason: z.nullable(z.string()),
  orderId: z.int(),
  buyer: z.string(),
});
export type UndeliveredEmail = z.output<typeof undeliveredEmail>;

/** Emails that could not be delivered and that no later email has replaced, newest first, at most `MOST_UNDELIVERED`. */
export const listUndeliveredEmails = route({
  method: 'GET',
  path: '/api/admin/undelivered-emails',
  permission: 'admin',
  response: z.array(undeliveredEmail),
});

/** CSV, streamed: all orders, the filtered ones, or the selected ones. */
export const exportOrders = route({
  method: 'GET',
  path: '/api/admin/export/orders',
  permission: 'admin',
  query: z.extend(narrowing, { search: page.shape.search, ids }),
  response: z.string(),
});
