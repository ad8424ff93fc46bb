import * as z from 'zod/mini';
import { order, registration } from './orders.ts';
import { route } from './route.ts';

const page = z.object({
  search: z.optional(z.string().check(z.maxLength(200))),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
});

export const getStats = route({
  method: 'GET',
  path: '/api/admin/stats',
  permission: 'admin',
  /** `totalRevenue` in dollars: captured less refunded. */
  response: z.object({
    totalOrders: z.int(),
    totalRevenue: z.number(),
    totalRegistrations: z.int(),
    pendingPayments: z.int(),
  }),
});

/** A page of 100, newest first, the total in `X-Total-Count`. */
export const listOrders = route({
  method: 'GET',
  path: '/api/admin/orders',
  permission: 'admin',
  query: page,
  response: z.array(order),
});

/** A page of 100, newest first. `paid` narrows to people of paid orders, as the door needs them. */
export const listRegistrations = route({
  method: 'GET',
  path: '/api/admin/registrations',
  permission: 'admin',
  query: z.extend(page, { paid: z.optional(z.literal('true')) }),
  response: z.array(
    z.extend(z.omit(registration, { qrCodeData: true, qrCodeImage: true }), {
      transactionId: z.string(),
      organizerName: z.string(),
      eventType: z.string(),
      checkedInToday: z.boolean(),
    }),
  ),
});

export const listEmailTemplates = route({
  method: 'GET',
  path: '/api/admin/email-templates',
  permission: 'admin',
  response: z.array(
    z.object({ id: z.int(), name: z.string(), type: z.string(), subject: z.string(), content: z.string() }),
  ),
});
